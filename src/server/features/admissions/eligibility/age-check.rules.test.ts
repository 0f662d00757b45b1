import { expect, it } from 'vitest'
import { demoSchoolGradeRules, gradeRules } from '#shared/school/grade-rule-packs.ts'
import { checkAge } from './student-age.service.ts'

const alnoor = demoSchoolGradeRules.alnoor
const asks = (birthDate: string, grade = 'KG1', entryYear = 2030) =>
  checkAge({ birthDate, grade, entryYear, country: 'QA', intake: 'autumn' }, alnoor)

it('counts anyone who has their birthday on the cut-off day, and the day after no more', () => {
  expect(asks('2026-09-30')).toBeNull()
  expect(asks('2026-10-01')).toEqual({
    kind: 'too-young',
    age: 3,
    ageAsked: 4,
    cutOff: '2030-09-30',
    rule: 'alnoor-autumn',
    source: 'school',
  })
  expect(asks('2025-10-01')).toBeNull()
  expect(asks('2025-09-30')).toMatchObject({ kind: 'too-old', age: 5, ageAsked: 4 })
})

it('takes the first of March for a birthday on the 29th of February, and another year by another day', () => {
  const emirates = (birthDate: string, entryYear: number) =>
    checkAge({ birthDate, grade: 'KG1', entryYear, country: 'AE', intake: 'april' }, gradeRules)
  expect(emirates('2024-02-29', 2028)).toBeNull()
  expect(asks('2026-09-30', 'KG1', 2029)).toMatchObject({ kind: 'too-young', cutOff: '2029-09-30' })
  const autumn = (entryYear: number) =>
    checkAge(
      { birthDate: `${entryYear - 4}-10-14`, grade: 'KG1', entryYear, country: 'AE', intake: 'autumn' },
      gradeRules,
    )
  expect(autumn(2025)).toMatchObject({ kind: 'too-young', cutOff: '2025-08-31', rule: 'ae-autumn-2018' })
  expect(autumn(2026)).toBeNull()
})

it('says nothing of later grades, of grades that no rule names, and where none is known', () => {
  expect(asks('2024-05-05', '1')).toBeNull()
  expect(asks('2024-10-05', '1')).toMatchObject({ kind: 'too-young', age: 5, ageAsked: 6 })
  expect(asks('2026-05-05', '2')).toBeNull()
  expect(asks('2026-10-01', 'NURSERY')).toBeNull()
  expect(asks('2031-01-01')).toBeNull()
  expect(
    checkAge({ birthDate: '2026-10-01', grade: 'KG1', entryYear: 2030, country: 'OM', intake: 'autumn' }, alnoor),
  ).toBeNull()
})
