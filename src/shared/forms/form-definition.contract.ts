import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { FileKind } from '#shared/kernel/fields.ts'

/*
 * Forms are data: a definition is written by a school, versioned, and kept for ever with what was handed in under it.
 * The rules over it are in shared/rules/form-*.rules.ts, without zod, for both sides.
 */

/** A key of an answer; stable for ever, since answers are stored under it. */
const Key = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)
/** A code of a choice: stored in place of its label. */
const Code = z.string().regex(/^[\w.+-]{1,40}$/)

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

/** A block that is filled in once per child, guardian, school … */
export const Repeat = z.strictObject({
  type: z.literal('repeat'),
  key: Key,
  label: Bilingual,
  /** What one of them is called: "Child". */
  itemLabel: Bilingual,
  min: z.int().min(0).max(20),
  max: z.int().min(1).max(20),
  showWhen: Condition.optional(),
  isOfficeOnly: z.boolean().optional(),
  fields: z.array(Field).min(1).max(60),
})
export type Repeat = z.infer<typeof Repeat>

export type Part = Field | Repeat

export const Section = z.strictObject({
  key: Key,
  title: Bilingual.optional(),
  lead: Bilingual.optional(),
  showWhen: Condition.optional(),
  /** Says of the family what a brother’s or sister’s form would ask again (shared/rules/form-family.rules.ts). */
  isOfFamily: z.boolean().optional(),
  parts: z
    .array(z.union([Field, Repeat]))
    .min(1)
    .max(60),
})
export type Section = z.infer<typeof Section>

export const FormPage = z.strictObject({ key: Key, title: Bilingual, sections: z.array(Section).min(1).max(20) })
export type FormPage = z.infer<typeof FormPage>

/** By which ages children enter; the rules are a country's or the school's own (shared/rules/grade.rules.ts). */
const GradeAges = z.strictObject({
  country: z.string().length(2),
  intake: z.enum(['autumn', 'april']),
  rules: z
    .array(
      z.strictObject({
        id: z.string().max(60),
        source: z.enum(['regulator', 'school']),
        country: z.string().length(2),
        intake: z.enum(['autumn', 'april']),
        fromYear: z.int(),
        cutOff: z.string().regex(/^\d{2}-\d{2}$/),
        grades: z
          .array(z.strictObject({ grade: Code, age: z.int().min(0).max(30) }))
          .min(1)
          .max(30)
          .readonly(),
      }),
    )
    .max(50),
})

/**
 * What becomes of it. Each is handed in by a command of its own; `criteria`, asked of one applicant by a mailed link, by that
 * link.
 */
export const FormPurpose = z.enum(['enquiry', 'admission', 'hr', 'criteria'])
export type FormPurpose = z.infer<typeof FormPurpose>

/** Where the server finds whom to write to; keys of the form. */
const Contact = z.strictObject({ name: Key, email: Key.optional(), phone: Key.optional() })

export const FormDefinition = z
  .strictObject({
    purpose: FormPurpose,
    title: Bilingual,
    lead: Bilingual.optional(),
    contact: Contact,
    /** The block and its field that name whom it is about, for lists and mails. */
    subject: z
      .strictObject({
        block: Key.optional(),
        name: Key,
        /** The name once more, in the other script. */
        otherName: Key.optional(),
        birthDate: Key.optional(),
      })
      .optional(),
    ages: GradeAges.optional(),
    /** What happens after it was received. */
    next: z.array(Bilingual).max(6),
    pages: z.array(FormPage).min(1).max(20),
  })
  .superRefine((form, context) => {
    const partsOf = form.pages.flatMap((page) => page.sections.flatMap((section) => section.parts))
    const keys = partsOf.map((part) => part.key)
    const fields = partsOf.flatMap((part) => (part.type === 'repeat' ? part.fields : [part]))
    if (form.purpose === 'criteria' && fields.some(({ type }) => type === 'file'))
      context.addIssue({ code: 'custom', message: 'a form that is opened by a link takes no files' })
    for (const key of duplicates(keys)) context.addIssue({ code: 'custom', message: `the key ${key} is there twice` })
    for (const part of partsOf) {
      if (part.type !== 'repeat') continue
      for (const key of duplicates(part.fields.map((field) => field.key)))
        context.addIssue({ code: 'custom', message: `the key ${part.key}.${key} is there twice` })
    }
  })
export type FormDefinition = z.infer<typeof FormDefinition>

const duplicates = (keys: readonly string[]): string[] => keys.filter((key, index) => keys.indexOf(key) !== index)
