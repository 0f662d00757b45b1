/** What cash is taken for at the admissions desk. */
export const cashPurposes = ['application-fee', 'deposit'] as const
export type CashPurpose = (typeof cashPurposes)[number]

/** Why money that was taken has no effect as yet, by code. It is booked all the same: it lies in the drawer. */
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

/** Money that is taken now; amounts in minor units. */
interface Cash {
  readonly amount: number
  /** What whoever takes it knows to have come for the same already. */
  readonly known: number
}

/** How it stands with the fee of an application. */
export interface FeeStanding {
  /** The regulator's most; null where nothing is capped. */
  readonly most: number | null
  readonly received: number
  /** Owed again to the family. */
  readonly owed: number
  readonly isClosed: boolean
}

/** What stands against taking this for the fee; undefined where nothing does. */
export function feeCashFault(
  { most, received, owed, isClosed }: FeeStanding,
  { amount, known }: Cash,
): CashFault | undefined {
  if (isClosed) return 'file-closed'
  // Somebody else has taken it since: nobody pays for one application twice.
  if (received > known) return 'paid-already'
  return most !== null && received - owed + amount > most ? 'over-cap' : undefined
}

/** How it stands with the deposit of one offer. */
export interface DepositStanding {
  /** The offer is accepted, and the one that counts. */
  readonly isAccepted: boolean
  readonly isWaived: boolean
  /** What the offer asks for; 0 where it asks for nothing. */
  readonly due: number
  readonly received: number
}

/** What stands against taking this for the deposit; undefined where nothing does. */
export function depositCashFault(
  { isAccepted, isWaived, due, received }: DepositStanding,
  { amount }: Pick<Cash, 'amount'>,
): CashFault | undefined {
  if (!isAccepted) return 'offer-over'
  return isWaived || received + amount > due ? 'paid-already' : undefined
}

/** `P-serial-no`: given by the device, whose numbers follow one another without gaps. */
export const provisionalNumber = (serial: string, no: number): string => `P-${serial}-${String(no).padStart(4, '0')}`

/** `C-year-no`: given by the server, in one series for each school and year without gaps. */
export const cashNumber = (year: number, no: number): string => `C-${year}-${String(no).padStart(6, '0')}`

/** Of the device: six of the characters that are not mistaken for one another (`reference-number.rules.ts`). */
export const serialLength = 6
const written = /^(?:P-[2-9FKMRW]{6}|C-\d{4})-\d{4,}$/

/** A receipt's number as it is kept, from what somebody typed; undefined when it cannot be one. */
export function readCashNumber(text: string): string | undefined {
  const plain = text.trim().toUpperCase()
  return written.test(plain) ? plain : undefined
}
