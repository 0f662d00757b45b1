import { and, asc, count, desc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { BankLine, BankLineState, bankLines, decideBankLine } from '#shared/fees/bank/bank-line.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FeeActor, FeeStaff } from '../ledger/fee-actor.ts'
import { payerNames } from '../payer-names.service.ts'
import { recordPayment } from '../payments/record-payment.service.ts'
import { feeBankLines } from './fee-bank.table.ts'

export type LineRow = typeof feeBankLines.$inferSelect

const mostListed = 500

/** Returns lines as screens show them. */
async function lineViews(tx: Tx, schoolId: string, rows: readonly LineRow[]): Promise<z.input<typeof BankLine>[]> {
  const names = await payerNames(
    tx,
    schoolId,
    rows.flatMap(({ payerId, candidates }) => (payerId === null ? candidates : [...candidates, payerId])),
  )
  return rows.map(({ id, account, bookedOn, amount, currency, text, reference, ...row }) => {
    const { state, matchedBy, payerId, candidates, paymentId } = row
    const line = { lineId: id, account, bookedOn, amount, currency, text, reference, state, matchedBy, paymentId }
    return { ...line, payer: payerId === null ? null : names(payerId), candidates: candidates.map(names) }
  })
}

/** Lists the lines of a state, the latest first, with how many there are of each. */
export async function readLines(
  tx: Tx,
  schoolId: string,
  state: BankLineState,
): Promise<z.input<typeof bankLines.reply>> {
  const rows = await tx
    .select()
    .from(feeBankLines)
    .where(and(eq(feeBankLines.schoolId, schoolId), eq(feeBankLines.state, state)))
    .orderBy(desc(feeBankLines.bookedOn), desc(feeBankLines.id))
    .limit(mostListed)
  const counted = await tx
    .select({ state: feeBankLines.state, lines: count() })
    .from(feeBankLines)
    .where(eq(feeBankLines.schoolId, schoolId))
    .groupBy(feeBankLines.state)
  const of = (name: BankLineState) => counted.find((each) => each.state === name)?.lines ?? 0
  const counts = { matched: of('matched'), doubtful: of('doubtful'), ignored: of('ignored') }
  return { lines: await lineViews(tx, schoolId, rows), counts }
}

const isThis = ({ schoolId, id }: Pick<LineRow, 'schoolId' | 'id'>) =>
  and(eq(feeBankLines.schoolId, schoolId), eq(feeBankLines.id, id))

/** Books a matched line as a transfer of its payer, once. */
export async function bookLine(
  tx: Tx,
  by: FeeActor,
  line: LineRow,
  wished: z.output<typeof decideBankLine.body>['wished'] = [],
): Promise<void> {
  const { id, payerId, amount, bookedOn, reference } = line
  if (payerId === null) throw new Error('a line without a payer is not booked')
  const receivedOn = bookedOn > by.today ? by.today : bookedOn
  await recordPayment(tx, by, { opId: id, method: 'transfer', amount, payerId, receivedOn, reference, wished })
  await tx.update(feeBankLines).set({ paymentId: id }).where(isThis(line))
}

/** Returns the next matched lines that are not booked yet. */
export const unbookedLines = (tx: Tx, schoolId: string, most: number): Promise<LineRow[]> =>
  tx
    .select()
    .from(feeBankLines)
    .where(and(eq(feeBankLines.schoolId, schoolId), eq(feeBankLines.state, 'matched'), isNull(feeBankLines.paymentId)))
    .orderBy(asc(feeBankLines.id))
    .limit(most)
    .for('update', { skipLocked: true })

/** Decides whose money a line is. @throws AppError as the contract says */
export async function decideLine(
  tx: Tx,
  by: FeeStaff,
  { lineId, payerId, wished }: z.output<typeof decideBankLine.body>,
): Promise<z.input<typeof BankLine>> {
  const { schoolId, userId: byUser, nowMs } = by
  const [line] = await tx
    .select()
    .from(feeBankLines)
    .where(isThis({ schoolId, id: lineId }))
    .for('update')
  if (!line) throw new AppError('request.not-found', { field: 'lineId' })
  if (line.state === 'matched') throw new AppError('fees.line-decided')
  if (line.amount <= 0) throw new AppError('request.invalid', { field: 'lineId' })
  const state = payerId === null ? 'ignored' : 'matched'
  const matchedBy = payerId === null ? null : 'person'
  const decided = { state, matchedBy, payerId, byUser, decidedAt: toInstant(nowMs) } as const
  await tx.update(feeBankLines).set(decided).where(isThis(line))
  if (payerId !== null) await bookLine(tx, by, { ...line, ...decided }, wished)
  await recordAuditEvent(tx, by.audit, 'fee-line-decided', { about: null, by: byUser, facts: { state } })
  const rows = await tx.select().from(feeBankLines).where(isThis(line))
  const [view] = await lineViews(tx, schoolId, rows)
  if (!view) throw new Error('a line without a row')
  return view
}
