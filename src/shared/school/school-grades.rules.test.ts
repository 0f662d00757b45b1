import { describe, expect, it } from 'vitest'
import { suggestGrade } from './grade.rules.ts'
import { defaultRegulator, regulators, regulatorsOf } from './regulator.rules.ts'
import { defaultGrades, gradeNameOf, schoolAgeRules } from './school-grades.rules.ts'

describe('the grades that a school begins with', () => {
  it('have the ages of its regulator where they are known', () => {
    expect(defaultGrades('AE').find(({ code }) => code === 'KG1')?.age).toBe(4)
    expect(defaultGrades('QA').every(({ age }) => age === null)).toBe(true)
  })

  it('have a name in both languages, and the school’s own in its place', () => {
    expect(gradeNameOf(undefined, '3')).toEqual({ en: 'Grade 3', ar: 'الصف 3' })
    expect(gradeNameOf(undefined, 'FS1')).toBe('FS1')
    const name = { en: 'Year 4', ar: 'السنة الرابعة' }
    expect(gradeNameOf([{ code: '3', name, age: null }], '3')).toEqual(name)
  })
})

describe('a school’s rules of age', () => {
  const grades = defaultGrades('AE')
  const ages = { intake: 'autumn' as const, cutOff: '' }

  it('are none before it has set its grades, and where no cut-off day is known', () => {
    expect(schoolAgeRules({ country: 'AE', regulator: 'dubai' })).toBeUndefined()
    expect(schoolAgeRules({ grades, ages, country: 'QA', regulator: 'qatar' })).toBeUndefined()
    expect(schoolAgeRules({ grades, ages, country: 'AE', regulator: 'none' })).toBeUndefined()
  })

  it('are the regulator’s as long as the school’s ages are', () => {
    const rules = schoolAgeRules({ grades, ages, country: 'AE', regulator: 'dubai' })?.rules ?? []
    expect(new Set(rules.map(({ source }) => source))).toEqual(new Set(['regulator']))
    const later = grades.map((grade) => ({ ...grade, age: (grade.age ?? 0) + 1 }))
    const own = schoolAgeRules({ grades: later, ages, country: 'AE', regulator: 'dubai' })?.rules ?? []
    expect(own.map(({ source, cutOff }) => [source, cutOff])).toContainEqual(['school', '12-31'])
  })

  it('decide by its own cut-off day, whatever order its grades stand in', () => {
    const found = schoolAgeRules({ grades: grades.toReversed(), ages: { ...ages, cutOff: '09-30' }, country: 'QA' })
    const question = { birthDate: '2026-09-30', entryYear: 2030, intake: 'autumn' as const, country: 'QA' }
    expect(suggestGrade(question, found?.rules ?? [])).toMatchObject({ grade: 'KG1', age: 4, source: 'school' })
  })
})

it('a school that has set no regulator follows the first one of its country', () => {
  expect(['AE', 'QA', 'KW', 'SA', 'EG', ''].map(defaultRegulator)).toEqual([
    'dubai',
    'qatar',
    'kuwait',
    'saudi',
    'none',
    'none',
  ])
  expect([regulatorsOf('AE').length, regulatorsOf('QA'), regulatorsOf('EG')]).toEqual([3, ['qatar'], []])
  expect(new Set(regulators).size).toBe(regulators.length)
})
