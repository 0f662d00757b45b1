import { z } from 'zod'
import { Language } from '../fields.ts'
import { type LetterField, letterFields, maxRows } from './letter-fields.rules.ts'

/*
 * A letter with everything filled in: what is kept when it is issued, and all that paper, page and mail are made of. The same
 * letter gives the same bytes, today and in ten years.
 */

const Field = z.enum(Object.keys(letterFields) as [LetterField])
const maxLength = 5000

/** A piece of a line. What came from outside has a `dir` and is kept apart from the words around it: its direction is its own. */
export const Run = z.strictObject({
  text: z.string().max(maxLength),
  strong: z.literal(true).optional(),
  /** `ltr`: a reference, a phone number or the like, which is never broken either. */
  dir: z.enum(['auto', 'ltr']).optional(),
  /** The field that should stand here and has nothing to say: its letter is not issued. */
  missing: Field.optional(),
})
export type Run = z.infer<typeof Run>

const Side = z.strictObject({ lang: Language, runs: z.array(Run).max(200) })
/** What is said, once for each language of the letter; one side alone where both say the same. */
export const Said = z.array(Side).min(1).max(2)
export type Said = z.infer<typeof Said>

const Picture = z.strictObject({ format: z.enum(['png', 'svg']), data: z.string().max(600_000) })
export type Picture = z.infer<typeof Picture>

const Place = z.strictObject({
  role: Said,
  date: Said,
  /** Empty where nobody has signed yet: then there is a line for it. */
  name: z.string().max(300),
  signedOn: Said.nullable(),
  /** Drawn: x and y of each point of each stroke, in the box of `signatureBox`. */
  strokes: z.array(z.array(z.number()).min(2)).nullable(),
})

const Row = z.strictObject({ label: Said, values: z.array(Said).max(4), strong: z.literal(true).optional() })

export const ResolvedBlock = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('heading'), level: z.literal([1, 2, 3]), said: Said }),
  z.strictObject({
    kind: z.literal('para'),
    layout: z.enum(['side', 'stack']),
    look: z.enum(['plain', 'fine', 'frame']),
    said: Said,
  }),
  z.strictObject({ kind: z.literal('list'), numbered: z.boolean(), items: z.array(Said).max(200) }),
  z.strictObject({ kind: z.literal('facts'), rows: z.array(z.strictObject({ label: Said, value: Said })) }),
  z.strictObject({
    kind: z.literal('table'),
    head: z.strictObject({ label: Said, values: z.array(Said).min(1).max(4) }),
    /** Which of the columns of values hold numbers. */
    numbers: z.array(z.boolean()),
    rows: z.array(Row).max(maxRows),
  }),
  z.strictObject({ kind: z.literal('signatures'), places: z.array(Place).min(1).max(3) }),
  z.strictObject({ kind: z.literal('space'), size: z.enum(['small', 'large', 'page']) }),
])
export type ResolvedBlock = z.infer<typeof ResolvedBlock>

export const ResolvedLetter = z.strictObject({
  version: z.literal(1),
  /** One language, or both beside each other: then the first is English, on the left as on the right. */
  languages: z.union([z.tuple([Language]), z.tuple([z.literal('en'), z.literal('ar')])]),
  title: z.string().max(250),
  brand: z.string().regex(/^#[0-9a-f]{6}$/i),
  school: z.strictObject({ en: z.string(), ar: z.string() }),
  letterhead: z
    .strictObject({ name: Said, address: Said, contact: z.array(z.string()).max(4), logo: Picture.nullable() })
    .nullable(),
  /** At the foot of every page, beside its number. */
  reference: z.string().max(60),
  /** How anyone who reads it can tell that it is genuine. */
  verification: z
    .strictObject({
      said: Said,
      url: z.string().max(300),
      /** The QR code of the address: a path on a grid of `size` × `size` squares. */
      qr: z.strictObject({ size: z.int(), path: z.string().regex(/^[Mmhvz\d -]*$/) }),
    })
    .nullable(),
  blocks: z.array(ResolvedBlock).max(200),
})
export type ResolvedLetter = z.infer<typeof ResolvedLetter>
