import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { type LetterField, letterFields, maxRows } from '#shared/kernel/letter/letter-fields.rules.ts'
import { LetterTemplate } from './letter-blocks.contract.ts'
import { resolveLetter } from './letter-resolve.rules.ts'
import { TooManyRows } from './letter-resolve.types.ts'
import type { LetterValues } from './letter-values.rules.ts'

const look = { brand: '#0f766e', logo: null, verification: null }
const both = ['en', 'ar'] as const
const school: LetterValues = { 'school.name': { en: 'Al Noor', ar: 'مدرسة النور' } }
const template = (...blocks: LetterTemplate['blocks']): LetterTemplate => ({
  title: { en: 'Offer', ar: 'عرض' },
  letterhead: false,
  blocks,
})
const sentence = (...fields: LetterField[]) =>
  template({
    kind: 'para',
    layout: 'side',
    words: { en: fields.map((field) => ({ field })), ar: fields.map((field) => ({ field })) },
  })
const saidOf = (values: LetterValues, field: LetterField, as?: 'hijri') => {
  const place = { field, ...(as ? { as } : {}) }
  const words = { en: [place], ar: [place] }
  const { letter } = resolveLetter(template({ kind: 'para', layout: 'side', words }), values, [...both], look)
  const [block] = letter.blocks
  return block?.kind === 'para' ? block.said.map(({ runs }) => runs[0]?.text) : []
}

describe('a value in a sentence', () => {
  it.each<[LetterField, LetterValues, string[]]>([
    ['student.name', { 'student.name': { latin: 'Sara Hamad', arabic: 'سارة حمد' } }, ['Sara Hamad', 'سارة حمد']],
    ['student.name', { 'student.name': { latin: 'Sara Hamad', arabic: null } }, ['Sara Hamad', 'Sara Hamad']],
    ['offer.startDate', { 'offer.startDate': '2027-08-30' }, ['30 August 2027', '30 أغسطس 2027']],
    [
      'offer.deposit',
      { 'offer.deposit': { minor: 250_000, currency: 'QAR' } },
      ['QAR\u00a0\u20662,500.00\u2069', '\u20662,500.00\u2069\u00a0ر.ق'],
    ],
    ['offer.grade', { 'offer.grade': { en: 'Grade 7', ar: 'الصف السابع' } }, ['Grade 7', 'الصف السابع']],
    ['application.waitingPlace', { 'application.waitingPlace': 1204 }, ['1,204', '1,204']],
    ['school.phone', { 'school.phone': '+974 4000 0000' }, ['+974 4000 0000', '+974 4000 0000']],
  ])('is written for its reader: %s', (field, values, said) => {
    expect(saidOf(values, field)).toEqual(said)
  })

  it('can be a day of the Hijri calendar', () => {
    expect(saidOf({ 'letter.date': '2026-11-22' }, 'letter.date', 'hijri')).toEqual([
      '12 Jumada II 1448 AH',
      '12 جمادى الآخرة 1448 هـ',
    ])
  })

  it('turns nothing round that stands beside it', () => {
    const typed = 'gnp\u202e.exe\u2066 \u0007x\r\ny\u200f'
    expect(saidOf({ 'offer.note': typed }, 'offer.note')).toEqual(['gnp.exe x y', 'gnp.exe x y'])
  })
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom('#read("/etc/passwd")', '<script>', '{{student.name}}', '*b* _i_ $x$', '\u202e\u2067abc', '"}]}', ''),
)
const textFields = Object.entries(letterFields)
  .filter(([, kind]) => kind === 'text' || kind === 'code' || kind === 'phone')
  .map(([code]) => code as LetterField)
const someValues = fc.dictionary(fc.constantFrom(...textFields), hostile).map((typed): LetterValues => typed)

describe('whatever stands in the values', () => {
  it('nothing of it becomes structure: the blocks and the runs are the template’s', () => {
    const shapeOf = (values: LetterValues) => {
      const { letter } = resolveLetter(sentence(...textFields), values, [...both], look)
      return letter.blocks.map((block) => [
        block.kind,
        ...(block.kind === 'para' ? block.said.map(({ runs }) => runs.length) : []),
      ])
    }
    const plain = shapeOf({})
    fc.assert(
      fc.property(someValues, (values) => {
        expect(shapeOf(values)).toEqual(plain)
      }),
    )
  })

  it('makes a letter that may be kept, with every value apart from the words around it', () => {
    fc.assert(
      fc.property(someValues, (values) => {
        const { letter } = resolveLetter(sentence(...textFields), { ...school, ...values }, [...both], look)
        expect(ResolvedLetter.parse(letter)).toEqual(letter)
        for (const block of letter.blocks) {
          if (block.kind !== 'para') continue
          for (const { runs } of block.said) {
            for (const { text, dir } of runs) {
              expect(dir).toBeDefined()
              expect(text).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u2066-\u2069\u2028\u2029]/)
            }
          }
        }
      }),
    )
  })

  it('always finds what is missing, and nothing else', () => {
    const isEmpty = (text: unknown) =>
      typeof text !== 'string' || saidOf({ 'offer.note': text }, 'offer.note')[0] === 'offer.note'
    fc.assert(
      fc.property(someValues, (values) => {
        const { missing } = resolveLetter(sentence(...textFields), values, [...both], look)
        expect(missing.toSorted()).toEqual(textFields.filter((field) => isEmpty(values[field])).toSorted())
      }),
    )
  })

  it('makes the same letter twice, and leaves what it was given as it was', () => {
    fc.assert(
      fc.property(someValues, (values) => {
        const before = { ...values }
        const once = resolveLetter(sentence(...textFields), values, [...both], look)
        expect(resolveLetter(sentence(...textFields), values, [...both], look)).toEqual(once)
        expect(values).toEqual(before)
      }),
    )
  })
})

