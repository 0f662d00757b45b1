// chunk: form-calls
import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { FileKind } from '#shared/kernel/fields.ts'

/*
 * Forms are data: a definition is written by a school, versioned, and kept for ever with what was handed in under it.
 * The rules over it are in shared/rules/form-*.rules.ts, without zod, for both sides.
 */

/** A key of an answer; stable for ever, since answers are stored under it. */
export const Key = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)
/** A code of a choice: stored in place of its label. */
export const Code = z.string().regex(/^[\w.+-]{1,40}$/)

/** Looks at another answer: of the same row in a repeated block, else of the form. */
export type Condition =
  | { field: string; is: string | boolean }
  | { field: string; isAnswered: boolean }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }

export const Condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({ field: Key, is: z.union([z.string().max(40), z.boolean()]) }),
    z.strictObject({ field: Key, isAnswered: z.boolean() }),
    z.strictObject({ all: z.array(Condition).min(1).max(10) }),
    z.strictObject({ any: z.array(Condition).min(1).max(10) }),
    z.strictObject({ not: Condition }),
  ]),
)

/** A bound of a date: a day, or so many years from the day on which the form is filled in (negative: before it). */
const DayBound = z.union([z.iso.date(), z.strictObject({ years: z.int().min(-120).max(20) })])
export type DayBound = z.infer<typeof DayBound>

export const Choice = z.strictObject({ code: Code, label: Bilingual })
export type Choice = z.infer<typeof Choice>

/** Lists too long to be written into every form; the client brings their words. */
const ChoiceSource = z.enum(['countries', 'languages'])
export type ChoiceSource = z.infer<typeof ChoiceSource>

/** S0 routine · S1 personal · S2 identity documents · S3 health, custody, learning support, religion, biometric. */
const Sensitivity = z.enum(['S0', 'S1', 'S2', 'S3'])

const base = {
  key: Key,
  label: Bilingual,
  help: Bilingual.optional(),
  required: z.union([z.boolean(), Condition]).optional(),
  showWhen: Condition.optional(),
  /** Filled in by staff alone; what comes from outside under this key is ignored. */
  isOfficeOnly: z.boolean().optional(),
  sensitivity: Sensitivity.optional(),
}

const TextField = z.strictObject({
  ...base,
  type: z.literal('text'),
  maxLength: z.int().min(1).max(500).optional(),
  /** The browser's own help: `name`, `email`, `organization` … */
  autocomplete: z.string().max(40).optional(),
  /** A soft check that warns and never blocks. */
  identity: z.enum(['AE', 'SA', 'KW']).optional(),
})
const LongTextField = z.strictObject({
  ...base,
  type: z.literal('long-text'),
  maxLength: z.int().min(1).max(5000).optional(),
})
const EmailField = z.strictObject({ ...base, type: z.literal('email') })
const PhoneField = z.strictObject({ ...base, type: z.literal('phone') })
const DateField = z.strictObject({
  ...base,
  type: z.literal('date'),
  earliest: DayBound.optional(),
  latest: DayBound.optional(),
})
const NumberField = z.strictObject({
  ...base,
  type: z.literal('number'),
  min: z.number().optional(),
  max: z.number().optional(),
  isWhole: z.boolean().optional(),
})
const ChoiceField = z.strictObject({
  ...base,
  type: z.enum(['choice', 'choices']),
  choices: z.array(Choice).max(100).optional(),
  choicesFrom: ChoiceSource.optional(),
  /** A grade, which the date of birth and the year of entry in the same block suggest by the form's own rules. */
  suggestedBy: z.strictObject({ birthDate: Key, entryYear: Key }).optional(),
})
const YesNoField = z.strictObject({ ...base, type: z.literal('yes-no') })
/** One statement that is agreed to or not. Never ticked beforehand; the wording is kept with its version. */
const ConsentField = z.strictObject({
  ...base,
  type: z.literal('consent'),
  wording: Bilingual,
  wordingVersion: z.string().min(1).max(40),
})
const FileField = z.strictObject({
  ...base,
  type: z.literal('file'),
  tier: z.enum(['default', 'intermediate', 'maximum', 'large']),
  accept: z.array(FileKind).min(1),
  maxFiles: z.int().min(1).max(10),
})

export const Field = z.discriminatedUnion('type', [
  TextField,
  LongTextField,
  EmailField,
  PhoneField,
  DateField,
  NumberField,
  ChoiceField,
  YesNoField,
  ConsentField,
  FileField,
])
export type Field = z.infer<typeof Field>
