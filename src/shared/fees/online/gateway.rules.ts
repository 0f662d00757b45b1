import { fromInstant, type Instant } from '#shared/kernel/time.ts'

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

/** How long a link may be paid. */
export const linkMs = 24 * hour

/** How long a gateway may take to answer about a refund before a person may answer in its place. */
export const answerByHandMs = 48 * hour

/**
 * When an open payment is asked for next: 1 and 5 minutes after its start, every 15 minutes while its link lives, then each hour to
 * 48 hours.
 */
export function nextAskAt(createdMs: number, nowMs: number): number | null {
  const age = nowMs - createdMs
  const pause = age < linkMs ? 15 * minute : hour
  const next = [minute, 5 * minute].find((mark) => mark > age) ?? (Math.floor(age / pause) + 1) * pause
  return next > 48 * hour ? null : createdMs + next
}

/** Returns whether a person may say what a gateway made of a refund that it was asked for at an instant. */
export const mayAnswerByHand = (askedAt: Instant, nowMs: number): boolean =>
  nowMs >= fromInstant(askedAt) + answerByHandMs
