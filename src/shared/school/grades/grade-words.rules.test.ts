import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defaultGrades } from '../school-grades.rules.ts'
import { gradeIn } from './grade-words.rules.ts'

const ordinals = ['الأولى', 'الثانية', 'الثالثة']
const british = [
  { code: 'FS1', name: { en: 'Foundation 1', ar: 'التأسيس الأول' } },
  { code: 'FS2', name: { en: 'Foundation 2', ar: 'التأسيس الثاني' } },
  ...Array.from({ length: 13 }, (_, no) => ({
    code: `Y${no + 1}`,
    name: { en: `Year ${no + 1}`, ar: `السنة ${ordinals[no] ?? no + 1}` },
  })),
]

it('understands the grades of a school by their codes, names and numbers, before the usual words', () => {
  expect(['fs1', 'FS 2', 'Foundation 1', 'التأسيس الثانى'].map((said) => gradeIn(said, british))).toEqual([
    'FS1',
    'FS2',
    'FS1',
    'FS2',
  ])
  for (const said of ['Y7', 'y07', 'Year 7', 'yr 7', 'YEAR-7', '7', '٧', 'السنة 7', 'سنة ٧'])
    expect(gradeIn(said, british), said).toBe('Y7')
  expect(gradeIn('السنة الثانية', british)).toBe('Y2')
})

it('takes no grade of another counting, and none that the school does not have, for one of its own', () => {
  for (const said of ['Grade 7', 'الصف 7', 'KG1', 'pre kg', 'Y14', 'Year 0', 'FS3', ''])
    expect(gradeIn(said, british), said).toBeUndefined()
  const mixed = [...british, { code: 'G7', name: { en: 'Grade 7', ar: 'الصف السابع' } }]
  expect(['7', 'Grade 7', 'Year 7'].map((said) => gradeIn(said, mixed))).toEqual([undefined, 'G7', 'Y7'])
})

it('understands a school with the usual grades as before, and one without any that it has set', () => {
  const own = defaultGrades('QA')
  for (const said of ['5', 'Grade 5', 'G05', 'الصف ٥', 'kg 1', 'روضة ٢', 'fs1'])
    expect(gradeIn(said, own), said).toBe(gradeIn(said))
  expect(gradeIn('Year 5', own)).toBeUndefined()
})

it('reads every code and name of any school back as its grade', () => {
  const code = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,9}$/)
  fc.assert(
    fc.property(
      fc.uniqueArray(code, { minLength: 1, maxLength: 30, selector: (each) => each.toLowerCase() }),
      (codes) => {
        const own = codes.map((each) => ({ code: each, name: { en: `The ${each} class`, ar: `صف ${each} لدينا` } }))
        for (const { code: each, name } of own)
          expect([each, each.toLowerCase(), name.en, name.ar].map((said) => gradeIn(said, own))).toEqual(
            Array(4).fill(each),
          )
      },
    ),
    { numRuns: 30 },
  )
})
