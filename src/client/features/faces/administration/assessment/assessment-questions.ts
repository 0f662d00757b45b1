import { FaceAssessmentAnswers } from '#shared/faces/face-settings.contract.ts'
import { latinDigits } from '#shared/kernel/digits.ts'

/** The questions of the impact assessment in the order in which they are asked, and how each is answered. */
export const questionKinds = {
  purpose: 'text',
  necessity: 'text',
  alternative: 'text',
  country: 'country',
  legalBasis: 'text',
  youngestAge: 'number',
  parentsConsulted: 'yes-no',
  pupilsConsulted: 'yes-no',
  officerConsulted: 'yes-no',
  risks: 'text',
  measures: 'text',
  responsible: 'line',
  reviewOn: 'day',
} as const satisfies Record<keyof FaceAssessmentAnswers, 'text' | 'line' | 'country' | 'number' | 'yes-no' | 'day'>

export type Question = keyof typeof questionKinds
export const questions = Object.keys(questionKinds) as Question[]

/** As it is written so far. */
export type AssessmentDraft = Partial<Record<Question, string>>

export function draftFrom(answers: FaceAssessmentAnswers | undefined): AssessmentDraft {
  if (!answers) return {}
  const written = (answer: string | number | boolean) =>
    typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : String(answer)
  return Object.fromEntries(questions.map((question) => [question, written(answers[question])]))
}

/** The answers, or the questions that are not answered so that they could be recorded. */
export function readAssessment(draft: AssessmentDraft): { answers?: FaceAssessmentAnswers; open: Question[] } {
  const read = (question: Question): unknown => {
    const text = draft[question]?.trim() ?? ''
    const kind = questionKinds[question]
    if (kind === 'yes-no') return text === 'yes' ? true : text === 'no' ? false : undefined
    return kind === 'number' && text !== '' ? Number(latinDigits(text)) : text
  }
  const said = FaceAssessmentAnswers.safeParse(Object.fromEntries(questions.map((each) => [each, read(each)])))
  if (said.success) return { answers: said.data, open: [] }
  const open = new Set(said.error.issues.map(({ path }) => path[0]))
  return { open: questions.filter((question) => open.has(question)) }
}

/** Where such schools stand: the states of the Gulf first, then the rest of the Arab world and its neighbours. */
export const countries =
  'AE BH KW OM QA SA DJ DZ EG IQ JO KM LB LY MA MR PS SD SO SY TN YE CY DE ES FR GB GR IE IN IT MT PK TR'.split(' ')
