import { expect, it } from 'vitest'
import type { FaceAssessmentAnswers } from '#shared/faces/face-settings.contract.ts'
import { draftFrom, questions, readAssessment } from './assessment-questions.ts'

const answers: FaceAssessmentAnswers = {
  purpose: 'Paying for meals',
  necessity: 'Cards are lost',
  alternative: 'Card and number',
  legalBasis: 'Consent',
  country: 'QA',
  youngestAge: 8,
  parentsConsulted: true,
  pupilsConsulted: false,
  officerConsulted: true,
  risks: 'Mistaken identity',
  measures: 'Confirming by name',
  responsible: 'Head of school',
  reviewOn: '2031-09-01',
}

it('reads back what was recorded', () => {
  expect(readAssessment(draftFrom(answers))).toEqual({ answers, open: [] })
  expect(readAssessment({ ...draftFrom(answers), youngestAge: '١٠' }).answers?.youngestAge).toBe(10)
})

it('names what is still open, in the order of the questions', () => {
  expect(readAssessment({}).open).toEqual(questions)
  const { purpose: _left, ...draft } = draftFrom(answers)
  expect(readAssessment({ ...draft, youngestAge: '5', pupilsConsulted: '', risks: '  ' }).open).toEqual([
    'purpose',
    'youngestAge',
    'pupilsConsulted',
    'risks',
  ])
})
