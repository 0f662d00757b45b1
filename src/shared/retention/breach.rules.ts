import type { Instant } from '#shared/kernel/time.ts'
import { fromInstant, hourMs } from '#shared/kernel/time.ts'

/** What kinds of data a breach may concern. Stored. */
export const breachData = ['contact', 'file', 'health', 'faces', 'money', 'access', 'staff'] as const
export type BreachData = (typeof breachData)[number]

/** How much it may harm the people concerned. Stored. */
export const breachRisks = ['low', 'high'] as const
export type BreachRisk = (typeof breachRisks)[number]

/** Hours within which an authority is told where the law or its guidelines name a time: Qatar and Saudi Arabia do. */
export const noticeHours = 72

/** Dates of a breach that decide what is still to be done. */
export interface BreachDates {
  discoveredAt: Instant
  risk: BreachRisk
  authorityAt: Instant | null
  familiesAt: Instant | null
  closedAt: Instant | null
}

/** What is to be done next about a breach. */
export type BreachStep = 'tell-authority' | 'tell-families' | 'close' | 'closed'

/** Returns what is to be done next: families are told where the risk is high, the authority always. */
export function nextStep({ risk, authorityAt, familiesAt, closedAt }: BreachDates): BreachStep {
  if (closedAt !== null) return 'closed'
  if (authorityAt === null) return 'tell-authority'
  return risk === 'high' && familiesAt === null ? 'tell-families' : 'close'
}

/** Returns until when an authority is to be told. */
export const noticeUntilMs = ({ discoveredAt }: Pick<BreachDates, 'discoveredAt'>): number =>
  fromInstant(discoveredAt) + noticeHours * hourMs

/** Why dates cannot be right: something is told or closed before the breach was found, or in the future. */
export function wrongDate(
  { discoveredAt, authorityAt, familiesAt }: Omit<BreachDates, 'risk' | 'closedAt'>,
  nowMs: number,
): 'discoveredAt' | 'authorityAt' | 'familiesAt' | undefined {
  const foundMs = fromInstant(discoveredAt)
  if (foundMs > nowMs) return 'discoveredAt'
  const isWrong = (at: Instant | null) => at !== null && (fromInstant(at) < foundMs || fromInstant(at) > nowMs)
  if (isWrong(authorityAt)) return 'authorityAt'
  return isWrong(familiesAt) ? 'familiesAt' : undefined
}
