import { and, eq, gte, inArray, isNotNull, lte } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { endIdOf } from '#shared/kernel/ids.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { paymentStates } from '../payments/payment-credit.service.ts'
import { feePayments } from '../payments/fee-payment.table.ts'
import { feeBankImports, feeBankLines } from './fee-bank.table.ts'
import { isSameAccount } from './read-statement.rules.ts'
import type { StatementLine } from './statement.types.ts'

export type Payment = typeof feePayments.$inferSelect
type LineRow = typeof feeBankLines.$inferSelect

/** Days between a transfer at the desk and its line in a statement, either way. */
const nearDays = 10

const dayPlus = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

const isNear = (one: string, other: string): boolean =>
  Math.abs(Date.parse(`${one}T00:00:00Z`) - Date.parse(`${other}T00:00:00Z`)) <= nearDays * dayMs

interface WithPayers extends Pick<StatementLine, 'bookedOn' | 'amount'> {
  readonly payers: readonly string[]
}

/**
 * Finds the transfers that lines may be of, and that no line is linked to yet: of the same payer and amount, within ten days.
 * @returns by line those of its payers
 */
export async function findTransfers(
  tx: Tx,
  schoolId: string,
  lines: readonly WithPayers[],
): Promise<(line: WithPayers) => Payment[]> {
  const payers = [...new Set(lines.flatMap((line) => line.payers))]
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted()
  const [from, until] = [days[0], days.at(-1)]
  if (payers.length === 0 || from === undefined || until === undefined) return () => []
  const near = await tx
    .select()
    .from(feePayments)
    .where(
      and(
        eq(feePayments.schoolId, schoolId),
        eq(feePayments.method, 'transfer'),
        inArray(feePayments.payerId, payers),
        gte(feePayments.receivedOn, dayPlus(from, -nearDays)),
        lte(feePayments.receivedOn, dayPlus(until, nearDays)),
      ),
    )
  const free = await withoutLine(tx, schoolId, near)
  return ({ bookedOn, amount, payers: of }) =>
    free.filter(
      (payment) => of.includes(payment.payerId) && payment.amount === amount && isNear(payment.receivedOn, bookedOn),
    )
}

/** Leaves out payments that a line is linked to, and those of which money went back. */
async function withoutLine(tx: Tx, schoolId: string, payments: readonly Payment[]): Promise<Payment[]> {
  if (payments.length === 0) return []
  const ids = payments.map(({ id }) => id)
  const linked = await tx
    .select({ id: feeBankLines.paymentId })
    .from(feeBankLines)
    .where(and(eq(feeBankLines.schoolId, schoolId), inArray(feeBankLines.paymentId, ids)))
  const states = await paymentStates(tx, schoolId, { paymentIds: ids })
  return payments.filter(
    ({ id }) =>
      !linked.some((line) => line.id === id) && states.find(({ paymentId }) => paymentId === id)?.returned === 0,
  )
}

/**
 * Finds the payers to whom lines of the same account, day and amount are booked that came in another format: their hash may differ
 * where a bank gives another reference.
 */
export async function findTwins(
  tx: Tx,
  schoolId: string,
  { account, format, lines }: { account: string; format: string; lines: readonly StatementLine[] },
): Promise<(line: StatementLine) => string[]> {
  const days = [...new Set(lines.map(({ bookedOn }) => bookedOn))]
  if (days.length === 0) return () => []
  const booked = await tx
    .select({ line: feeBankLines, format: feeBankImports.format })
    .from(feeBankLines)
    .innerJoin(
      feeBankImports,
      and(eq(feeBankImports.schoolId, feeBankLines.schoolId), eq(feeBankImports.id, feeBankLines.importId)),
    )
    .where(
      and(eq(feeBankLines.schoolId, schoolId), inArray(feeBankLines.bookedOn, days), isNotNull(feeBankLines.payerId)),
    )
  const others = booked.filter((each) => each.format !== format && isSameAccount(each.line.account, account))
  return ({ bookedOn, amount }) => [
    ...new Set(
      others.flatMap(({ line }) =>
        line.bookedOn === bookedOn && line.amount === amount && line.payerId !== null ? [line.payerId] : [],
      ),
    ),
  ]
}

/** How often a line may be booked again. */
const mostMoves = 16

const ownIds = (lineId: string): string[] => [
  lineId,
  ...Array.from({ length: mostMoves }, (_, round) => endIdOf(lineId, round)),
]

/** Whether a payment was made from a line, and not at the desk. */
export const isOwnPayment = ({ id, paymentId }: Pick<LineRow, 'id' | 'paymentId'>): boolean =>
  paymentId !== null && ownIds(id).includes(paymentId)

/** Returns the id of the operation that takes a line's payment back. */
export const reversalIdOf = (lineId: string, paymentId: string): string =>
  endIdOf(lineId, 128 + ownIds(lineId).indexOf(paymentId))

/** Returns the id for a line's next payment: its own, or another one after it was moved. @throws AppError fees.line-decided */
export async function nextPaymentId(tx: Tx, schoolId: string, lineId: string): Promise<string> {
  const rows = await tx
    .select({ id: feePayments.id })
    .from(feePayments)
    .where(and(eq(feePayments.schoolId, schoolId), inArray(feePayments.id, ownIds(lineId))))
  const next = ownIds(lineId).find((id) => !rows.some((row) => row.id === id))
  if (next === undefined) throw new AppError('fees.line-decided')
  return next
}
