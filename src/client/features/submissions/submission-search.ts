import type { FormPurpose } from '#shared/contract/form-definition.ts'

export interface SubmissionSearch {
  purpose?: FormPurpose
  /** The submission that is open. */
  open?: string
}

const purposes: readonly FormPurpose[] = ['enquiry', 'admission', 'hr', 'criteria']

/** What the address says; anything else in it is left out. */
export function readSubmissionSearch({ purpose, open }: Record<string, unknown>): SubmissionSearch {
  const known = purposes.find((each) => each === purpose)
  return { ...(known && { purpose: known }), ...(typeof open === 'string' && { open }) }
}
