import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type { bankCash, closeCashSession, openCashSession } from '#shared/fees/cashbook/cashbook.contract.ts'
import { expectedCash } from '#shared/fees/cashbook/cash-count.rules.ts'
import { countedCash, isCountOf } from '#shared/kernel/cash-count.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { endIdOf } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs, fromInstant, type Instant, toInstant } from '#shared/kernel/time.ts'
import type { FeeStaff } from '../ledger/fee-actor.ts'
import { isPosted, postJournal } from '../ledger/post-journal.service.ts'
import { cashEntries, cashSums, notInSession } from './cash-entries.service.ts'
import { feeCashSessionJournals, feeCashSessions } from './fee-cashbook.table.ts'

export type SessionRow = typeof feeCashSessions.$inferSelect

/** Waits for other changes of a cashier’s sessions, until the transaction ends. */
const lockCashier = (tx: Tx, { schoolId, userId }: FeeStaff) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fee-cash ${schoolId} ${userId}`}, 0))`)

const isThis = (schoolId: string, id: string) => and(eq(feeCashSessions.schoolId, schoolId), eq(feeCashSessions.id, id))

/** Returns the open session of a cashier. */
export async function openSessionOf(tx: Tx, schoolId: string, cashier: string): Promise<SessionRow | undefined> {
  const [row] = await tx
    .select()
    .from(feeCashSessions)
    .where(
      and(
        eq(feeCashSessions.schoolId, schoolId),
        sql`${feeCashSessions.cashier} = ${cashier}`,
        isNull(feeCashSessions.closedAt),
      ),
    )
  return row
}

/** How long before a session was closed a journal that is in none may have been recorded: transactions end in any order. */
const graceMs = dayMs

/** Returns from when on cash of a cashier may be in no session yet: shortly before the last one was closed; undefined before any. */
async function looseSince(tx: Tx, schoolId: string, cashier: string): Promise<Instant | undefined> {
  const [row] = await tx
    .select({ closedAt: feeCashSessions.closedAt })
    .from(feeCashSessions)
    .where(
      and(
        eq(feeCashSessions.schoolId, schoolId),
        sql`${feeCashSessions.cashier} = ${cashier}`,
        isNotNull(feeCashSessions.closedAt),
      ),
    )
    .orderBy(desc(feeCashSessions.closedAt))
    .limit(1)
  return row?.closedAt ? toInstant(fromInstant(row.closedAt) - graceMs) : undefined
}

/** Returns when a cashier opened the first session: cash before that is of none. */
async function firstOpenedAt(tx: Tx, schoolId: string, cashier: string): Promise<Instant | undefined> {
  const [row] = await tx
    .select({ openedAt: feeCashSessions.openedAt })
    .from(feeCashSessions)
    .where(and(eq(feeCashSessions.schoolId, schoolId), sql`${feeCashSessions.cashier} = ${cashier}`))
    .orderBy(asc(feeCashSessions.openedAt))
    .limit(1)
  return row?.openedAt
}

/** Opens a session. @throws AppError fees.cash-open */
export async function openSession(
  tx: Tx,
  by: FeeStaff,
  asked: z.output<typeof openCashSession.body>,
): Promise<SessionRow> {
  const { schoolId, userId: cashier, nowMs } = by
  const { newSessionId: id, desk, floatAmount: float } = asked
  await lockCashier(tx, by)
  const command = { schoolId, id, asked, isSender: (row: SessionRow) => row.cashier === cashier }
  return runOnce<typeof feeCashSessions, SessionRow>(tx, feeCashSessions, command, {
    first: async (askedHash) => {
      if (await openSessionOf(tx, schoolId, cashier)) throw new AppError('fees.cash-open')
      const row = { schoolId, id, desk, cashier, float, askedHash, openedAt: toInstant(nowMs) }
      const [stored] = await tx.insert(feeCashSessions).values(row).returning()
      if (!stored) throw new Error('the session was not stored')
      await recordAuditEvent(tx, by.audit, 'fee-cash-opened', { about: null, by: cashier, facts: {} })
      return stored
    },
    again: (row) => row,
  })
}

/** Returns the cash of an open session: also what arrived after the one before was closed. */
export async function entriesOfOpen(tx: Tx, { schoolId, cashier, openedAt }: SessionRow) {
  const first = (await firstOpenedAt(tx, schoolId, cashier)) ?? openedAt
  const loose = (await looseSince(tx, schoolId, cashier)) ?? first
  return cashEntries(tx, schoolId, notInSession(schoolId, cashier, loose > first ? loose : first))
}

