import { foldText } from '#shared/kernel/text/search.rules.ts'
import type { FileGuardian } from './pupil-row.rules.ts'

/** A guardian on record, as far as a file may name one. */
export interface KnownGuardian {
  id: string
  nameLatin: string | null
  nameArabic: string | null
  email: string | null
  phone: string | null
}

/** The guardian on record whom a file means: the same email or phone, else the same name; undefined for another person. */
export const guardianMeant = (
  { name, email, phone }: FileGuardian,
  known: readonly KnownGuardian[],
): KnownGuardian | undefined =>
  known.find(
    (each) => (email !== null && each.email?.toLowerCase() === email) || (phone !== null && each.phone === phone),
  ) ??
  known.find(
    (each) =>
      name !== null &&
      [each.nameLatin, each.nameArabic].some((own) => own !== null && foldText(own) === foldText(name)),
  )

/** What a file says of a guardian, as columns of the record; nothing for what it does not say. */
export function guardianValues({ name, email, phone }: FileGuardian): Partial<Omit<KnownGuardian, 'id'>> {
  const isArabic = name !== null && /\p{Script=Arabic}/u.test(name)
  return {
    ...(name !== null && (isArabic ? { nameArabic: name } : { nameLatin: name })),
    ...(email !== null && { email }),
    ...(phone !== null && { phone }),
  }
}

/** Whether the record says already what the file says. */
export function sameGuardian(said: FileGuardian, known: readonly KnownGuardian[]): boolean {
  const meant = guardianMeant(said, known)
  if (!meant) return false
  return Object.entries(guardianValues(said)).every(([key, value]) => meant[key as keyof KnownGuardian] === value)
}
