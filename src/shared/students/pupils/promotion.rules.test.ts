import { expect, it } from 'vitest'
import { gradeOf, gradesOf } from '#shared/school/grades/grade-names.rules.ts'
import { nextClassName, nextGrade } from './promotion.rules.ts'

const usual = gradesOf(undefined)
const british = ['FS1', 'FS2', ...Array.from({ length: 13 }, (_, no) => `Y${no + 1}`)].map((code) => ({
  code,
  name: { en: code.replace('FS', 'Foundation ').replace('Y', 'Year '), ar: code.replace('Y', 'السنة ') },
}))

it.each([
  ['PREKG', 'KG1'],
  ['KG2', '1'],
  ['9', '10'],
  ['12', null],
  ['Year 7', undefined],
])('promotes %s to %s', (grade, next) => {
  const found = nextGrade(usual, grade)
  expect(found ? found.code : found).toBe(next)
})

it('promotes by the school’s own grades: each of them to the one after it, and the last one out of the school', () => {
  expect(british.map(({ code }) => nextGrade(british, code))).toEqual([...british.slice(1), null])
  expect(nextGrade(british, '7')).toBeUndefined()
})

it.each([
  [{ en: '5-A', ar: '٥-أ' }, '5', '6', { en: '6-A', ar: '٦-أ' }],
  [{ en: '9B', ar: '9ب' }, '9', '10', { en: '10B', ar: '10ب' }],
  [{ en: 'Kg2 Blue', ar: 'KG2 أزرق' }, 'KG2', '1', { en: '1 Blue', ar: '1 أزرق' }],
  [{ en: 'Grade 5 Blue', ar: 'الصف ٥ أزرق' }, '5', '6', { en: 'Grade 6 Blue', ar: 'الصف ٦ أزرق' }],
  [{ en: 'Sunflowers', ar: 'دوّار الشمس' }, '1', '2', { en: 'Sunflowers', ar: 'دوّار الشمس' }],
  // The 1 of "11" is not the grade.
  [{ en: 'Room 11', ar: 'غرفة ١١' }, '1', '2', { en: 'Room 11', ar: 'غرفة ١١' }],
  [{ en: 'Y9-A', ar: 'السنة ٩ أ' }, 'Y9', 'Y10', { en: 'Y10-A', ar: 'السنة ١٠ أ' }],
  [{ en: 'Year 9 Red', ar: 'Y9 أ' }, 'Y9', 'Y10', { en: 'Year 10 Red', ar: 'Y10 أ' }],
  [{ en: '9 Red', ar: '٩ أحمر' }, 'Y9', 'Y10', { en: '10 Red', ar: '١٠ أحمر' }],
  [{ en: 'FS2 Owls', ar: 'FS2 بوم' }, 'FS2', 'Y1', { en: 'Y1 Owls', ar: 'Y1 بوم' }],
  [{ en: 'Owls 2', ar: 'بوم 2' }, 'FS2', 'Y1', { en: 'Owls 2', ar: 'بوم 2' }],
])('renames %j', (name, grade, next, after) => {
  const grades = british.some(({ code }) => code === grade) ? british : usual
  expect(nextClassName(name, gradeOf(grades, grade), gradeOf(grades, next))).toEqual(after)
})

it('renames by a grade of any signs, and by a letter where it stands alone', () => {
  const grade = (code: string, en: string) => ({ code, name: { en, ar: en } })
  const both = (text: string) => ({ en: text, ar: text })
  expect(nextClassName(both('A+ (1) Red'), grade('x', 'A+ (1)'), grade('y', 'B'))).toEqual(both('B Red'))
  expect(nextClassName(both('Blue Amber'), grade('A', 'Class A'), grade('B', 'Class B'))).toEqual(both('Blue Amber'))
})
