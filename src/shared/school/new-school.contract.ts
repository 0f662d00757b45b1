import { z } from 'zod'
import { Currency, Language, SchoolCode, TypedName } from '#shared/kernel/fields.ts'
import { countryDefaults } from './country-defaults.rules.ts'
import { schoolCodeProblem } from './school-code.rules.ts'
import { gradeSystems } from './grades/grade-systems.ts'

/** A school's name in one script, as typed and without direction marks. */
const SchoolName = TypedName.pipe(
  z
    .string()
    .min(1)
    .max(100)
    .regex(/^\P{Cc}+$/u),
)

/** Returns whether `Intl` knows a time zone by this IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && /^[A-Z]/.test(name)
  } catch {
    return false
  }
}

/** What a new school is made from; everything else follows from its country's defaults and is changed in its settings. */
export const NewSchool = z
  .object({
    code: SchoolCode.refine((code) => schoolCodeProblem(code) === undefined),
    name: z.object({ en: SchoolName, ar: SchoolName }),
    /** ISO 3166 code. */
    country: z.string().regex(/^[A-Z]{2}$/),
    currency: Currency,
    timeZone: z.string().max(60).refine(isTimeZone),
    language: Language,
    /** The usual grades where absent. */
    grades: z.enum(gradeSystems).optional(),
    /** One of the country's, or none; the first one of the country where absent. */
    regulator: z.string().max(40).optional(),
  })
  .refine(
    ({ country, regulator = 'none' }) =>
      regulator === 'none' || countryDefaults(country).regulators.some((each) => each === regulator),
    { path: ['regulator'] },
  )
export type NewSchool = z.infer<typeof NewSchool>
