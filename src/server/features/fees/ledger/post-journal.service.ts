import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { JournalKind, Posting } from '#shared/fees/ledger.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Day, Instant } from '#shared/kernel/time.ts'
import { feeJournals, feePeriodLocks, feePostings } from './fee-ledger.table.ts'

export interface Journal {
  schoolId: string
  /** Id of the operation that causes it: posted once. */
  opId: string
  kind: JournalKind
  /** Day of the event, by the school's calendar. */
  happenedOn: Day
  /** Day on which it is booked, where the caller has asked for it already. */
  effectiveOn?: Day
  /** Booked today where the day of the event is locked. */
  today: Day
  recordedAt: Instant
  byUser: UserId | null
  studentId?: string | null
  documentId?: string | null
  /** Lines of zero are left out. */
  postings: readonly Posting[]
}

/** Returns the last locked day of a school; null where none is. */
export async function lockedUntil(tx: Tx, schoolId: string): Promise<Day | null> {
  const [lock] = await tx
    .select({ until: feePeriodLocks.until })
    .from(feePeriodLocks)
    .where(eq(feePeriodLocks.schoolId, schoolId))
    .orderBy(desc(feePeriodLocks.until))
    .limit(1)
  return lock?.until ?? null
}

/** Returns the day on which an event is booked: its own, or today where that one is locked. */
export async function effectiveDay(
  tx: Tx,
  { schoolId, happenedOn, today }: Pick<Journal, 'schoolId' | 'happenedOn' | 'today'>,
): Promise<Day> {
  // No lock reaches the day of today.
  if (happenedOn >= today) return happenedOn
  // A lock of the period that comes meanwhile waits for this transaction, or this one sees it.
  await tx.execute(sql`select 1 from schools where school_id = ${schoolId} for share`)
  const until = await lockedUntil(tx, schoolId)
  return until !== null && happenedOn <= until ? today : happenedOn
}

/**
 * Posts a journal, once for each operation: the same operation again posts nothing. A journal without an amount is not posted.
 * @returns the journal's id and the day on which it is booked
 * @throws AppError request.invalid (the id is that of a journal of another kind or with other lines)
 */
export async function postJournal(tx: Tx, journal: Journal): Promise<{ journalId: string; effectiveOn: Day }> {
  const { schoolId, opId: journalId, kind, happenedOn, recordedAt, byUser } = journal
  const rows = rowsOf(journal)
  if (rows.length === 0) return { journalId, effectiveOn: happenedOn }
  const effectiveOn = journal.effectiveOn ?? (await effectiveDay(tx, journal))
  const kept = await tx
    .insert(feeJournals)
    .values({
      schoolId,
      id: journalId,
      kind,
      effectiveOn,
      happenedOn: effectiveOn === happenedOn ? null : happenedOn,
      recordedAt,
      byUser,
      studentId: journal.studentId ?? null,
      documentId: journal.documentId ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: feeJournals.id })
  if (kept.length === 0) return { journalId, effectiveOn: await bookedBefore(tx, journal, rows) }
  await tx.insert(feePostings).values(rows)
  return { journalId, effectiveOn }
}

/**
 * Posts journals that happen today under ids that are new: several in one statement for each table. Those without an amount are
 * not posted.
 */
export async function postNewJournals(tx: Tx, journals: readonly Journal[]): Promise<void> {
  const posted = journals.flatMap((journal) => {
    const rows = rowsOf(journal)
    return rows.length === 0 ? [] : [{ journal, rows }]
  })
  if (posted.length === 0) return
  await tx.insert(feeJournals).values(
    posted.map(({ journal: { schoolId, opId: id, kind, happenedOn, recordedAt, byUser, ...of } }) => ({
      schoolId,
      id,
      kind,
      effectiveOn: happenedOn,
      happenedOn: null,
      recordedAt,
      byUser,
      studentId: of.studentId ?? null,
      documentId: of.documentId ?? null,
    })),
  )
  await tx.insert(feePostings).values(posted.flatMap(({ rows }) => rows))
}

/** Returns the rows of a journal's lines; lines of zero are left out. */
const rowsOf = ({ schoolId, opId: journalId, ...journal }: Journal): (typeof feePostings.$inferSelect)[] =>
  journal.postings
    .filter(({ amount }) => amount !== 0)
    .map(({ debit, credit, amount, payerId = null, studentId = null, component = null }, at) => ({
      schoolId,
      journalId,
      line: at + 1,
      debit,
      credit,
      amount: minor(amount),
      payerId,
      studentId: studentId ?? journal.studentId ?? null,
      component,
    }))

/** Returns the day on which the same journal was booked. @throws AppError request.invalid for another one under its id */
async function bookedBefore(
  tx: Tx,
  { schoolId, opId, kind }: Journal,
  rows: readonly (typeof feePostings.$inferSelect)[],
): Promise<Day> {
  const known = await findJournal(tx, schoolId, opId)
  if (!known) throw new Error('a journal without a row')
  const before = await postingsOf(tx, schoolId, opId)
  if (known.kind !== kind || canonicalJson(before) !== canonicalJson([...rows]))
    throw new AppError('request.invalid', { field: 'opId' })
  return known.effectiveOn
}

/** Returns the lines of a journal in their order. */
export const postingsOf = (tx: Tx, schoolId: string, journalId: string): Promise<(typeof feePostings.$inferSelect)[]> =>
  tx
    .select()
    .from(feePostings)
    .where(and(eq(feePostings.schoolId, schoolId), eq(feePostings.journalId, journalId)))
    .orderBy(asc(feePostings.line))

async function findJournal(tx: Tx, schoolId: string, id: string) {
  const [row] = await tx
    .select()
    .from(feeJournals)
    .where(and(eq(feeJournals.schoolId, schoolId), eq(feeJournals.id, id)))
  return row
}

/**
 * Returns whether an operation of this kind has been posted already.
 * @throws AppError request.invalid where the id is that of another kind of journal
 */
export async function isPosted(
  tx: Tx,
  { schoolId, opId, kind }: Pick<Journal, 'schoolId' | 'opId' | 'kind'>,
): Promise<boolean> {
  const known = await findJournal(tx, schoolId, opId)
  if (known && known.kind !== kind) throw new AppError('request.invalid', { field: 'opId' })
  return known !== undefined
}
