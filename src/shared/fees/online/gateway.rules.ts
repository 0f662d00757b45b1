/** Gateways with an adapter; `simulated` is a local one for development and tests. */
export const gatewayIds = ['myfatoorah', 'tap', 'simulated'] as const
export type GatewayId = (typeof gatewayIds)[number]

/** Countries of a merchant's account, as ISO 3166 codes. */
export const gatewayCountries = ['AE', 'SA', 'QA', 'KW', 'BH', 'OM', 'JO', 'EG'] as const
export type GatewayCountry = (typeof gatewayCountries)[number]

export const intentStates = [
  /** The link is being made. */
  'new',
  /** Waits for the payer. */
  'open',
  'paid',
  'failed',
  'expired',
  /** Answered by another link, or by a change of what is owed. Money that still comes by it is booked. */
  'replaced',
  /** The gateway says that other money came than was asked: a person decides. */
  'mismatch',
] as const
export type IntentState = (typeof intentStates)[number]

/** Why money at the gateway was not booked. */
export const intentFaults = ['amount', 'currency', 'reference', 'merchant'] as const
export type IntentFault = (typeof intentFaults)[number]

const minute = 60_000
const hour = 60 * minute

/** Pauses after which an open payment is asked for: 1, 5, 15 and 60 minutes after its start, then each hour to 48 hours. */
export function nextAskAt(createdMs: number, nowMs: number): number | null {
  const marks = [minute, 5 * minute, 15 * minute, hour]
  const age = nowMs - createdMs
  const next = marks.find((mark) => mark > age) ?? (Math.floor(age / hour) + 1) * hour
  return next > 48 * hour ? null : createdMs + next
}