/** Books cash that went to the bank. @throws AppError request.not-found, fees.cash-more */
export async function bankFromSession(
  tx: Tx,
  by: FeeStaff,
  { opId, amount }: z.output<typeof bankCash.body>,
): Promise<SessionRow> {
  const { schoolId, userId: byUser, today, nowMs } = by
  await lockCashier(tx, by)
  const session = await openSessionOf(tx, schoolId, byUser)
  if (!session) throw new AppError('request.not-found', { field: 'sessionId' })
  if (await isPosted(tx, { schoolId, opId, kind: 'transfer' })) return session
  const sums = cashSums(await entriesOfOpen(tx, session))
  if (amount > expectedCash({ float: session.float, ...sums }))
    throw new AppError('fees.cash-more', { field: 'amount' })
  const journal = { schoolId, opId, kind: 'transfer', happenedOn: today, today, byUser } as const
  const postings = [{ debit: 'bank' as const, credit: 'cash' as const, amount }]
  await postJournal(tx, { ...journal, recordedAt: toInstant(nowMs), postings })
  await recordAuditEvent(tx, by.audit, 'fee-cash-banked', { about: null, by: byUser, facts: {} })
  return session
}

/**
 * Counts and closes the own open session: what belongs to it is named, and a difference is booked, so that the ledger’s cash is
 * what was counted. @throws AppError as the contract says
 */
export async function closeSession(
  tx: Tx,
  by: FeeStaff,
  asked: z.output<typeof closeCashSession.body>,
): Promise<SessionRow> {
  const { schoolId, userId, currency, nowMs } = by
  const { sessionId, counts, expectedAmount, differenceReason, note } = asked
  await lockCashier(tx, by)
  const [session] = await tx.select().from(feeCashSessions).where(isThis(schoolId, sessionId))
  if (session?.cashier !== userId) throw new AppError('request.not-found', { field: 'sessionId' })
  if (session.closedAt !== null) return session
  if (!isCountOf(currency, counts)) throw new AppError('request.invalid', { field: 'counts' })
  const entries = await entriesOfOpen(tx, session)
  const sums = cashSums(entries)
  const expected = expectedCash({ float: session.float, ...sums })
  if (expected !== expectedAmount) throw new AppError('fees.cash-changed')
  const counted = countedCash(counts)
  const difference = minor(counted - expected)
  if (difference !== 0 && differenceReason === null)
    throw new AppError('request.invalid', { field: 'differenceReason' })
  const journalIds = entries.map(({ journalId }) => journalId)
  if (difference !== 0) journalIds.push(await bookDifference(tx, by, session, difference))
  if (journalIds.length > 0)
    await tx.insert(feeCashSessionJournals).values(journalIds.map((journalId) => ({ schoolId, journalId, sessionId })))
  const closing = {
    ...sums,
    counts: counts.filter(({ count }) => count > 0),
    counted,
    difference,
    differenceReason: difference === 0 ? null : differenceReason,
    note,
    closedAt: toInstant(nowMs),
  }
  const [closed] = await tx.update(feeCashSessions).set(closing).where(isThis(schoolId, sessionId)).returning()
  if (!closed) throw new Error('the session was not closed')
  const facts = { state: difference === 0 ? 'equal' : difference > 0 ? 'over' : 'short' }
  await recordAuditEvent(tx, by.audit, 'fee-cash-closed', { about: null, by: userId, facts })
  return closed
}

async function bookDifference(tx: Tx, by: FeeStaff, { schoolId, id }: SessionRow, difference: number): Promise<string> {
  const { userId: byUser, today, nowMs } = by
  const opId = endIdOf(id)
  const accounts =
    difference > 0
      ? ({ debit: 'cash', credit: 'cash-difference' } as const)
      : ({ debit: 'cash-difference', credit: 'cash' } as const)
  const journal = { schoolId, opId, kind: 'cash-count', happenedOn: today, today, byUser } as const
  const postings = [{ ...accounts, amount: minor(Math.abs(difference)) }]
  await postJournal(tx, { ...journal, recordedAt: toInstant(nowMs), postings })
  return opId
}

/** Returns every session that is open: one at most for each cashier. */
export const openSessions = (tx: Tx, schoolId: string): Promise<SessionRow[]> =>
  tx
    .select()
    .from(feeCashSessions)
    .where(and(eq(feeCashSessions.schoolId, schoolId), isNull(feeCashSessions.closedAt)))

/** Returns sessions of all desks, the latest first, 100 at most. */
export const latestSessions = (tx: Tx, schoolId: string): Promise<SessionRow[]> =>
  tx
    .select()
    .from(feeCashSessions)
    .where(eq(feeCashSessions.schoolId, schoolId))
    .orderBy(desc(feeCashSessions.openedAt), desc(feeCashSessions.id))
    .limit(100)
