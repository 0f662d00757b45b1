import { fieldPlaces } from './editor/form-outline.rules.ts'
import type { FormDefinition } from './form-definition.contract.ts'

/** A form that is answered before a place is accepted; of every grade where none is named. */
interface RequiredForm {
  slug: string
  grades: readonly string[]
}

/** How it stands with a form that a school asks for first. */
export const requiredFormStates = ['open', 'done', 'waived', 'withdrawn', 'not-by-link'] as const
export type RequiredFormState = (typeof requiredFormStates)[number]

/** Which forms are asked of a child of this grade, in the school's order. */
export const formsRequiredOf = (forms: readonly RequiredForm[], grade: string | null): string[] =>
  forms
    .filter(({ grades }) => grades.length === 0 || (grade !== null && grades.includes(grade)))
    .map(({ slug }) => slug)

/**
 * Whether a family can answer it by a link of its own: it begins no application of its own, for a place or for work, and takes no
 * files, which come by the outbox of a browser that is known.
 */
export const isByLink = (form: FormDefinition): boolean =>
  (form.purpose === 'criteria' || form.purpose === 'enquiry') &&
  fieldPlaces(form).every(({ field }) => field.type !== 'file' || field.isOfficeOnly === true)

interface Known {
  isDone: boolean
  isWaived: boolean
  /** As it is published now, where it is. */
  published: FormDefinition | undefined
}

/** What was answered stays answered, whatever became of the form; what can't be answered hinders nobody. */
export function requiredFormState({ isDone, isWaived, published }: Known): RequiredFormState {
  if (isDone) return 'done'
  if (isWaived) return 'waived'
  if (!published) return 'withdrawn'
  return isByLink(published) ? 'open' : 'not-by-link'
}
