import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { studentsOnPaper } from '#server/features/admissions/file/student-paper.service.ts'
import { type MailCtx, queueMail } from '#server/features/mail/mail.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runJob, runningJobs } from '#server/kernel/jobs.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { wantNews } from './bulk-audience.service.ts'
import { type BulkMessageText, bulkMessageText, fillFor } from './bulk-fill.service.ts'
import type { BulkMessageRow } from './bulk-message.service.ts'
import { bulkMessages, bulkRecipients } from './bulk-message.table.ts'

/** Mails that are written in one transaction. */
const batch = 50

/**
 * Goes on with every message to many of a school that is due and that nobody has stopped. Each is locked while some of it is
 * written, so that several servers may do it at once. @returns how many mails were written
 */
export async function sendDueBulkMessages(mail: MailCtx, isStopping = () => false): Promise<number> {
  const { deps, school } = mail
  const { schoolId } = school
  const isDue = lte(bulkMessages.leavesAt, toInstant(deps.clock.nowMs()))
  const due = await deps.db.tenant(schoolId, (tx) => runningJobs(tx, bulkMessages, schoolId, isDue))
  let sent = 0
  const kind = {
    table: bulkMessages,
    next: (tx: Tx, message: BulkMessageRow) => sendSome(tx, mail, message),
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
async function sendSome(tx: Tx, mail: MailCtx, message: BulkMessageRow): Promise<number | undefined> {
  const { schoolId, id } = message
  const rows = await tx
    .select()
    .from(bulkRecipients)
    .where(
      and(eq(bulkRecipients.schoolId, schoolId), eq(bulkRecipients.messageId, id), isNull(bulkRecipients.settledAt)),
    )
    .orderBy(asc(bulkRecipients.id))
    .limit(batch)
  if (rows.length === 0) return undefined
  const keys = rows.map(({ emailKey }) => emailKey)
  // Anyone who has taken back meanwhile that they want news gets none.
  const willing = message.isNecessary ? new Set(keys) : await wantNews(tx, mail, keys)
  const sending = { ...mail, origin: mail.origin || message.origin }
  const common = await bulkMessageText(tx, sending, message.words)
  let sent = 0
  for (const row of rows) if (await sendOne(tx, { mail: sending, message, common, willing }, row)) sent += 1
  return sent
}

interface Sending {
  mail: MailCtx
  message: BulkMessageRow
  common: BulkMessageText
  willing: ReadonlySet<string>
}

async function sendOne(
  tx: Tx,
  { mail, common, willing }: Sending,
  row: typeof bulkRecipients.$inferSelect,
): Promise<boolean> {
  const { deps } = mail
  const nowMs = deps.clock.nowMs()
  const settle = (to: Partial<typeof row>) =>
    tx
      .update(bulkRecipients)
      .set({ ...to, settledAt: toInstant(nowMs) })
      .where(and(eq(bulkRecipients.schoolId, row.schoolId), eq(bulkRecipients.id, row.id)))
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
