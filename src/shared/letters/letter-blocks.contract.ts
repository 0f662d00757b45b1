import { z } from 'zod'
import { type LetterField, letterFields } from '#shared/kernel/letter/letter-fields.rules.ts'
import { hasHiddenCharacters } from '#shared/kernel/text/hidden-characters.rules.ts'

/*
 * A letter's template is data: blocks of words in both languages with merge fields between them. Schools write it; nothing in
 * it is ever run. What is made of it, `ResolvedLetter` (letter.ts), is what paper, page and mail are made of.
 */

const codes = Object.keys(letterFields) as [LetterField]
const Field = z.enum(codes)

const fieldOf = (kind: 'list' | 'table' | 'signature') =>
  z.enum(codes.filter((code) => letterFields[code] === kind) as [LetterField])

const Words = z
  .string()
  .min(1)
  .max(2000)
  .refine((text) => !hasHiddenCharacters(text), 'hidden characters')

/** A piece of a line: words as they stand, or a field's place. */
const Piece = z.union([
  z.strictObject({ text: Words, strong: z.literal(true).optional() }),
  /** `hijri`: a day by the Hijri calendar. */
  z.strictObject({ field: Field, as: z.literal('hijri').optional(), strong: z.literal(true).optional() }),
])
export type Piece = z.infer<typeof Piece>

const Line = z.array(Piece).max(60)
/** The same in both languages. */
export const BothLines = z.strictObject({ en: Line, ar: Line })
export type BothLines = z.infer<typeof BothLines>

/** Looks at a field: whether it is given, or is exactly this. */
export type LetterCondition =
  | { field: LetterField; isGiven: boolean }
  | { field: LetterField; is: string }
  | { all: LetterCondition[] }
  | { any: LetterCondition[] }
  | { not: LetterCondition }

const LetterCondition: z.ZodType<LetterCondition> = z.lazy(() =>
  z.union([
    z.strictObject({ field: Field, isGiven: z.boolean() }),
    z.strictObject({ field: Field, is: z.string().min(1).max(40) }),
    z.strictObject({ all: z.array(LetterCondition).min(1).max(10) }),
    z.strictObject({ any: z.array(LetterCondition).min(1).max(10) }),
    z.strictObject({ not: LetterCondition }),
  ]),
)

const base = { showWhen: LetterCondition.optional() }

const Heading = z.strictObject({ ...base, kind: z.literal('heading'), level: z.literal([1, 2, 3]), words: BothLines })

/** `side`: both languages beside each other, where there are two; `stack`: one below the other. */
const Paragraph = z.strictObject({
  ...base,
  kind: z.literal('para'),
  layout: z.enum(['side', 'stack']),
  /** `fine`: small print. `frame`: in a frame, to be seen at once. */
  look: z.enum(['fine', 'frame']).optional(),
  words: BothLines,
})

/** Points, of words or of a field that is a list. */
const List = z.strictObject({
  ...base,
  kind: z.literal('list'),
  numbered: z.literal(true).optional(),
  items: z.union([z.array(BothLines).min(1).max(40), z.strictObject({ each: fieldOf('list') })]),
})

/** Names and values below each other: a reference, a date, a grade. */
const Facts = z.strictObject({
  ...base,
  kind: z.literal('facts'),
  rows: z
    .array(z.strictObject({ showWhen: LetterCondition.optional(), label: BothLines, value: BothLines }))
    .min(1)
    .max(40),
})

/** A label and up to four values in each row; the rows from the template, or from a field that is a table. */
const Table = z.strictObject({
  ...base,
  kind: z.literal('table'),
  head: z.strictObject({ label: BothLines, values: z.array(BothLines).min(1).max(4) }),
  rows: z.union([
    z
      .array(z.strictObject({ label: BothLines, values: z.array(BothLines).min(1).max(4) }))
      .min(1)
      .max(60),
    z.strictObject({ each: fieldOf('table') }),
  ]),
})

/** Places to sign, beside each other: each with who signs there. */
const Signatures = z.strictObject({
  ...base,
  kind: z.literal('signatures'),
  /** What stands before the day of signing. */
  date: BothLines,
  places: z
    .array(z.strictObject({ signer: fieldOf('signature'), role: BothLines }))
    .min(1)
    .max(3),
})

const Space = z.strictObject({ ...base, kind: z.literal('space'), size: z.enum(['small', 'large', 'page']) })

export const LetterBlock = z.discriminatedUnion('kind', [Heading, Paragraph, List, Facts, Table, Signatures, Space])
export type LetterBlock = z.infer<typeof LetterBlock>

export const LetterTemplate = z.strictObject({
  /** What the document is called, in its properties and its window. No merge fields: it is often seen by others. */
  title: z.strictObject({ en: Words.max(120), ar: Words.max(120) }),
  /** With the school's name, mark and address at its head. */
  letterhead: z.boolean(),
  blocks: z.array(LetterBlock).min(1).max(80),
})
export type LetterTemplate = z.infer<typeof LetterTemplate>
