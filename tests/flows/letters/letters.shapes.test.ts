import { afterAll, expect, it } from 'vitest'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import type { LetterTemplate, Piece } from '#shared/letters/letter-blocks.contract.ts'
import { resolveLetter } from '#shared/letters/letter-resolve.rules.ts'
import { pdfText } from '#tests/support/letters/letter-pdf.ts'
import { hashOf, keptLog, tongues } from '#tests/support/letters/letter-press.ts'
import { letterLanguages, sampleLook, sampleValues } from '#tests/support/letters/letter-samples.ts'

const machine = new ForkedTypesetter(keptLog(), { size: 1 })
const wasm = new ForkedTypesetter(keptLog(), { size: 1, engine: 'wasm' })
afterAll(async () => {
  await Promise.all([machine.close(), wasm.close()])
})

const both = (en: string, ...more: Piece[]) => ({ en: [{ text: en }, ...more], ar: [{ text: 'كلام ' }, ...more] })

/** Every kind of block in every look, with values in every length and direction, and one that is missing. */
const everything: LetterTemplate = {
  title: { en: 'Everything', ar: 'كل شيء' },
  letterhead: true,
  blocks: [
    { kind: 'heading', level: 1, words: both('One') },
    { kind: 'heading', level: 2, words: both('Two') },
    { kind: 'heading', level: 3, words: both('Three') },
    { kind: 'para', layout: 'stack', words: both('Stacked ', { field: 'offer.note', strong: true }) },
    { kind: 'para', layout: 'stack', look: 'fine', words: both('Fine ', { field: 'guardian.email' }) },
    { kind: 'para', layout: 'side', look: 'frame', words: both('Framed ', { field: 'student.previousSchool' }) },
    { kind: 'list', items: [both('first'), both('second ', { field: 'student.nationality' })] },
    { kind: 'space', size: 'small' },
    { kind: 'space', size: 'large' },
    {
      kind: 'table',
      head: { label: both('Label'), values: [both('a'), both('b'), both('c'), both('d')] },
      rows: [{ label: both('row'), values: [both('1')] }],
    },
    { kind: 'space', size: 'page' },
    { kind: 'facts', rows: [{ label: both('label'), value: both('value') }] },
    {
      kind: 'signatures',
      date: both('Date'),
      places: [
        { signer: 'sign.school', role: both('School') },
        { signer: 'sign.guardian', role: both('Guardian') },
        { signer: 'sign.guardian2', role: both('Guardian') },
      ],
    },
  ],
}
const values = {
  ...sampleValues,
  'offer.note': `${'long '.repeat(40)}ملاحظة (English) ${'طويلة '.repeat(40)}`,
  'guardian.email': 'a.very.long.address.of.somebody@a.very.long.name.of.a.school.example',
  'student.nationality': { en: 'قطر (Qatar)', ar: 'Qatar (قطر)' },
  'sign.school': { name: 'د. هيلين Whitmore', day: '2026-11-22' },
} as const
const url = 'https://alnoor.example.school/letters/check#K7M3PX9Q'
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

it.each(tongues)('whatever a template may hold can be set, on both compilers alike (%s)', async (tongue) => {
  const verification = {
    said: letterLanguages[tongue].map((lang) => ({ lang, runs: [{ text: lang === 'ar' ? 'للتحقق' : 'To check it' }] })),
    url,
    qr: { size: 3, path: 'M0 0h1v1h-1zM2 2h1v1h-1z' },
  }
  const look = { ...sampleLook, verification, logo: { format: 'png' as const, data: onePixel } }
  const { letter, missing } = resolveLetter(everything, values, letterLanguages[tongue], look)
  expect(missing).toEqual(['student.previousSchool'])
  const [one, other] = [await machine.typeset(letter, 'everything'), await wasm.typeset(letter, 'everything')]
  expect(hashOf(one.pdf)).toBe(hashOf(other.pdf))
  expect(one).toMatchObject({ missingGlyphs: [], withoutLogo: false })
  const text = await pdfText(one.pdf)
  for (const said of ['student.previousSchool', url, 'Whitmore', values['guardian.email']]) expect(text).toContain(said)
})
