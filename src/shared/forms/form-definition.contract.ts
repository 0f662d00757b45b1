// chunk: form-calls
import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { Code, Condition, Field, Key } from './form-field.contract.ts'

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
