import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toInstant } from '#shared/kernel/time.ts'
import { ageOn, type GradeQuestion, type GradeRule, suggestGrade } from './grade.rules.ts'
import { demoSchoolGradeRules, gradeRules } from './grade-rule-packs.ts'

const allRules = [...gradeRules, ...demoSchoolGradeRules.alnoor, ...demoSchoolGradeRules.manara]

const ask = (country: string, intake: GradeQuestion['intake'], entryYear: number, birthDate: string) =>
  suggestGrade({ country, intake, entryYear, birthDate }, allRules)

const emirates = (entryYear: number, birthDate: string) => ask('AE', 'autumn', entryYear, birthDate)

describe('the age on a day', () => {
  it.each([
    ['2022-10-14', '2026-10-13', 3],
    ['2022-10-14', '2026-10-14', 4],
    ['2022-10-14', '2026-10-15', 4],
    ['2022-12-31', '2026-12-31', 4],
    ['2023-01-01', '2026-12-31', 3],
    ['2020-02-29', '2026-02-28', 5],
    ['2020-02-29', '2026-03-01', 6],
    ['2020-02-29', '2024-02-28', 3],
    ['2020-02-29', '2024-02-29', 4],
    ['2026-05-05', '2026-05-05', 0],
  ])('of one born on %s is, on %s, %i', (birthDate, day, age) => {
    expect(ageOn(birthDate, day)).toBe(age)
  })
})

describe('the grade suggested in the Emirates', () => {
  // The day before the cut-off, the day, the day after: autumn until 2025, autumn from 2026, April.
  it.each([
    ['autumn', 2025, '2021-08-30', 'KG1', 4],
    ['autumn', 2025, '2021-08-31', 'KG1', 4],
    ['autumn', 2025, '2021-09-01', 'PREKG', 3],
    ['autumn', 2026, '2022-12-30', 'KG1', 4],
    ['autumn', 2026, '2022-12-31', 'KG1', 4],
    ['autumn', 2026, '2023-01-01', 'PREKG', 3],
    ['autumn', 2026, '2020-12-31', '1', 6],
    ['autumn', 2026, '2021-01-01', 'KG2', 5],
    ['april', 2026, '2022-03-30', 'KG1', 4],
    ['april', 2026, '2022-03-31', 'KG1', 4],
    ['april', 2026, '2022-04-01', 'PREKG', 3],
    ['autumn', 2026, '2020-02-29', '1', 6],
    ['april', 2026, '2020-02-29', '1', 6],
  ] as const)('%s %i, born %s: %s', (intake, year, born, grade, age) => {
    expect(ask('AE', intake, year, born)).toMatchObject({
      kind: 'grade',
      grade,
      age,
      ageAsked: age,
      source: 'regulator',
    })
  })

  it('is explained, with what last year’s rule would have given', () => {
    expect(emirates(2026, '2022-10-14')).toEqual({
      kind: 'grade',
      grade: 'KG1',
      age: 4,
      ageAsked: 4,
      cutOff: '2026-12-31',
      source: 'regulator',
      rule: 'ae-autumn-2026',
      byCompletedGrade: false,
      before: {
        kind: 'grade',
        grade: 'PREKG',
        age: 3,
        ageAsked: 3,
        cutOff: '2026-08-31',
        source: 'regulator',
        rule: 'ae-autumn-2018',
      },
    })
  })

  it('speaks of last year’s rule only in the year it changed, and only where it made a difference', () => {
    expect(emirates(2026, '2022-08-31')).not.toHaveProperty('before')
    expect(emirates(2026, '2022-09-01')).toHaveProperty('before.grade', 'PREKG')
    expect(emirates(2027, '2023-10-14')).not.toHaveProperty('before')
    expect(emirates(2025, '2021-10-14')).not.toHaveProperty('before')
    expect(ask('AE', 'april', 2026, '2021-10-14')).not.toHaveProperty('before')
    // Born after last year's cut-off, but in by this year's.
    expect(emirates(2026, '2023-10-14')).toMatchObject({ grade: 'PREKG', before: { kind: 'too-young', age: 2 } })
  })

  it('says of a child too young when its year comes', () => {
    expect(emirates(2026, '2024-05-05')).toMatchObject({
      kind: 'too-young',
      grade: 'PREKG',
      age: 2,
      ageAsked: 3,
      firstEntryYear: 2027,
    })
    expect(emirates(2026, '2026-12-31')).toMatchObject({ kind: 'too-young', age: 0, firstEntryYear: 2029 })
    expect(emirates(2029, '2026-12-31')).toMatchObject({ kind: 'grade', grade: 'PREKG' })
  })

  it('leaves an older child to the grade completed elsewhere', () => {
    expect(emirates(2026, '2020-05-05')).toMatchObject({ grade: '1', byCompletedGrade: false })
    expect(emirates(2026, '2019-05-05')).toMatchObject({ grade: '2', byCompletedGrade: true })
    expect(emirates(2026, '2009-01-01')).toMatchObject({ kind: 'grade', grade: '12', byCompletedGrade: true })
    expect(emirates(2026, '2008-12-31')).toMatchObject({ kind: 'too-old', grade: '12', age: 18 })
  })
})

