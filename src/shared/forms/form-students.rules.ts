import type { Day } from '#shared/kernel/time.ts'
import type { Answers } from './form-answers.rules.ts'
import type { FormDefinition } from './form-definition.contract.ts'
import type { Field } from './form-field.contract.ts'
import { subjectRows } from './form-subjects.rules.ts'

/** One child of an application, as the desk goes on with it. What the form did not ask, or not in this way, is null. */
export interface FormStudent {
  nameLatin: string | null
  nameArabic: string | null
  birthDate: Day | null
  nationality: string | null
  entryYear: number | null
  grade: string | null
  source: string | null
  /** Which one of the people that the form is about; null where the child has no name yet. */
  subject: number | null
}

/** By these keys the ready forms ask for what no role in the definition names. */
const commonKeys = { nationality: 'nationality', source: 'source', grade: 'grade', entryYear: 'entry_year' }

const isArabic = (name: string) => /\p{Script=Arabic}/u.test(name)

/**
 * The children of an application, each once, also one whose name was not asked for: an application is never lost. Grade and
 * year are the choice that the date of birth suggests; a form without one asks for them under their common keys.
 */
export function formStudents(form: FormDefinition, answers: Answers): FormStudent[] {
  const keys = { ...commonKeys, ...suggestedKeys(form) }
  let named = 0
  return subjectRows(form, answers).map(({ row, names, birthDate }) => {
    const said = (key: string) => textIn(row, key) ?? textIn(answers, key)
    const year = said(keys.entryYear)
    return {
      nameLatin: names.find((name) => !isArabic(name)) ?? null,
      nameArabic: names.find(isArabic) ?? null,
      birthDate: birthDate ?? null,
      nationality: said(keys.nationality),
      entryYear: year !== null && /^\d{4}$/.test(year) ? Number(year) : null,
      grade: said(keys.grade),
      source: said(keys.source),
      subject: names.length > 0 ? named++ : null,
    }
  })
}

function textIn(answers: Answers, key: string): string | null {
  const answer = answers[key]
  return typeof answer === 'string' && answer !== '' ? answer : null
}

/** Returns the codes of the grades that a form offers. */
export function gradeChoices(form: FormDefinition): string[] {
  const keys = [commonKeys.grade, suggestedKeys(form)?.grade]
  return fieldsOf(form).flatMap((field) =>
    keys.includes(field.key) && 'choices' in field ? (field.choices ?? []).map(({ code }) => code) : [],
  )
}

const fieldsOf = (form: FormDefinition): Field[] =>
  form.pages
    .flatMap(({ sections }) => sections.flatMap(({ parts }) => parts))
    .flatMap((part): Field[] => (part.type === 'repeat' ? part.fields : [part]))

function suggestedKeys(form: FormDefinition): { grade: string; entryYear: string } | undefined {
  for (const field of fieldsOf(form)) {
    if ('suggestedBy' in field && field.suggestedBy) return { grade: field.key, entryYear: field.suggestedBy.entryYear }
  }
  return undefined
}
