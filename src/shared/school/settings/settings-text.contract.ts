import { z } from 'zod'
import { TypedName } from '#shared/kernel/fields.ts'

/** Texts of settings, each up to a length. */
export const text = (most: number) => z.string().trim().max(most)
export const inBoth = (most: number) => z.object({ en: text(most).min(1), ar: text(most).min(1) })
export const nameInBoth = (most: number) => {
  const Part = TypedName.pipe(z.string().min(1).max(most))
  return z.object({ en: Part, ar: Part })
}
/** May be empty in one language or both. */
export const maybeBoth = (most: number) => z.object({ en: text(most), ar: text(most) })
