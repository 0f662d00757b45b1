import { and, count, eq, inArray, lt, min, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { urgentTemplates } from './mail-templates.ts'
import { mails } from './mail.table.ts'

const urgentSince =
  sql<Instant | null>`case when ${inArray(mails.template, [...urgentTemplates])} then ${mails.createdAt} end`.mapWith(
    mails.createdAt,
  )

/** Returns how many emails of a school wait to be sent, and since when the oldest does, and the oldest of those that people wait for. */
export async function oldestWaitingMail(
  tx: Tx,
  schoolId: string,
): Promise<{ waiting: number; oldest: Instant | null; oldestUrgent: Instant | null }> {
  const [row] = await tx
    .select({ waiting: count(), oldest: min(mails.createdAt), oldestUrgent: min(urgentSince) })
    .from(mails)
    .where(and(eq(mails.schoolId, schoolId), eq(mails.state, 'queued')))
  return { waiting: row?.waiting ?? 0, oldest: row?.oldest ?? null, oldestUrgent: row?.oldestUrgent ?? null }
}

/** Gives up emails that waited before an instant: a restored server does not know whether they have left. */
export async function stopMailsBefore(tx: Tx, schoolId: string, before: Instant): Promise<void> {
  await tx
    .update(mails)
    .set({ state: 'failed', failure: 'uncertain' })
    .where(and(eq(mails.schoolId, schoolId), eq(mails.state, 'queued'), lt(mails.createdAt, before)))
}
