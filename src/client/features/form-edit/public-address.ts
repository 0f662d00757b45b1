import type { FormPurpose } from '#shared/contract/form-definition.ts'
import { addressOfForm } from '#shared/rules/form-address.rules.ts'

/** Undefined for a form that each applicant gets a link of their own to. */
export const addressOf = (slug: string, purpose: FormPurpose): string | undefined =>
  purpose === 'criteria' ? undefined : addressOfForm(slug)
