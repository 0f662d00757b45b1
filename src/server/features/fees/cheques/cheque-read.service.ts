import { and, asc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { readSchoolDays } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ChequeCalendar, FeeCheque, feeCheques as listCheques } from '#shared/fees/cheques/cheque.contract.ts'
import { weekStart } from '#shared/fees/cheques/cheque-calendar.rules.ts'
import { chequeActsOf, chequeAges, chequeStates, isPromised, isToReturn } from '#shared/fees/cheques/cheque.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { openItems } from '../ledger/open-items.service.ts'
import { payerNames } from '../payer-names.service.ts'
import { paymentStates } from '../payments/payment-credit.service.ts'
import { feeChequeEvents, feeCheques } from './fee-cheque.table.ts'

export type ChequeRow = typeof feeCheques.$inferSelect

const isThis = (schoolId: string, id: string) => and(eq(feeCheques.schoolId, schoolId), eq(feeCheques.id, id))

/** Returns a cheque, locked until the transaction ends. @throws AppError request.not-found */
export async function lockCheque(tx: Tx, schoolId: string, id: string): Promise<ChequeRow> {
  const [row] = await tx.select().from(feeCheques).where(isThis(schoolId, id)).for('update')
  if (!row) throw new AppError('request.not-found', { field: 'chequeId' })
  return row
}

/** Returns cheques as screens show them. */
export async function chequeViews(
  tx: Tx,
  schoolId: string,
  rows: readonly ChequeRow[],
): Promise<z.input<typeof FeeCheque>[]> {
  const names = await payerNames(
    tx,
    schoolId,
    rows.map(({ payerId }) => payerId),
  )
  return rows.map(({ id, payerId, state, studentId, paymentId, cleared, lastOn, ...row }) => {
    const { bank, account, number, amount, currency, receivedOn, datedOn } = row
    const paper = { bank, account, number, amount, currency, receivedOn, datedOn }
    const acts = [...chequeActsOf(state)]
    return { chequeId: id, payer: names(payerId), studentId, ...paper, state, cleared, lastOn, acts, paymentId }
  })
}

/** Returns one cheque as screens show it. */
export async function chequeView(tx: Tx, schoolId: string, id: string): Promise<z.input<typeof FeeCheque>> {
  const rows = await tx.select().from(feeCheques).where(isThis(schoolId, id))
  const [cheque] = await chequeViews(tx, schoolId, rows)
  if (!cheque) throw new AppError('request.not-found', { field: 'chequeId' })
  return cheque
}

const mostListed = 1_000

/** Lists cheques by the date on them, with the sums of what is promised. */
export async function readCheques(
  tx: Tx,
  { schoolId, today, currency }: Pick<FeeActor, 'schoolId' | 'today' | 'currency'>,
  { payerId, datedFrom, datedUntil }: z.output<typeof listCheques.body>,
): Promise<z.input<typeof listCheques.reply>> {
  const filters: (SQL | undefined)[] = [
    eq(feeCheques.schoolId, schoolId),
    payerId === undefined ? undefined : eq(feeCheques.payerId, payerId),
    datedFrom === undefined ? undefined : gte(feeCheques.datedOn, datedFrom),
    datedUntil === undefined ? undefined : lte(feeCheques.datedOn, datedUntil),
  ]
  const filter = and(...filters)
  const rows = await tx
    .select()
    .from(feeCheques)
    .where(filter)
    .orderBy(asc(feeCheques.datedOn), asc(feeCheques.id))
    .limit(mostListed)
  const cheques = await chequeViews(tx, schoolId, rows)
  return {
    cheques,
    ages: await sumPromised(tx, { today, filter }),
    calendar: await readCalendar(tx, schoolId, filter),
    toReturn: await chequesToReturn(tx, schoolId, filter),
    today,
    currency,
  }
}

/** Sums the promised cheques by the date on them. */
async function readCalendar(
  tx: Tx,
  schoolId: string,
  filter: SQL | undefined,
): Promise<z.input<typeof ChequeCalendar>> {
  const { state, datedOn, amount } = feeCheques
  const days = await tx
    .select({ on: datedOn, count: sql<number>`count(*)::int`, amount: sql<string>`sum(${amount})` })
    .from(feeCheques)
    .where(and(filter, inArray(state, chequeStates.filter(isPromised))))
    .groupBy(datedOn)
    .orderBy(asc(datedOn))
  const { weekend } = await readSchoolDays(tx, schoolId)
  return { weekStartsOn: weekStart(weekend), days: days.map((day) => ({ ...day, amount: minor(BigInt(day.amount)) })) }
}

/** Sums the promised cheques by what is awaited of them, all there are, however many are listed. */
async function sumPromised(
  tx: Tx,
  { today, filter }: { today: Day; filter: SQL | undefined },
): Promise<ReturnType<typeof chequeAges>> {
  const { state, datedOn, amount } = feeCheques
  const isPast = sql<boolean>`${datedOn} <= ${today}`
  const sums = await tx
    .select({ state, isPast, amount: sql<string>`sum(${amount})` })
    .from(feeCheques)
    .where(and(filter, inArray(state, chequeStates.filter(isPromised))))
    .groupBy(state, sql`2`)
  const promised = sums.map((each) => ({
    state: each.state,
    amount: Number(each.amount),
    datedOn: each.isPast ? today : '9999-12-31',
  }))
  return chequeAges(promised, today)
}

/**
 * Returns the cheques to give back: their payer owes nothing, and of a cheque still in the safe nothing depends on it. One that was
 * replaced or withdrawn is given back whatever is owed.
 */
async function chequesToReturn(tx: Tx, schoolId: string, filter: SQL | undefined): Promise<string[]> {
  const candidates = await tx
    .select()
    .from(feeCheques)
    .where(and(filter, inArray(feeCheques.state, chequeStates.filter(isToReturn))))
    .orderBy(asc(feeCheques.datedOn), asc(feeCheques.id))
  if (candidates.length === 0) return []
  const payments = await paymentStates(tx, schoolId, { paymentIds: candidates.map(({ paymentId }) => paymentId) })
  const owed = new Map<string, number>()
  for (const payerId of new Set(candidates.map((row) => row.payerId))) {
    const items = await openItems(tx, schoolId, { payerId })
    owed.set(
      payerId,
      items.reduce((all, { open }) => all + open, 0),
    )
  }
  return candidates
    .filter(({ state, payerId, paymentId }) => {
      if (state === 'replaced' || state === 'withdrawn') return true
      const settled = payments.find((each) => each.paymentId === paymentId)?.allocated ?? 0
      return (owed.get(payerId) ?? 0) === 0 && (state === 'bounced' || settled === 0)
    })
    .map(({ id }) => id)
}

/** Returns what was done with a cheque, the earliest first. @throws AppError request.not-found */
export async function readChequeEvents(tx: Tx, schoolId: string, chequeId: string) {
  const rows = await tx
    .select()
    .from(feeChequeEvents)
    .where(and(eq(feeChequeEvents.schoolId, schoolId), eq(feeChequeEvents.chequeId, chequeId)))
    .orderBy(asc(feeChequeEvents.at), asc(feeChequeEvents.id))
  if (rows.length === 0) throw new AppError('request.not-found', { field: 'chequeId' })
  return rows.map(({ id, act, onDay, state, amount, note, at }) => ({
    eventId: id,
    act,
    on: onDay,
    state,
    amount,
    note,
    at,
  }))
}
