import { expect, it } from 'vitest'
import { nextClassName, nextGrade } from './promotion.rules.ts'

it.each([
  ['PREKG', 'KG1'],
  ['KG2', '1'],
  ['9', '10'],
  ['12', undefined],
  ['Year 7', undefined],
])('promotes %s to %s', (grade, next) => {
  expect(nextGrade(grade)).toBe(next)
})

it.each([
  [{ en: '5-A', ar: '٥-أ' }, '5', '6', { en: '6-A', ar: '٦-أ' }],
  [{ en: '9B', ar: '9ب' }, '9', '10', { en: '10B', ar: '10ب' }],
  [{ en: 'Kg2 Blue', ar: 'KG2 أزرق' }, 'KG2', '1', { en: '1 Blue', ar: '1 أزرق' }],
  [{ en: 'Sunflowers', ar: 'دوّار الشمس' }, '1', '2', { en: 'Sunflowers', ar: 'دوّار الشمس' }],
  // The 1 of "11" is not the grade.
  [{ en: 'Room 11', ar: 'غرفة ١١' }, '1', '2', { en: 'Room 11', ar: 'غرفة ١١' }],
])('renames %j', (name, grade, next, after) => {
  expect(nextClassName(name, grade, next)).toEqual(after)
})
