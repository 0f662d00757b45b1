import type { TaxTreatment } from './tax-group.rules.ts'

/*
 * Saudi VAT on private education: the state bears it for citizens whose guardian pays. The invoice then charges 0, carries the
 * national ID and a contact, and goes to its own box of the return. For an employer who pays, or a child who is no citizen, it is 15 %.
 */

export const saudiPpm = 150_000

export interface SaudiLine {
  /** Whether the component is private education as the relief names it; transport, uniform and trips are not. */
  readonly isEducation: boolean
  readonly payer: 'person' | 'company'
  readonly isCitizen: boolean
  readonly nationalId: string | null
  readonly contact: string | null
}

export type SaudiTax =
  | { readonly taxPpm: number; readonly treatment: TaxTreatment; readonly nationalId?: string }
  | { readonly fault: 'national-id' | 'contact' }

/** Ten digits, the first of them 1 for citizens. */
const nationalIdForm = /^1\d{9}$/

/** Returns the tax of a line, or what is missing before the line may be issued at 0. */
export function saudiTax({ isEducation, payer, isCitizen, nationalId, contact }: SaudiLine): SaudiTax {
  if (!isEducation || payer === 'company' || !isCitizen) return { taxPpm: saudiPpm, treatment: 'standard' }
  if (nationalId === null || !nationalIdForm.test(nationalId)) return { fault: 'national-id' }
  if (contact === null || contact.trim() === '') return { fault: 'contact' }
  return { taxPpm: 0, treatment: 'state-paid', nationalId }
}
