import { expect, it } from 'vitest'
import type { AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { differing, draftOfRules, moved, rulesOf } from './rules-draft.ts'

const rules: AdmissionRules = {
  offersNeedHead: false,
  expiredOffersGo: 'waiting',
  graceHours: 12,
  reminderHours: [72, 24],
  depositOverdue: false,
  coolingHours: 24,
  claimOrder: ['sibling', 'alumni'],
  tellsPosition: true,
  withdrawalRefund: 40,
  intakeEnds: [{ entryYear: 2030, on: '2030-10-01' }],
  regulator: 'dubai',
  consentsFirst: true,
  formsFirst: [{ slug: 'health', grades: ['KG1'] }],
  needsContract: true,
  needsRegistration: false,
  accountFromFirstDay: true,
  officeHours: { opens: '07:00', closes: '15:00' },
  answerHours: 8,
  identityBeforeShortlist: true,
  pupilNumbers: { prefix: 'A-', withYear: false, digits: 5 },
  keepClosedMonths: 18,
  erasesByItself: false,
  documentsBeforeOffer: false,
  interviewBeforeOffer: false,
  feeBeforeOffer: false,
}

it('is what it was when nothing is typed', () => {
  expect(rulesOf(draftOfRules(rules))).toEqual({ rules })
  expect(differing(rules, rules)).toEqual([])
})

it('reads hours in either digits, reminders in any order and each once', () => {
  const typed = { ...draftOfRules(rules), graceHours: '٦', reminderHours: '24،  72 24', coolingHours: ' 0 ' }
  expect(rulesOf(typed)).toEqual({ rules: { ...rules, graceHours: 6, coolingHours: 0 } })
  expect(rulesOf({ ...typed, reminderHours: '' })).toMatchObject({ rules: { reminderHours: [] } })
})

it('keeps closed files without end where no months are typed', () => {
  const draft = { ...draftOfRules(rules), keepClosedMonths: ' ' }
  expect(rulesOf(draft)).toMatchObject({ rules: { keepClosedMonths: null } })
  expect(draftOfRules({ ...rules, keepClosedMonths: null }).keepClosedMonths).toBe('')
  expect(rulesOf({ ...draft, keepClosedMonths: '٠' })).toEqual({ wrong: ['keepClosedMonths'] })
})

it('names what is not right', () => {
  const typed = { ...draftOfRules(rules), graceHours: 'long', reminderHours: '0', coolingHours: '999' }
  expect(rulesOf(typed)).toEqual({ wrong: ['graceHours', 'reminderHours', 'coolingHours'] })
})

it('tells which rules differ, and moves a claim by one place', () => {
  expect(differing(rules, { ...rules, graceHours: 1, claimOrder: ['alumni', 'sibling'] })).toEqual([
    'graceHours',
    'claimOrder',
  ])
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
})