describe('blocks', () => {
  const line = (text: string) => ({ en: [{ text }], ar: [{ text }] })

  it('are said only to whom their condition holds for, and are then not missed', () => {
    const conditional = template({
      kind: 'list',
      items: { each: 'offer.conditions' },
      showWhen: { field: 'offer.conditions', isGiven: true },
    })
    expect(resolveLetter(conditional, {}, ['en'], look)).toMatchObject({ letter: { blocks: [] }, missing: [] })
    const { letter } = resolveLetter(conditional, { 'offer.conditions': ['A report'] }, ['en'], look)
    expect(letter.blocks).toMatchObject([{ kind: 'list', items: [[{ lang: 'en', runs: [{ text: 'A report' }] }]] }])
  })

  it('miss a list and a table that they are made of', () => {
    const { missing } = resolveLetter(
      template(
        { kind: 'list', items: { each: 'offer.conditions' } },
        { kind: 'table', head: { label: line('Fee'), values: [line('QAR')] }, rows: { each: 'offer.fees' } },
      ),
      {},
      ['ar'],
      look,
    )
    expect(missing).toEqual(['offer.conditions', 'offer.fees'])
  })

  it('say once what is the same in both languages, and know a column of numbers', () => {
    const fees = template({
      kind: 'table',
      head: { label: line('Fee'), values: [line('QAR'), line('By')] },
      rows: { each: 'offer.fees' },
    })
    const amount = { minor: 1_250_000, currency: 'QAR' } as const
    const row = { label: { en: 'Tuition', ar: 'الرسوم' }, values: [{ money: amount }, { day: '2027-08-01' }] }
    const { letter } = resolveLetter(fees, { 'offer.fees': [row] }, [...both], look)
    expect(letter.blocks).toMatchObject([
      {
        numbers: [true, false],
        rows: [{ values: [[{ runs: [{ text: '12,500.00' }] }], [{ lang: 'en' }, { lang: 'ar' }]] }],
      },
    ])
  })

  it('refuse a table that paper can not hold', () => {
    const rows = Array.from({ length: maxRows + 1 }, () => ({ label: 'x', values: [] }))
    const table = template({
      kind: 'table',
      head: { label: line('a'), values: [line('b')] },
      rows: { each: 'report.grades' },
    })
    expect(() => resolveLetter(table, { 'report.grades': rows }, ['en'], look)).toThrow(TooManyRows)
  })
})

it('takes no template with hidden characters, unknown fields or markup of its own', () => {
  const good = sentence('student.name')
  expect(LetterTemplate.safeParse(good).success).toBe(true)
  const words = (text: string) => ({ en: [{ text }], ar: [{ text }] })
  for (const block of [
    { kind: 'para', layout: 'side', words: words('a\u202eb') },
    { kind: 'para', layout: 'side', words: { en: [{ field: 'student.pin' }], ar: [] } },
    { kind: 'list', items: { each: 'student.name' } },
    { kind: 'typst', source: '#read("x")' },
  ]) {
    expect(LetterTemplate.safeParse({ ...good, blocks: [block] }).success).toBe(false)
  }
})
