import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import { readRules } from '#server/features/admission-rules/admission-rules.service.ts'
import { type MailCtx, ownAddress } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { hourMs, toInstant } from '#shared/kernel/time.ts'
import type { FormGuardian } from '#shared/rules/form-guardians.rules.ts'
import { isNo, type MessageEvent } from '#shared/rules/student-message.rules.ts'
import { type StoredRecipient, studentMessages } from './message.table.ts'
import { textFor } from './message-text.service.ts'

interface PlanBy {
  schoolId: string
  nowMs: number
  mail: MailCtx
}

/**
 * Another decision is made about a student that is locked: what has not left of those before never leaves.
 * @returns what the latest of all before would have told, if it never left
 */
export async function overtakeMessages(tx: Tx, by: PlanBy, studentId: string): Promise<MessageEvent | null> {
  const ofDecisions = and(
    eq(studentMessages.schoolId, by.schoolId),
    eq(studentMessages.studentId, studentId),
    isNotNull(studentMessages.changeId),
  )
  await tx
    .update(studentMessages)
    .set({ state: 'overtaken', settledAt: toInstant(by.nowMs) })
    .where(and(ofDecisions, inArray(studentMessages.state, ['waiting', 'stopped'])))
  const [latest] = await tx
    .select({ event: studentMessages.event, state: studentMessages.state })
    .from(studentMessages)
    .where(ofDecisions)
    .orderBy(desc(studentMessages.madeAt), desc(studentMessages.id))
    .limit(1)
  return latest?.state === 'overtaken' ? latest.event : null
}

/** Writes down what a decision tells its family, in the transaction of the decision. A no waits for the school's hours. */
export async function planMessage(
  tx: Tx,
  { schoolId, nowMs, mail }: PlanBy,
  asked: { studentId: string; changeId: string; event: MessageEvent; to: readonly FormGuardian[] },
): Promise<void> {
  const { studentId, changeId, event, to } = asked
  const { rules } = await readRules(tx, schoolId)
  const waitsMs = isNo(event) ? rules.coolingHours * hourMs : 0
  const recipients = recipientsOf(to)
  await tx.insert(studentMessages).values({
    schoolId,
    id: uuidv7(nowMs, mail.deps.random),
    studentId,
    event,
    changeId,
    recipients,
    // Told at once, so that somebody can call the family before it is due.
    finding: recipients.length === 0 ? { kind: 'no-address' } : null,
    origin: ownAddress(mail),
    madeAt: toInstant(nowMs),
    dueAt: toInstant(nowMs + waitsMs),
    state: 'waiting',
    textVersion: (await textFor(tx, schoolId, event)).version,
  })
}

/** Each address once, though two parents share it: the first of them is named. */
export function recipientsOf(guardians: readonly FormGuardian[]): StoredRecipient[] {
  const byAddress = new Map<string, StoredRecipient>()
  for (const { name, email, language } of guardians) {
    const key = email.trim().toLowerCase()
    if (key !== '' && !byAddress.has(key)) byAddress.set(key, { name, email: email.trim(), language, mailId: null })
  }
  return [...byAddress.values()]
}
