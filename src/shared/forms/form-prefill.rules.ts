import { type Answers, isAnswered } from './form-answers.rules.ts'
import type { FormDefinition } from './form-definition.contract.ts'
import { draftAnswers } from './form-draft.rules.ts'
import type { Field } from './form-field.contract.ts'
import { formStudents } from './form-students.rules.ts'
import { subjectRows } from './form-subjects.rules.ts'

/** Keys under which the ready forms ask for the schools so far; an enquiry asks for the current one alone. */
const schooling = { current: 'current_school', attended: 'has_attended', block: 'schools', name: 'school' } as const

type Part = FormDefinition['pages'][number]['sections'][number]['parts'][number]

const partsOf = (form: FormDefinition): Part[] =>
  form.pages.flatMap(({ sections }) => sections.flatMap(({ parts }) => parts))

/** Returns whether a field of another form takes an answer as it is; a choice only takes one of its own codes. */
function takes(field: Field | undefined, answer: Answers[string]): boolean {
  if (!field || field.type === 'file' || field.type === 'consent' || !isAnswered(answer)) return false
  if (field.type === 'choice') return typeof answer === 'string' && hasCode(field, answer)
  if (field.type === 'choices')
    return Array.isArray(answer) && answer.every((code) => typeof code === 'string' && hasCode(field, code))
  if (field.type === 'yes-no') return typeof answer === 'boolean'
  return typeof answer === 'string'
}

const hasCode = ({ choices, choicesFrom }: Extract<Field, { type: 'choice' | 'choices' }>, code: string): boolean =>
  choicesFrom !== undefined || (choices ?? []).some((choice) => choice.code === code)

function suggested(form: FormDefinition): { grade: string; entryYear: string } {
  for (const part of partsOf(form)) {
    const fields = part.type === 'repeat' ? part.fields : [part]
    for (const field of fields)
      if ('suggestedBy' in field && field.suggestedBy)
        return { grade: field.key, entryYear: field.suggestedBy.entryYear }
  }
  return { grade: 'grade', entryYear: 'entry_year' }
}

/**
 * Returns the answers with which another form begins, for one child of a form that was submitted: what the roles of both
 * definitions name (who writes, the child, grade and year), and every other question that both ask under the same key. Consents
 * are given and files are added again.
 * @param place index of the child, from 0
 */
export function prefilledAnswers(from: FormDefinition, answers: Answers, place: number, to: FormDefinition): Answers {
  const row = subjectRows(from, answers)[place]?.row ?? {}
  const child = formStudents(from, answers)[place]
  const keys = suggested(to)
  const names = to.subject
  const [first, second] = [child?.nameLatin ?? child?.nameArabic, child?.nameLatin ? child.nameArabic : null]
  const ofRoles: Answers = {
    [to.contact.name]: answers[from.contact.name],
    ...(to.contact.email && from.contact.email && { [to.contact.email]: answers[from.contact.email] }),
    ...(to.contact.phone && from.contact.phone && { [to.contact.phone]: answers[from.contact.phone] }),
  }
  const ofChild: Answers = {
    ...(names && { [names.name]: first ?? undefined }),
    ...(names?.otherName && { [names.otherName]: second ?? undefined }),
    ...(names?.birthDate && { [names.birthDate]: child?.birthDate ?? undefined }),
    [keys.grade]: child?.grade ?? undefined,
    [keys.entryYear]: child?.entryYear ? String(child.entryYear) : undefined,
  }
  const block = names?.block
  const parts = new Map(partsOf(to).map((part) => [part.key, part]))
  const inBlock = block === undefined ? undefined : parts.get(block)
  const known: Answers = { ...answers, ...row, ...ofRoles, ...(block === undefined && ofChild) }
  const begun: Answers = Object.fromEntries(
    [...parts.values()].flatMap((part) =>
      part.type !== 'repeat' && takes(part, known[part.key]) ? [[part.key, known[part.key]]] : [],
    ),
  )
  if (inBlock?.type === 'repeat') {
    const ofRow: Answers = { ...row, ...ofChild }
    begun[inBlock.key] = [
      Object.fromEntries(
        inBlock.fields.filter((field) => takes(field, ofRow[field.key])).map(({ key }) => [key, ofRow[key]]),
      ),
    ] as Answers[string]
  }
  return draftAnswers(to, { ...begun, ...schoolsBefore(parts, known) }, {})
}

function schoolsBefore(parts: ReadonlyMap<string, Part>, known: Answers): Answers {
  const name = known[schooling.current]
  const block = parts.get(schooling.block)
  if (typeof name !== 'string' || name === '' || block?.type !== 'repeat') return {}
  if (!block.fields.some(({ key, type }) => key === schooling.name && type === 'text')) return {}
  const attended = parts.get(schooling.attended)?.type === 'yes-no' ? { [schooling.attended]: true } : {}
  return { ...attended, [schooling.block]: [{ [schooling.name]: name }] as Answers[string] }
}
