import { z } from 'zod'
import { Int4, Minor, TypedName } from '#shared/kernel/fields.ts'

/** More than a year at any school costs, in any currency. */
export const maxFee = 10_000_000_000
export const million = 1_000_000

/** Amount of money that a person types, in minor units. */
export const FeeAmount = Minor.refine((amount) => amount >= 0 && amount <= maxFee)
/** Share in parts per million. */
export const Ppm = Int4.min(0).max(million)

/** Capital letters, digits and hyphens; it never changes. */
export const ComponentCode = z.string().regex(/^[A-Z][A-Z0-9-]{0,19}$/)
export type ComponentCode = z.infer<typeof ComponentCode>

const FeeNamePart = TypedName.pipe(z.string().min(1).max(80))
export const FeeName = z.object({ en: FeeNamePart, ar: FeeNamePart })

/** First calendar year of a school year. */
export const FeeYear = z.int().min(2000).max(2200)

/** Campus or stream by the school's own codes; empty for all. */
export const PlaceCode = z.string().trim().max(40)
export const GradeCode = z.string().trim().min(1).max(20)
