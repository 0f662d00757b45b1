import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import { readRules } from '#server/features/admissions/rules/admission-rules.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FamilyMessages, MessageOrigin, PlannedMessage } from '#server/kernel/family-messages.ts'
import { isNo } from '#shared/admissions/family-message.rules.ts'
import type { FormGuardian } from '#shared/forms/form-guardians.rules.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { hourMs, toInstant } from '#shared/kernel/time.ts'
import { type StoredRecipient, studentMessages } from './message.table.ts'
import { refusalNamesReason, textFor } from './message-text.service.ts'

const supersede: FamilyMessages['supersede'] = async (tx, by, studentId) => {
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

async function plan(
  tx: Tx,
  { schoolId, nowMs, random, origin }: MessageOrigin,
  { studentId, changeId, event, to }: PlannedMessage,
): Promise<void> {
  const { rules } = await readRules(tx, schoolId)
  const waitsMs = isNo(event) ? rules.coolingHours * hourMs : 0
  const recipients = recipientsOf(to)
  await tx.insert(studentMessages).values({
    schoolId,
    id: uuidv7(nowMs, random),
    studentId,
    event,
    changeId,
    recipients,
    // Reported at once, so that someone can call the family before it is due.
    finding: recipients.length === 0 ? { kind: 'no-address' } : null,
    origin,
    madeAt: toInstant(nowMs),
    dueAt: toInstant(nowMs + waitsMs),
    state: 'waiting',
    textVersion: (await textFor(tx, schoolId, event)).version,
  })
}

/** Returns recipients, each address once: of parents who share it the first is named. */
function recipientsOf(guardians: readonly FormGuardian[]): StoredRecipient[] {
  const byAddress = new Map<string, StoredRecipient>()
  for (const { name, email, language } of guardians) {
    const key = email.trim().toLowerCase()
    if (key !== '' && !byAddress.has(key)) byAddress.set(key, { name, email: email.trim(), language, mailId: null })
  }
  return [...byAddress.values()]
}

export const familyMessages: FamilyMessages = { supersede, plan, nameReasons: refusalNamesReason }
