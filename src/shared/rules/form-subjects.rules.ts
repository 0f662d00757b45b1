import type { FormDefinition } from '#shared/contract/form-definition.ts'
import type { Currency } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { Answers } from './form-answers.rules.ts'
import { homeCountry } from './home-country.rules.ts'
import type { PersonClues } from './person-match.rules.ts'
import { readPhone } from './phone.rules.ts'

/** Whom a submission is about, with what else tells who that is. */
export interface FormSubject extends PersonClues {
  /** A child, or whoever writes for themselves: the two are never taken for one another. */
  kind: 'pupil' | 'adult'
}

const textOf = (answer: unknown): string => (typeof answer === 'string' ? answer.trim() : '')

/** The people a submission is about, in the form's order: its children, or, without any, whoever filled it in. */
export function formSubjects(form: FormDefinition, answers: Answers, schoolCurrency: Currency): FormSubject[] {
  const { contact, subject } = form
  const family = {
    phone: phoneOf(contact.phone === undefined ? '' : textOf(answers[contact.phone]), schoolCurrency),
    email: (contact.email !== undefined && textOf(answers[contact.email])) || undefined,
  }
  if (!subject) return named([textOf(answers[contact.name])], { kind: 'adult', ...family })
  const rows = subject.block === undefined ? [answers] : answers[subject.block]
  if (!Array.isArray(rows)) return []
  return (rows as Answers[]).flatMap((row) => {
    const names = [subject.name, subject.otherName].map((key) => (key === undefined ? '' : textOf(row[key])))
    return named(names, { kind: 'pupil', birthDate: dayOf(row, subject.birthDate), ...family })
  })
}

const named = (names: readonly string[], of: Omit<FormSubject, 'names'>): FormSubject[] => {
  const known = names.filter((name) => name !== '')
  return known.length === 0 ? [] : [{ ...of, names: known }]
}

function dayOf(row: Answers, key: string | undefined): Day | undefined {
  const text = key === undefined ? '' : textOf(row[key])
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined
}

/** Only a number that can be dialled tells two people apart. */
function phoneOf(text: string, schoolCurrency: Currency): string | undefined {
  const read = readPhone(text, homeCountry(schoolCurrency))
  return 'e164' in read ? read.e164 : undefined
}