describe('where no answer can be given', () => {
  it.each(['', '2022', '14/10/2022', '2022-02-29', '2022-13-01', '2022-10-32', 'x', '2027-01-01', '9999-01-01'])(
    '%j is no birth date for 2026',
    (birthDate) => {
      expect(emirates(2026, birthDate)).toEqual({ kind: 'unknown-birth-date' })
    },
  )

  it('says that no rule is known', () => {
    expect(ask('SA', 'autumn', 2026, '2022-10-14')).toEqual({ kind: 'no-rule' })
    expect(ask('QA', 'april', 2026, '2022-10-14')).toEqual({ kind: 'no-rule' })
    expect(ask('AE', 'autumn', 2017, '2012-10-14')).toEqual({ kind: 'no-rule' })
    expect(suggestGrade({ country: 'AE', intake: 'autumn', entryYear: 2026, birthDate: '2022-10-14' }, [])).toEqual({
      kind: 'no-rule',
    })
  })
})

describe('the demo schools', () => {
  it.each([
    ['QA', '2022-09-29', 'KG1'],
    ['QA', '2022-09-30', 'KG1'],
    ['QA', '2022-10-01', 'PREKG'],
    ['KW', '2022-03-14', 'KG1'],
    ['KW', '2022-03-15', 'KG1'],
  ])('%s, born %s: %s by the school’s own rule', (country, born, grade) => {
    expect(ask(country, 'autumn', 2026, born)).toMatchObject({ kind: 'grade', grade, source: 'school' })
  })

  it('of Kuwait takes nobody at three', () => {
    expect(ask('KW', 'autumn', 2026, '2022-03-16')).toMatchObject({
      kind: 'too-young',
      grade: 'KG1',
      firstEntryYear: 2027,
    })
  })
})

describe('every rule', () => {
  it('has its own id, a cut-off on the calendar and grades a year apart', () => {
    expect(new Set(allRules.map((rule) => rule.id)).size).toBe(allRules.length)
    for (const rule of allRules) {
      expect(toInstant(Date.parse(`2026-${rule.cutOff}T00:00:00Z`)).slice(5, 10)).toBe(rule.cutOff)
      expect(rule.grades.map(({ age }) => age - (rule.grades[0]?.age ?? 0))).toEqual(
        rule.grades.map((_, index) => index),
      )
    }
  })

  it('gives a child born a day earlier the same grade or a higher one, and a year later the next', () => {
    const day = fc.integer({ min: Date.UTC(2008, 0, 1) / 864e5, max: Date.UTC(2026, 11, 31) / 864e5 })
    const rank = (rule: GradeRule, born: number) => {
      const answer = suggestGrade(
        {
          country: rule.country,
          intake: rule.intake,
          entryYear: 2026,
          birthDate: toInstant(born * 864e5).slice(0, 10),
        },
        allRules,
      )
      return 'age' in answer ? answer.age : -1
    }
    fc.assert(
      fc.property(fc.constantFrom(...allRules), day, (rule, born) => {
        expect(rank(rule, born - 1)).toBeGreaterThanOrEqual(rank(rule, born))
        expect(rank(rule, born - 366)).toBeGreaterThan(rank(rule, born))
      }),
    )
  })
})
