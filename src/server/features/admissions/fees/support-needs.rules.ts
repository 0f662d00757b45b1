import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { subjectRows } from '#shared/forms/form-subjects.rules.ts'

/** What the ready form calls it when a child has a plan for its learning, or is being assessed for one. */
const states: readonly unknown[] = ['plan', 'assessing']

/** Whether an application says of one of its children, from 0, that it needs support; a form that asks in another way says nothing. */
export function statesSupportNeeds(form: FormDefinition, answers: Answers, place: number): boolean {
  const row = subjectRows(form, answers)[place]?.row
  return states.includes(row?.['support_state'] ?? answers['support_state'])
}
