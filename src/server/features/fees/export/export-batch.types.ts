import type { exportProfiles } from '#shared/fees/export/export-batch.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'

/** Debit or credit of one account, as a journal has it; amounts in minor units, one of them 0. */
export interface ExportLine {
  /** The school's own code of the account. */
  readonly account: string
  readonly party: string
  readonly admissionNo: string
  readonly component: string
  readonly taxCode: string
  readonly debit: number
  readonly credit: number
}

export interface ExportJournal {
  /** Place in the batch, from 1. */
  readonly no: number
  readonly opId: string
  readonly effectiveOn: Day
  /** Number of the document; empty where it has none. */
  readonly document: string
  readonly text: string
  readonly lines: readonly ExportLine[]
}

/** Journals of one batch in their order: the same batch gives the same bytes. */
export interface ExportBatch {
  readonly number: string
  readonly currency: Currency
  readonly journals: readonly ExportJournal[]
}

export type ExportProfile = (typeof exportProfiles)[number]

export interface ExportFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** `decimals`: the target keeps two decimals and the currency has three. `unbalanced`: a journal whose debits are not its credits. */
export type ExportFault = { readonly fault: 'decimals' } | { readonly fault: 'unbalanced'; readonly journal: number }
