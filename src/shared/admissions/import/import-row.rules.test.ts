import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HeadMapping } from '#shared/lists/head-mapping.rules.ts'
import { unreadableSheets } from '#shared/lists/spreadsheet.rules.ts'
import { type ImportColumn, importColumnCodes, importColumns, knownHeads, readHeads } from './import-columns.rules.ts'
import { dayOrderOf, parseDay } from '#shared/lists/day-cell.rules.ts'
import { reasonOf, unreadableWords } from './import-reasons.rules.ts'
import { importProblems, readImportRow } from './import-row.rules.ts'
import { gradeIn } from '#shared/school/grades/grade-words.rules.ts'
import { relationIn } from './import-words.rules.ts'

const setting = { order: 'day-first', today: '2030-03-03', country: 'QA' } as const

it('heads are read in both languages, in any order; what is missing, twice or unknown is named', () => {
  for (const lng of ['en', 'ar'] as const) {
    const { codes, unknown, missing } = readHeads(
      importColumnCodes.map((code) => importColumns[code][lng].toUpperCase()),
    )
    expect(codes).toEqual(importColumnCodes)
    expect([...unknown, ...missing]).toEqual([])
  }
  expect(readHeads(['Shoe size', 'Grade', 'الصف', 'Status since'])).toMatchObject({
    unknown: ['Shoe size'],
    unused: ['Status since'],
    missing: ['nameEn', 'birthDate'],
    twice: ['grade'],
  })
})

it('a head that every object has as a property is an unknown one, and is mapped only by a person', () => {
  const inherited = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf']
  const named = ['nameEn', 'birthDate', ...inherited]
  expect(readHeads(named)).toMatchObject({
    codes: ['nameEn', 'birthDate', ...inherited.map(() => null)],
    unknown: inherited,
  })
  expect(knownHeads(named)).toBe(2)
  expect(readHeads(named, { ['constructor']: 'grade' } as HeadMapping<ImportColumn>).codes[2]).toBe('grade')
})

describe('days', () => {
  it('are read as they are written here, and the other way where only that gives days', () => {
    expect(dayOrderOf(['1/4/2020', '31/3/2018'])).toBe('day-first')
    expect(dayOrderOf(['3/31/2018', '1/4/2020'])).toBe('month-first')
    expect(parseDay('٣١/٣/٢٠١٨', 'day-first')).toBe('2018-03-31')
    expect(parseDay('2018-03-31 00:00:00', 'month-first')).toBe('2018-03-31')
    for (const text of ['31/2/2018', '12/5/18', '1447-02-01', '2018', 'yesterday'])
      expect(parseDay(text, 'day-first')).toBeUndefined()
  })
  it('every day is read back from every way of writing it', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
        (date) => {
          const day = date.toISOString().slice(0, 10)
          const [year, month, of] = day.split('-').map(Number)
          expect(parseDay(day, 'day-first')).toBe(day)
          expect(parseDay(`${of}.${month}.${year}`, 'day-first')).toBe(day)
          expect(parseDay(`${month}/${of}/${year}`, 'month-first')).toBe(day)
        },
      ),
    )
  })
})

it('a row says everything that is wrong with it, and whatever it says is in words in both languages', () => {
  const { values, problems } = readImportRow(
    {
      nameAr: 'Sara',
      birthDate: '2031-01-01',
      nationality: 'Atlantis',
      entryYear: '26',
      guardian1Phone: '12',
      guardian2NameEn: 'x'.repeat(161),
    },
    setting,
  )
  expect(problems.map(({ column, why }) => `${column} ${why}`)).toEqual([
    'nameAr script',
    'birthDate day-to-come',
    'entryYear year',
    'nationality country',
    'guardian1Phone phone',
    'guardian2NameEn too-long',
  ])
  expect(values).toMatchObject({ nameArabic: null, birthDate: null, entryYear: null, status: 'new', guardians: [] })
  for (const why of importProblems)
    for (const lng of ['en', 'ar'] as const)
      expect(reasonOf({ column: 'grade', why, row: 7 }, lng)).not.toMatch(/undefined|\{/)
})

it('a row without a name in either script says so of itself', () => {
  for (const cells of [{}, { nameEn: ' ' }, { nameAr: '' }]) {
    const { problems } = readImportRow({ ...cells, birthDate: '2018-01-01' }, setting)
    expect(problems).toEqual([{ column: null, why: 'no-name' }])
    expect(problems.map((each) => reasonOf(each, 'en'))).toEqual(['This row: has no name, in English or in Arabic'])
  }
})

it('a source that every school has is known by its words, and any other stays as it is written', () => {
  const sourceOf = (source: string) => readImportRow({ source }, setting).values.source
  expect(['Search or website', 'أخ أو أخت في المدرسة', 'web', 'The fair'].map(sourceOf)).toEqual([
    'web',
    'sibling',
    'web',
    'The fair',
  ])
})

it('guardians are known by the heads that lists have for them', () => {
  const { codes, unknown } = readHeads([
    'Guardian’s name',
    "Guardian's e-mail",
    'GUARDIAN PHONE',
    'Parent 2 mobile',
    'Guardian 2: email',
  ])
  expect(codes).toEqual(['guardian1NameEn', 'guardian1Email', 'guardian1Phone', 'guardian2Phone', 'guardian2Email'])
  expect(readHeads(['اسم ولي الأمر', 'جوال ولي الأمر']).codes).toEqual(['guardian1NameAr', 'guardian1Phone'])
  expect(unknown).toEqual([])
  expect(readHeads(["Guardian's name", 'Guardian 1: name in English']).twice).toEqual(['guardian1NameEn'])
})

it('a file that is not read says why in both languages', () => {
  for (const why of unreadableSheets) expect(unreadableWords[why].en && unreadableWords[why].ar).toBeTruthy()
})

it('no cells at all break a row, and a row without problems has a name and a birthday', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('2018-01-01', 'Sara', 'سارة', '5', '55123456', 'Father'),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...importColumnCodes), cell), (cells) => {
      const { values, problems } = readImportRow(cells, setting)
      if (problems.length > 0) return
      expect(values.nameLatin ?? values.nameArabic).not.toBeNull()
      expect(values.birthDate).not.toBeNull()
    }),
  )
})

it('grades and relations are known by the words people write', () => {
  expect(['5', 'Grade 5', 'G05', 'الصف ٥', 'kg 1', 'روضة ٢'].map((said) => gradeIn(said))).toEqual([
    '5',
    '5',
    '5',
    '5',
    'KG1',
    'KG2',
  ])
  expect([gradeIn('14'), gradeIn('A'), relationIn('والدة'), relationIn('king')]).toEqual([
    undefined,
    undefined,
    'mother',
    undefined,
  ])
})
