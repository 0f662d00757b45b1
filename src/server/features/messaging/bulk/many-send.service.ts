import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { studentsOnPaper } from '#server/features/admissions/file/student-paper.service.ts'
import { type MailCtx, queueMail } from '#server/features/mail/mail.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runJob, runningJobs } from '#server/kernel/jobs.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { ManyRow } from './many.service.ts'
import { manyMessages, manyRecipients } from './many.table.ts'
import { fillFor, type ManyWords, manyWords } from './many-fill.service.ts'
import { wantNews } from './many-whom.service.ts'

/** Mails that are written in one transaction. */
const batch = 50

/**
 * Goes on with every message to many of a school that is due and that nobody has stopped. Each is locked while some of it is
 * written, so that several servers may do it at once. @returns how many mails were written
 */
export async function sendDueMany(mail: MailCtx, isStopping = () => false): Promise<number> {
  const { deps, school } = mail
  const { schoolId } = school
  const isDue = lte(manyMessages.leavesAt, toInstant(deps.clock.nowMs()))
  const due = await deps.db.tenant(schoolId, (tx) => runningJobs(tx, manyMessages, schoolId, isDue))
  let sent = 0
  const kind = {
    table: manyMessages,
    next: (tx: Tx, message: ManyRow) => sendSome(tx, mail, message),
    after: async (some: number) => {
      sent += some
    },
  }
  for (const id of due) {
    try {
      await runJob(deps.db, kind, { schoolId, id }, isStopping)
    } catch (error) {
      deps.log.error(describeFailure(error), 'a message to many can not be sent now')
    }
  }
  return sent
}

/** @returns nothing when there is no more to do */
async function sendSome(tx: Tx, mail: MailCtx, message: ManyRow): Promise<number | undefined> {
  const { schoolId, id } = message
  const rows = await tx
    .select()
    .from(manyRecipients)
    .where(
      and(eq(manyRecipients.schoolId, schoolId), eq(manyRecipients.messageId, id), isNull(manyRecipients.settledAt)),
    )
    .orderBy(asc(manyRecipients.id))
    .limit(batch)
  if (rows.length === 0) return undefined
  const keys = rows.map(({ emailKey }) => emailKey)
  // Whoever has taken back meanwhile that they want news gets none.
  const willing = message.isNecessary ? new Set(keys) : await wantNews(tx, schoolId, keys)
  const sending = { ...mail, origin: mail.origin || message.origin }
  const common = await manyWords(tx, sending, message.words)
  let sent = 0
  for (const row of rows) if (await sendOne(tx, { mail: sending, message, common, willing }, row)) sent += 1
  return sent
}

interface Sending {
  mail: MailCtx
  message: ManyRow
  common: ManyWords
  willing: ReadonlySet<string>
}

async function sendOne(
  tx: Tx,
  { mail, common, willing }: Sending,
  row: typeof manyRecipients.$inferSelect,
): Promise<boolean> {
  const { deps } = mail
  const nowMs = deps.clock.nowMs()
  const settle = (to: Partial<typeof row>) =>
    tx
      .update(manyRecipients)
      .set({ ...to, settledAt: toInstant(nowMs) })
      .where(and(eq(manyRecipients.schoolId, row.schoolId), eq(manyRecipients.id, row.id)))
  if (!willing.has(row.emailKey)) {
    await settle({ leftOut: 'no-consent' })
    return false
  }
  const students = await studentsOnPaper(tx, row.schoolId, row.studentIds)
  if (students.length === 0) {
    await settle({ leftOut: 'missing', field: 'student.name' })
    return false
  }
  const { letter, missing } = await fillFor(tx, common, { students, name: row.name, language: row.language })
  const [field] = missing
  if (field) {
    await settle({ leftOut: 'missing', field })
    return false
  }
  const id = uuidv7(nowMs, deps.random)
  const params = { subject: letter.title, letter: JSON.stringify(letter) }
  await queueMail(tx, mail, { id, to: row.email, language: row.language, template: 'school-message', params })
  await settle({ mailId: id })
  return true
}
