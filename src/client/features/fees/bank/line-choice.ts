// chunk: fees
import type { z } from 'zod'
import type { BankLine, LinePayment } from '#shared/fees/bank/bank-line.contract.ts'
import type { PayerName } from '#shared/fees/fee-values.contract.ts'

type Payment = z.infer<typeof LinePayment>

/** A payer whom a person has looked for, with the transfers that the line may be linked to. */
export interface FoundPayer {
  payer: PayerName
  payments: readonly Payment[]
}

/** Whose money a line is: linked to a payment, booked as a new one, or, without a payer, not for fees. */
export interface LineChoice {
  payerId: string | null
  paymentId: string | null
  /** Booked beside a transfer that was recorded already. */
  isAnother: boolean
}

export type OfferedChoice =
  | { kind: 'link'; choice: LineChoice; payer: PayerName; payment: Payment }
  | { kind: 'payer' | 'another'; choice: LineChoice; payer: PayerName }
  | { kind: 'none'; choice: LineChoice }

const uniqueBy = <T>(all: readonly T[], keyOf: (each: T) => string): T[] =>
  all.filter((each, at) => all.findIndex((other) => keyOf(other) === keyOf(each)) === at)

/**
 * Returns what may be decided about a line, recorded transfers first: linking comes before booking, which would be the same money twice.
 * A line of a payer is not booked for that payer once more.
 */
export function offeredChoices(
  { candidates, payments, payer: of, state }: Pick<BankLine, 'candidates' | 'payments' | 'payer' | 'state'>,
  found: readonly FoundPayer[],
): OfferedChoice[] {
  const payers = uniqueBy([...found.map(({ payer }) => payer), ...candidates], ({ payerId }) => payerId)
  const known = uniqueBy([...found.flatMap((each) => each.payments), ...payments], ({ paymentId }) => paymentId)
  const links = known.flatMap((payment): OfferedChoice[] => {
    const { payerId, paymentId } = payment
    const payer = payers.find((each) => each.payerId === payerId)
    return payer ? [{ kind: 'link', choice: { payerId, paymentId, isAnother: false }, payer, payment }] : []
  })
  const bookings = payers
    .filter(({ payerId }) => payerId !== of?.payerId)
    .map((payer): OfferedChoice => {
      const { payerId } = payer
      const isAnother = known.some((payment) => payment.payerId === payerId)
      return { kind: isAnother ? 'another' : 'payer', choice: { payerId, paymentId: null, isAnother }, payer }
    })
  const none = { payerId: null, paymentId: null, isAnother: false }
  return [...links, ...bookings, ...(state === 'ignored' ? [] : [{ kind: 'none', choice: none } as const])]
}

/** Returns what a payer who was found is decided by at first: the recorded transfer where there is one. */
export const firstChoice = (line: Parameters<typeof offeredChoices>[0], found: FoundPayer): LineChoice | undefined =>
  offeredChoices(line, [found]).find(({ choice }) => choice.payerId === found.payer.payerId)?.choice
