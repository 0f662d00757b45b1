import type { LetterField } from '#shared/kernel/letter/letter-fields.rules.ts'
import type { BothLines, LetterBlock, LetterCondition } from '#shared/letters/letter-blocks.contract.ts'
import { both, field } from './words.ts'

export const given = (name: LetterField): LetterCondition => ({ field: name, isGiven: true })
export const all = (...names: LetterField[]): LetterCondition => ({ all: names.map(given) })

const when = (showWhen?: LetterCondition) => (showWhen ? { showWhen } : {})

export const heading = (level: 1 | 2 | 3, words: BothLines, showWhen?: LetterCondition): LetterBlock => ({
  kind: 'heading',
  level,
  words,
  ...when(showWhen),
})

export const para = (en: string, ar: string, showWhen?: LetterCondition): LetterBlock => ({
  kind: 'para',
  layout: 'side',
  words: both(en, ar),
  ...when(showWhen),
})

export const fine = (en: string, ar: string, showWhen?: LetterCondition): LetterBlock => ({
  ...para(en, ar, showWhen),
  kind: 'para',
  layout: 'side',
  look: 'fine',
  words: both(en, ar),
})

export const frame = (en: string, ar: string, showWhen?: LetterCondition): LetterBlock => ({
  kind: 'para',
  layout: 'side',
  look: 'frame',
  words: both(en, ar),
  ...when(showWhen),
})

export const each = (name: 'offer.conditions' | 'offer.documents', numbered = false): LetterBlock => ({
  kind: 'list',
  items: { each: name },
  showWhen: given(name),
  ...(numbered ? { numbered: true } : {}),
})

interface Fact {
  showWhen?: LetterCondition
  label: BothLines
  value: BothLines
}

export const fact = (en: string, ar: string, value: BothLines): Fact => ({ label: both(en, ar), value })

/** Line present only where the field has a value. */
export const factIf = (name: LetterField, en: string, ar: string): Fact => ({
  ...fact(en, ar, field(name)),
  showWhen: given(name),
})

export const facts = (...rows: Fact[]): LetterBlock => ({ kind: 'facts', rows })

export const dated: Fact = fact('Date', 'التاريخ', field('letter.date'))

/** Same day by the Hijri calendar, as on letters of the Gulf. */
export const datedHijri: Fact = fact(
  'Hijri date',
  'التاريخ الهجري',
  both('{{letter.date|hijri}}', '{{letter.date|hijri}}'),
)

export const dear: LetterBlock = para('Dear {{guardian.name}},', 'حضرة ولي الأمر {{guardian.name}}،')

/** Contact and sender. */
export const askUs: LetterBlock = para(
  'If anything in this letter is unclear, please call us on {{school.phone}} or write to {{school.email}}. We are glad to help.',
  'إن كان في هذا الخطاب ما يحتاج إلى توضيح فاتصلوا بنا على {{school.phone}} أو راسلونا على {{school.email}}، ويسعدنا أن نساعدكم.',
  all('school.phone', 'school.email'),
)

export const sincerely: LetterBlock = para('Yours sincerely,', 'وتفضلوا بقبول فائق الاحترام والتقدير،')

const school = {
  signer: 'sign.school' as const,
  role: both('{{letter.signedBy}}, {{letter.signerRole}}', '{{letter.signedBy}}، {{letter.signerRole}}'),
}
const guardian = {
  signer: 'sign.guardian' as const,
  role: both('Parent or guardian: {{guardian.name}}', 'ولي الأمر: {{guardian.name}}'),
}
const second = {
  signer: 'sign.guardian2' as const,
  role: both('Parent or guardian: {{guardian2.name}}', 'ولي الأمر: {{guardian2.name}}'),
}
const date = both('Date', 'التاريخ')

export const signedBySchool: LetterBlock = { kind: 'signatures', date, places: [school] }
export const signedByGuardian: LetterBlock = { kind: 'signatures', date, places: [guardian] }

/** Signatures of one guardian, or two. */
export const signedByGuardians: LetterBlock[] = [
  { ...signedByGuardian, showWhen: { not: given('guardian2.name') } },
  { kind: 'signatures', date, places: [guardian, second], showWhen: given('guardian2.name') },
]
