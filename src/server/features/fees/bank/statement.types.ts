import type { Currency, Minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'

/** Line of a bank statement; the amount is below 0 for money that left. */
export interface StatementLine {
  readonly bookedOn: Day
  readonly amount: Minor
  readonly text: string
  /** The bank's own reference; empty where it gives none. */
  readonly reference: string
  /** Several payments in one line, or a direction that cannot be read: never booked without a person. */
  readonly isUncertain?: boolean
}

export const statementFaults = ['date', 'amount', 'currency', 'damaged'] as const
export type StatementFault = (typeof statementFaults)[number]

export interface Statement {
  readonly format: 'csv' | 'mt940' | 'camt053'
  readonly lines: readonly StatementLine[]
  /** Lines that were not read, by their number in the file, from 1. */
  readonly faults: readonly { readonly line: number; readonly fault: StatementFault }[]
}

export interface StatementSettings {
  readonly currency: Currency
}

/** Longest text kept of a line. */
export const maxStatementText = 500
