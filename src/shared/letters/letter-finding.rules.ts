import type { Language } from '#shared/kernel/fields.ts'
import type { LetterField } from '#shared/kernel/letter/letter-fields.rules.ts'
import { availableFields } from './letter-available-fields.rules.ts'
import type { BothLines, LetterTemplate, Piece } from './letter-blocks.contract.ts'
import { LetterTemplate as Whole } from './letter-blocks.contract.ts'
import type { LetterKind } from './letter-kinds.rules.ts'
import { eachesOf, waitlistsOf } from './letter-lines.rules.ts'

/**
 * What is to be looked at in a template, by the key of a sentence in both languages. `words-missing`, `title-missing`, `braces`,
 * `never-filled` and `too-much` keep it from being published; the others are only told.
 */
export type LetterFindingCode =
  | 'title-missing'
  | 'words-missing'
  /** Braces that are typed words: a field's name that is none. */
  | 'braces'
  /** A field that this kind of letter is never filled with: none could be issued. */
  | 'never-filled'
  /** Too long, or too many parts. */
  | 'too-much'
  /** Not known of every child; where it is not, the letter is not issued. */
  | 'not-always'
  /** A field that one language names and the other does not. */
  | 'one-side'

export interface LetterFinding {
  code: LetterFindingCode
  /** The block's number from 0; null for the title or the whole. */
  block: number | null
  lang: Language | null
  field: LetterField | null
}

const told: ReadonlySet<LetterFindingCode> = new Set(['not-always', 'one-side'])

/** Whether it keeps a template from being published. */
export const isBlocking = ({ code }: LetterFinding): boolean => !told.has(code)

const languages = ['en', 'ar'] as const

const isBlank = (line: readonly Piece[]): boolean => line.every((piece) => 'text' in piece && piece.text.trim() === '')
const fieldsIn = (line: readonly Piece[]): LetterField[] =>
  line.flatMap((piece) => ('field' in piece ? piece.field : []))

/** Everything to be looked at in a template of this kind; each thing once for each block. */
export function findingsInLetter(kind: LetterKind, template: LetterTemplate): LetterFinding[] {
  const found: LetterFinding[] = []
  const tell = (finding: LetterFinding): void => {
    const isKnown = found.some((each) => sameKey(each) === sameKey(finding))
    if (!isKnown) found.push(finding)
  }
  for (const lang of languages)
    if (template.title[lang].trim() === '') tell({ code: 'title-missing', block: null, lang, field: null })
  const judge = judgeOf(kind)
  for (const { block, words, given } of waitlistsOf(template)) {
    findingsInLine(words).forEach((each) => tell({ ...each, block }))
    for (const field of [...fieldsIn(words.en), ...fieldsIn(words.ar)]) {
      const code = judge(field, given)
      if (code) tell({ code, block, lang: null, field })
    }
  }
  for (const { block, field, given } of eachesOf(template)) {
    const code = judge(field, given)
    if (code) tell({ code, block, lang: null, field })
  }
  const isWhole = Whole.safeParse(template).success
  if (!isWhole && !found.some(isBlocking)) tell({ code: 'too-much', block: null, lang: null, field: null })
  return found
}

const sameKey = ({ code, block, lang, field }: LetterFinding): string => `${code} ${block} ${lang} ${field}`

function judgeOf(kind: LetterKind) {
  const filled = availableFields(kind)
  const [always, sometimes] = [new Set(filled.always), new Set(filled.sometimes)]
  return (field: LetterField, given: readonly LetterField[]): LetterFindingCode | undefined => {
    if (always.has(field) || given.includes(field)) return undefined
    return sometimes.has(field) ? 'not-always' : 'never-filled'
  }
}

function findingsInLine(words: BothLines): Omit<LetterFinding, 'block'>[] {
  const found: Omit<LetterFinding, 'block'>[] = []
  for (const lang of languages) {
    const line = words[lang]
    if (isBlank(line)) found.push({ code: 'words-missing', lang, field: null })
    if (line.some((piece) => 'text' in piece && /\{\{|\}\}/.test(piece.text)))
      found.push({ code: 'braces', lang, field: null })
    const other = fieldsIn(words[lang === 'en' ? 'ar' : 'en'])
    const isOtherBlank = isBlank(words[lang === 'en' ? 'ar' : 'en'])
    for (const field of fieldsIn(line))
      if (!isOtherBlank && !other.includes(field)) found.push({ code: 'one-side', lang, field })
  }
  return found
}
