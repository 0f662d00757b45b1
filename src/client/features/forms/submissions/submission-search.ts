import type { FormPurpose } from '#shared/forms/form-definition.contract.ts'

export interface SubmissionSearch {
  purpose?: FormPurpose
  /** Always `received`: the other lists of the page are not ours. */
  list?: 'received'
  /** The submission that is open. */
  open?: string
}

const purposes: readonly FormPurpose[] = ['enquiry', 'admission', 'hr', 'criteria']

/** The address as it comes: read only by the screen, since what a route does with it is part of the first load. */
export type SubmissionAddress = Partial<Record<keyof SubmissionSearch, unknown>>

/** What the address says; anything else in it is left out. */
export function readSubmissionSearch({ purpose, open }: SubmissionAddress): SubmissionSearch {
  const known = purposes.find((each) => each === purpose)
  return { ...(known && { purpose: known }), ...(typeof open === 'string' && { open }) }
}
