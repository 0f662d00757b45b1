// chunk: desk-calls
/** Purposes for which the admissions desk takes cash. */
export const cashPurposes = ['application-fee', 'deposit'] as const
export type CashPurpose = (typeof cashPurposes)[number]

/** Reasons why received money is unallocated for now, by code. It is booked nevertheless: it is in the drawer. */
export const cashFaults = [
  'offer-over',
  'too-early',
  'paid-already',
  'over-cap',
  'file-closed',
  'not-allowed',
  'refused',
] as const
export type CashFault = (typeof cashFaults)[number]

/** Money being taken now; amounts in minor units. */
interface Cash {
  readonly amount: number
  /** Already received for the same purpose, as far as the cashier knows. */
  readonly known: number
}

/** Status of an application fee. */
export interface FeeStatus {
  /** The regulator's cap; null when there is none. */
  readonly most: number | null
  readonly received: number
  /** Owed back to the family. */
  readonly owed: number
  readonly isClosed: boolean
}

/** Returns the reason this amount cannot be allocated to the fee; undefined when it can. */
export function feeCashFault(
  { most, received, owed, isClosed }: FeeStatus,
  { amount, known }: Cash,
): CashFault | undefined {
  if (isClosed) return 'file-closed'
  // Someone else has taken it since: an application is paid for only once.
  if (received > known) return 'paid-already'
  return most !== null && received - owed + amount > most ? 'over-cap' : undefined
}

/** Status of one offer's deposit. */
export interface DepositStatus {
  /** The offer is accepted and is the current one. */
  readonly isAccepted: boolean
  readonly isWaived: boolean
  /** Amount the offer asks for; 0 when it asks for none. */
  readonly due: number
  readonly received: number
}

/** Returns the reason this amount cannot be allocated to the deposit; undefined when it can. */
export function depositCashFault(
  { isAccepted, isWaived, due, received }: DepositStatus,
  { amount }: Pick<Cash, 'amount'>,
): CashFault | undefined {
  if (!isAccepted) return 'offer-over'
  return isWaived || received + amount > due ? 'paid-already' : undefined
}

/** Formats a provisional receipt number, `P-serial-no`, numbered by the device without gaps. */
export const provisionalNumber = (serial: string, no: number): string => `P-${serial}-${String(no).padStart(4, '0')}`

/**
 * Length of a device serial, made of characters that are not mistaken for one another (`reference-number.rules.ts`).
 */
export const serialLength = 6
const written = /^(?:P-[2-9FKMRW]{6}|C-\d{4})-\d{4,}$/

/** Parses a typed receipt number into its stored form; undefined when it cannot be one. */
export function readCashNumber(text: string): string | undefined {
  const plain = text.trim().toUpperCase()
  return written.test(plain) ? plain : undefined
}
