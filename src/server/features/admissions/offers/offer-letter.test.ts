import { expect, it } from 'vitest'
import { defaultLetters } from '#server/features/letters/templates/default-letters.service.ts'
import { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { minor } from '#shared/kernel/money.ts'
import { isConditional, offerLetters } from '#shared/letters/letter-kinds.rules.ts'
import { formatName } from '#shared/letters/letter-values.rules.ts'
import { type OfferLetterData, offerLetter } from './offer-letter.service.ts'

const said = (more: Partial<OfferLetterData> = {}): OfferLetterData => ({
  terms: {
    letter: 'offer-letter',
    startOn: '2027-08-29',
    currency: 'QAR',
    fees: [{ label: { en: 'Tuition', ar: 'الرسوم الدراسية' }, amount: minor(3_000_000) }],
    deposit: { amount: minor(100_000), dueDays: 5 },
    conditions: [],
  },
  reference: 'K7M3PX9-1',
  sentOn: '2026-11-22',
  expiresOn: '2026-12-06',
  depositDueOn: null,
  student: {
    name: { latin: 'Layla Al Mana', arabic: null },
    grade: 'KG1',
    entryYear: 2027,
    campus: '',
    stream: '',
  },
  school: {
    name: { en: 'Al Noor', ar: 'النور' },
    language: 'en',
    brand: '#0f766e',
    contact: undefined,
    logo: null,
  },
  signers: [{ name: 'Hind Al Mana', inScripts: formatName('Hind Al Mana'), signedOn: null, signature: null }],
  ...more,
})
const filled = (of: OfferLetterData) => offerLetter(defaultLetters[of.terms.letter], of)
const textOf = (of: OfferLetterData) => JSON.stringify(filled(of))
const { terms } = said()

it.each(offerLetters)('%s lacks nothing, in either language', (letter) => {
  const conditions = isConditional(letter) ? [{ en: 'The school report', ar: 'الشهادة المدرسية' }] : []
  const of = said({ terms: { ...terms, letter, conditions } })
  const resolved = filled(of)
  expect(ResolvedLetter.parse(resolved)).toEqual(resolved)
  const text = JSON.stringify(resolved)
  expect(text).not.toContain('"missing"')
  for (const words of ['2027/28', 'روضة 1', '30,000.00', ...conditions.flatMap(({ en, ar }) => [en, ar])])
    expect(text).toContain(words)
})

it('names the deposit before it is due, its day once there is one, and none where none is asked for', () => {
  const before = textOf(said())
  expect(before).toMatch(/please pay a deposit of [^"]*1,000\.00[^"]* within 5 days of accepting this offer\./)
  expect(before).toContain('خلال 5 أيام من قبولكم للعرض')
  const accepted = textOf(said({ depositDueOn: '2026-11-27' }))
  expect(accepted).toContain('27 November 2026')
  expect(accepted).not.toContain('of accepting this offer')
  expect(textOf(said({ terms: { ...terms, deposit: null } }))).not.toContain('1,000.00')
})

it.each([
  [0, 'on the day you accept this offer', 'في يوم قبولكم للعرض'],
  [1, 'within one day of accepting', 'خلال يوم واحد من'],
  [2, 'within 2 days of accepting', 'خلال يومين من'],
  [14, 'within 14 days of accepting', 'خلال 14 يومًا من'],
])('says in whole sentences that %i days are left for the deposit', (dueDays, en, ar) => {
  const text = textOf(said({ terms: { ...terms, deposit: { amount: minor(100_000), dueDays } } }))
  expect(text).toContain(en)
  expect(text).toContain(ar)
})

it('shows who has signed, as they did', () => {
  const strokes = [[1, 2, 3, 4]]
  const signers = [
    {
      name: 'Hind Al Mana',
      inScripts: formatName('Hind Al Mana'),
      signedOn: '2026-11-23',
      signature: { kind: 'drawn' as const, strokes },
    },
    { name: 'عمر المناعي', inScripts: formatName('عمر المناعي'), signedOn: null, signature: null },
  ]
  const places = filled(said({ signers })).blocks.flatMap((block) => (block.kind === 'signatures' ? block.places : []))
  expect(places.map(({ name, strokes: drawn }) => [name, drawn])).toEqual([
    ['Al Noor', null],
    ['Hind Al Mana', strokes],
    ['', null],
  ])
})
