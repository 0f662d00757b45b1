import { isOfficeForm, type OfficeForm } from '#shared/school/office-forms.rules.ts'
import type { FormPurpose } from './form-definition.contract.ts'

/** What a person may read of what is handed in. */
export interface SubmissionScope {
  /** Of families: enquiries, applications for a place, criteria. */
  families: boolean
  /** Applications for work. */
  work: boolean
  /** Office forms, by name. */
  office: readonly OfficeForm[]
}

/** Returns whether a submission is within a person's scope: an office form by its name alone, any other by its purpose. */
export function isInScope(scope: SubmissionScope, { slug, purpose }: { slug: string; purpose: FormPurpose }): boolean {
  if (isOfficeForm(slug)) return scope.office.includes(slug)
  return purpose === 'hr' ? scope.work : scope.families
}

export const isEmptyScope = ({ families, work, office }: SubmissionScope): boolean =>
  !families && !work && office.length === 0
