import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { BankLine, bankLineTransfers, decideBankLine } from '#shared/fees/bank/bank-line.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FeeActor, FeeStaff } from '../ledger/fee-actor.ts'
import { payerNames } from '../payer-names.service.ts'
import { returnPayment } from '../payments/cheque-money.service.ts'
import { lockPayer, lockPayers } from '../payments/lock-payer.service.ts'
import { recordPayment } from '../payments/record-payment.service.ts'
import { feeBankLines, feeBankStops } from './fee-bank.table.ts'
import { findTransfers, isOwnPayment, nextPaymentId, type Payment, reversalIdOf } from './line-payment.service.ts'

export type LineRow = typeof feeBankLines.$inferSelect

/** Returns lines as screens show them. */
export async function lineViews(
  tx: Tx,
  schoolId: string,
  rows: readonly LineRow[],
): Promise<z.input<typeof BankLine>[]> {
  const names = await payerNames(
    tx,
    schoolId,
    rows.flatMap(({ payerId, candidates }) => (payerId === null ? candidates : [...candidates, payerId])),
  )
  const open = rows.filter(({ amount }) => amount > 0).map(withCandidates)
  const transfers = await findTransfers(tx, schoolId, open)
  return rows.map((row) => {
    const { id, account, bookedOn, amount, currency, text, reference } = row
    const { state, matchedBy, payerId, candidates, paymentId } = row
    const line = { lineId: id, account, bookedOn, amount, currency, text, reference, state, matchedBy, paymentId }
    const payments = amount > 0 ? transfers(withCandidates(row)).map(linkable) : []
    return { ...line, payer: payerId === null ? null : names(payerId), candidates: candidates.map(names), payments }
  })
}

const withCandidates = ({ bookedOn, amount, candidates }: LineRow) => ({ bookedOn, amount, payers: candidates })

const linkable = ({ id, payerId, receivedOn, reference }: Payment) => ({
  paymentId: id,
  payerId,
  receivedOn,
  reference,
})

const isThis = ({ schoolId, id }: Pick<LineRow, 'schoolId' | 'id'>) =>
  and(eq(feeBankLines.schoolId, schoolId), eq(feeBankLines.id, id))

/** Books a matched line as a transfer of its payer, once. */
export async function bookLine(
  tx: Tx,
  by: FeeActor,
  line: LineRow,
  wished: z.output<typeof decideBankLine.body>['wished'] = [],
): Promise<void> {
  const { id, schoolId, payerId, amount, bookedOn, reference } = line
  if (payerId === null) throw new Error('a line without a payer is not booked')
  await lockPayer(tx, schoolId, payerId)
  const receivedOn = bookedOn > by.today ? by.today : bookedOn
  const opId = await nextPaymentId(tx, schoolId, id)
  await recordPayment(tx, by, { opId, method: 'transfer', amount, payerId, receivedOn, reference, wished })
  await tx.update(feeBankLines).set({ paymentId: opId }).where(isThis(line))
}

/**
 * Books a line that was matched by a code. Where its payer has a transfer of this amount that was recorded meanwhile, a person
 * decides. @returns whether it was booked
 */
export async function bookOrAsk(tx: Tx, by: FeeActor, line: LineRow): Promise<boolean> {
  const { schoolId, payerId } = line
  if (payerId === null) throw new Error('a line without a payer is not booked')
  await lockPayer(tx, schoolId, payerId)
  const of = { ...line, payers: [payerId] }
  const transfers = await findTransfers(tx, schoolId, [of])
  if (transfers(of).length === 0) {
    await bookLine(tx, by, line)
    return true
  }
  const doubtful = { state: 'doubtful', matchedBy: null, payerId: null, candidates: [payerId] } as const
  await tx
    .update(feeBankLines)
    .set({ ...doubtful, candidates: [payerId] })
    .where(isThis(line))
  return false
}

/** Returns the next matched line after an id that is not booked yet; none of an import that is stopped. */
export async function nextUnbooked(tx: Tx, schoolId: string, after: string | undefined): Promise<LineRow | undefined> {
  const [line] = await tx
    .select()
    .from(feeBankLines)
    .where(
      and(
        eq(feeBankLines.schoolId, schoolId),
        eq(feeBankLines.state, 'matched'),
        isNull(feeBankLines.paymentId),
        sql`not exists (select from ${feeBankStops} s where s.school_id = ${schoolId} and s.import_id = ${feeBankLines.importId})`,
        after === undefined ? undefined : gt(feeBankLines.id, after),
      ),
    )
    .orderBy(asc(feeBankLines.id))
    .limit(1)
    .for('update', { skipLocked: true })
  return line
}

