import { expect, it } from 'vitest'
import { firstValues, schoolProblems, settingsOf } from './setup-values.ts'

const named = { ...firstValues(), nameEn: 'Pearl School', nameAr: 'مدرسة اللؤلؤة' }

it('asks which emirate a school is in, and nothing where a country has one regulator or none', () => {
  const inEmirates = { ...named, ...settingsOf('AE') }
  expect(schoolProblems(inEmirates)).toEqual({ regulator: 'regulator' })
  expect(schoolProblems({ ...inEmirates, regulator: 'abu-dhabi' })).toEqual({})
  for (const [country, regulator] of [
    ['QA', 'qatar'],
    ['EG', ''],
  ] as const) {
    expect(settingsOf(country).regulator).toBe(regulator)
    expect(schoolProblems({ ...named, ...settingsOf(country) })).toEqual({})
  }
})
