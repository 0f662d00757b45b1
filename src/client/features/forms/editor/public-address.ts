import { addressOfForm } from '#shared/forms/form-address.rules.ts'
import type { FormPurpose } from '#shared/forms/form-definition.contract.ts'

/** Undefined for a form that each applicant gets a link of their own to. */
export const addressOf = (slug: string, purpose: FormPurpose): string | undefined =>
  purpose === 'criteria' ? undefined : addressOfForm(slug)