type Decision = z.output<typeof decideBankLine.body>

/** Decides whose money a line is. @throws AppError as the contract says */
export async function decideLine(tx: Tx, by: FeeStaff, asked: Decision): Promise<z.input<typeof BankLine>> {
  const { schoolId, userId: byUser, nowMs } = by
  const { lineId, payerId, movedFrom } = asked
  const [line] = await tx
    .select()
    .from(feeBankLines)
    .where(isThis({ schoolId, id: lineId }))
    .for('update')
  if (!line) throw new AppError('request.not-found', { field: 'lineId' })
  if (line.state === 'matched' && (movedFrom === null || movedFrom !== line.payerId))
    throw new AppError('fees.line-decided')
  if (line.amount <= 0) throw new AppError('request.invalid', { field: 'lineId' })
  await lockPayers(
    tx,
    schoolId,
    [payerId, line.payerId].filter((id) => id !== null),
  )
  await takeBack(tx, by, line)
  const state = payerId === null ? 'ignored' : 'matched'
  const matchedBy = payerId === null ? null : 'person'
  const decided = { state, matchedBy, payerId, paymentId: null, byUser, decidedAt: toInstant(nowMs) } as const
  await tx.update(feeBankLines).set(decided).where(isThis(line))
  if (asked.paymentId !== null) await link(tx, { ...line, ...decided }, asked.paymentId)
  else if (payerId !== null) {
    if (!asked.isAnother) await refuseRecorded(tx, { ...line, payerId })
    await bookLine(tx, by, { ...line, ...decided }, asked.wished)
  }
  await recordAuditEvent(tx, by.audit, 'fee-line-decided', { about: null, by: byUser, facts: { state } })
  const rows = await tx.select().from(feeBankLines).where(isThis(line))
  const [view] = await lineViews(tx, schoolId, rows)
  if (!view) throw new Error('a line without a row')
  return view
}

/** Takes the payment of a line back that turns out to be another payer's. One that was made at the desk is let alone. */
async function takeBack(tx: Tx, by: FeeStaff, line: LineRow): Promise<void> {
  const { id, paymentId, amount } = line
  if (paymentId === null || !isOwnPayment(line)) return
  const opId = reversalIdOf(id, paymentId)
  await returnPayment(tx, by, { opId, paymentId, amount, on: by.today, from: 'bank', kind: 'payment' })
}

/** Refuses to book what is recorded at the desk already. @throws AppError fees.line-recorded */
async function refuseRecorded(tx: Tx, line: LineRow & { payerId: string }): Promise<void> {
  const of = { ...line, payers: [line.payerId] }
  const transfers = await findTransfers(tx, line.schoolId, [of])
  if (transfers(of).length > 0) throw new AppError('fees.line-recorded')
}

/** Lists the transfers of a payer that a line may be linked to. @throws AppError request.not-found */
export async function transfersOfLine(
  tx: Tx,
  schoolId: string,
  { lineId, payerId }: z.output<typeof bankLineTransfers.body>,
): Promise<z.input<typeof bankLineTransfers.reply>> {
  const [line] = await tx
    .select()
    .from(feeBankLines)
    .where(isThis({ schoolId, id: lineId }))
  if (!line) throw new AppError('request.not-found', { field: 'lineId' })
  const of = { ...line, payers: [payerId] }
  const transfers = await findTransfers(tx, schoolId, [of])
  return { payments: transfers(of).map(linkable) }
}

/** Links a line to a transfer that was recorded already. @throws AppError request.invalid */
async function link(tx: Tx, line: LineRow, paymentId: string): Promise<void> {
  const { schoolId, payerId, amount } = line
  const of = { ...line, payers: payerId === null ? [] : [payerId] }
  const transfers = await findTransfers(tx, schoolId, [of])
  if (amount <= 0 || !transfers(of).some(({ id }) => id === paymentId))
    throw new AppError('request.invalid', { field: 'paymentId' })
  await tx.update(feeBankLines).set({ paymentId }).where(isThis(line))
}
