import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { colleague } from '#server/features/students/student.view.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { expectedCash } from '#shared/fees/cashbook/cash-count.rules.ts'
import {
  bankCash,
  type CashSession,
  cashbook,
  closeCashSession,
  openCashSession,
  ownCashSession,
} from '#shared/fees/cashbook/cashbook.contract.ts'
import { type Minor, minor, zero } from '#shared/kernel/money.ts'
import { balance } from '../ledger/balance.service.ts'
import { type FeeActor, feeActor } from '../ledger/fee-actor.ts'
import { cashEntries, cashSums, inSession } from './cash-entries.service.ts'
import {
  bankFromSession,
  closeSession,
  entriesOfOpen,
  latestSessions,
  openSession,
  openSessionOf,
  openSessions,
  type SessionRow,
} from './cash-session.service.ts'
import { feeCashSessions } from './fee-cashbook.table.ts'

type View = z.input<typeof CashSession>

/**
 * Returns sessions as screens show them, each with what belongs to it.
 * @param isList leaves the entries of closed ones out, whose sums stand with them
 */
async function sessionViews(tx: Tx, rows: readonly SessionRow[], isList = false): Promise<View[]> {
  const [first] = rows
  if (!first) return []
  const staff = await findPeople(
    tx,
    first.schoolId,
    rows.map(({ cashier }) => cashier),
  )
  const views: View[] = []
  for (const row of rows) {
    const isOpen = row.closedAt === null
    const closed = () => (isList ? [] : cashEntries(tx, row.schoolId, inSession(row.schoolId, row.id)))
    const entries = isOpen ? await entriesOfOpen(tx, row) : await closed()
    const { receipts, refunds, banked } = isOpen
      ? cashSums(entries)
      : { receipts: row.receipts ?? zero, refunds: row.refunds ?? zero, banked: row.banked ?? zero }
    const { id: sessionId, desk, cashier, openedAt, closedAt, float, counted, difference, differenceReason } = row
    const sums = { float, receipts, refunds, banked }
    views.push({
      sessionId,
      desk,
      cashier: colleague(cashier, staff),
      openedAt,
      closedAt,
      ...sums,
      expected: expectedCash(sums),
      counts: (row.counts ?? []).map(({ worth, count }) => ({ worth, count })),
      counted,
      difference,
      differenceReason,
      note: row.note ?? '',
      entries,
    })
  }
  return views
}

/** Lists the sessions of all desks, with how what they moved and what no session has add up to the ledger’s cash. */
async function readCashbook(tx: Tx, by: FeeActor): Promise<z.input<typeof cashbook.reply>> {
  const { schoolId, currency } = by
  const sessions = await sessionViews(tx, await latestSessions(tx, schoolId), true)
  const cash = await balance(tx, { schoolId, account: 'cash' })
  const inSessions = await movedInSessions(tx, schoolId, sessions)
  return {
    currency,
    sessions: sessions.map(({ entries: _entries, ...session }) => session),
    count: await tx.$count(feeCashSessions, eq(feeCashSessions.schoolId, schoolId)),
    ledger: { cash, inSessions, outside: minor(cash - inSessions) },
  }
}

/** Cash that closed sessions moved by their own sums, and what open ones hold so far. */
async function movedInSessions(tx: Tx, schoolId: string, shown: readonly View[]): Promise<Minor> {
  const { rows } = await tx.execute<{ moved: string | number }>(sql`
    select coalesce(sum(receipts - refunds - banked + difference), 0) as moved
    from fee_cash_sessions where school_id = ${schoolId} and closed_at is not null`)
  let moved = Number(rows[0]?.moved ?? 0)
  for (const row of await openSessions(tx, schoolId)) {
    const known = shown.find(({ sessionId }) => sessionId === row.id)?.entries ?? (await entriesOfOpen(tx, row))
    moved += known.reduce((all, { amount }) => all + amount, 0)
  }
  return minor(moved)
}

async function one(tx: Tx, row: SessionRow) {
  const [session] = await sessionViews(tx, [row])
  if (!session) throw new Error('a session without a view')
  return { session }
}

export const cashbookRoutes: Feature = () => [
  route.session(ownCashSession, async (ctx) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant(async (tx) => {
      const own = await openSessionOf(tx, ctx.school.schoolId, ctx.session.user.userId)
      return { session: own ? (await one(tx, own)).session : null, currency: ctx.school.currency }
    })
  }),
  route.session(openCashSession, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant(async (tx) => one(tx, await openSession(tx, feeActor(ctx), asked)))
  }),
  route.session(bankCash, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant(async (tx) => one(tx, await bankFromSession(tx, feeActor(ctx), asked)))
  }),
  route.session(closeCashSession, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant(async (tx) => one(tx, await closeSession(tx, feeActor(ctx), asked)))
  }),
  route.session(cashbook, async (ctx) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant((tx) => readCashbook(tx, feeActor(ctx)))
  }),
]
