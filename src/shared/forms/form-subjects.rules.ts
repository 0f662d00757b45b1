import type { Currency } from '#shared/kernel/money.ts'
import { parsePhone } from '#shared/kernel/text/phone.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'
import type { Answers } from './form-answers.rules.ts'
import type { FormDefinition } from './form-definition.contract.ts'
import type { PersonClues } from './people/person-match.rules.ts'

/** Whom a submission is about, with what else tells who that is. */
export interface FormSubject extends PersonClues {
  /** A child, or a person who writes for themselves: the two are never taken for one another. */
  kind: 'pupil' | 'adult'
}

const textOf = (answer: unknown): string => (typeof answer === 'string' ? answer.trim() : '')

/** One child that a form is about, as far as the answers name it. */
interface SubjectRow {
  /** The block's row, or all answers of a form about one child. */
  row: Answers
  names: string[]
  birthDate: Day | undefined
}

/** Whom a form is about, also where no name was given; for a form that names nobody, the person who filled it in. */
export function subjectRows({ contact, subject }: FormDefinition, answers: Answers): SubjectRow[] {
  if (!subject) return [{ row: answers, names: known([textOf(answers[contact.name])]), birthDate: undefined }]
  const rows = subject.block === undefined ? [answers] : answers[subject.block]
  if (!Array.isArray(rows)) return []
  return (rows as Answers[]).map((row) => ({
    row,
    names: known([subject.name, subject.otherName].map((key) => (key === undefined ? '' : textOf(row[key])))),
    birthDate: dayOf(row, subject.birthDate),
  }))
}

/** The people a submission is about, in the form's order: its children, or, without any, the person who filled it in. */
export function formSubjects(form: FormDefinition, answers: Answers, schoolCurrency: Currency): FormSubject[] {
  const { contact, subject } = form
  const family = {
    phone: phoneOf(contact.phone === undefined ? '' : textOf(answers[contact.phone]), schoolCurrency),
    email: (contact.email !== undefined && textOf(answers[contact.email])) || undefined,
  }
  return subjectRows(form, answers)
    .filter(({ names }) => names.length > 0)
    .map(({ names, birthDate }) =>
      subject ? { names, kind: 'pupil', birthDate, ...family } : { names, kind: 'adult', ...family },
    )
}

const known = (names: readonly string[]) => names.filter((name) => name !== '')

function dayOf(row: Answers, key: string | undefined): Day | undefined {
  const text = key === undefined ? '' : textOf(row[key])
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined
}

/** Only a number that can be dialled tells two people apart. */
function phoneOf(text: string, schoolCurrency: Currency): string | undefined {
  const read = parsePhone(text, homeCountry(schoolCurrency))
  return 'e164' in read ? read.e164 : undefined
}
