import {
  type Answers,
  askedParts,
  isAnswered,
  isRequired,
  keepAsked,
  placesIn,
} from '#shared/forms/form-answers.rules.ts'
import { checkAnswers } from '#shared/forms/form-check.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'

/** Effect of a newer version on a draft started under the older one. */
export interface DraftEffect {
  /** Unanswered questions that are required now and were optional or absent before. */
  misses: string[]
  /** Answers no longer asked for, or no longer possible. */
  loses: string[]
}

const placesOf = (form: FormDefinition, answers: Answers) =>
  placesIn(askedParts(form, 'public', answers), 'public', answers)

const requiredPaths = (form: FormDefinition, answers: Answers) =>
  placesOf(form, answers).filter(({ field, row }) => isRequired(field, answers, row))

/** Returns the effect of a new version; `today` is a day of the school's calendar. */
export function draftEffect(
  before: FormDefinition,
  after: FormDefinition,
  answers: Answers,
  today: string,
): DraftEffect {
  const needed = new Set(requiredPaths(before, answers).map(({ path }) => path))
  const misses = requiredPaths(after, answers)
    .filter(
      ({ path, field, answer }) =>
        !needed.has(path) && !(field.type === 'consent' ? answer === true : isAnswered(answer)),
    )
    .map(({ path }) => path)
  const kept = new Set(answeredPaths(after, answers))
  const impossible = new Set(unfit(after, answers, today))
  const fitBefore = new Set(unfit(before, answers, today))
  const loses = answeredPaths(before, answers).filter(
    (path) => !kept.has(path) || (impossible.has(path) && !fitBefore.has(path)),
  )
  return { misses, loses }
}

const answeredPaths = (form: FormDefinition, answers: Answers): string[] =>
  placesOf(form, keepAsked(form, 'public', answers))
    .filter(({ field, answer }) => (field.type === 'consent' ? answer === true : isAnswered(answer)))
    .map(({ path }) => path)

/** Returns the keys of answers that would not be accepted. */
const unfit = (form: FormDefinition, answers: Answers, today: string): string[] =>
  checkAnswers(form, answers, { scope: 'public', today })
    .filter(({ code }) => code !== 'required' && code !== 'consent-needed' && code !== 'too-few-rows')
    .map(({ path }) => path)
