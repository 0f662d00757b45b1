import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { subjectRows } from '#shared/forms/form-subjects.rules.ts'

/** Values of the default form for a child with a learning plan, or being assessed for one. */
const states: readonly unknown[] = ['plan', 'assessing']

/** Returns whether an application states support needs of one of its children, from 0; false for a form that asks differently. */
export function hasSupportNeeds(form: FormDefinition, answers: Answers, place: number): boolean {
  const row = subjectRows(form, answers)[place]?.row
  return states.includes(row?.['support_state'] ?? answers['support_state'])
}
