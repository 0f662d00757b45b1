import type { ImportValues } from '#shared/admissions/import/import-row.rules.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'

type Child = Pick<ImportValues, 'identityNumber' | 'nameLatin' | 'nameArabic' | 'birthDate'>

/** Whoever is one child has one of these: the same paper, or the same name in either script with the same day of birth. */
export const childKeys = ({ identityNumber, nameLatin, nameArabic, birthDate }: Child): string[] => [
  ...(identityNumber === null ? [] : [`i${identityNumber}`]),
  ...[nameLatin, nameArabic].flatMap((name) =>
    name === null || birthDate === null ? [] : [`n${birthDate}${foldText(name)}`],
  ),
]

/** Whether two with a key in common are one child: what one says the other must not contradict. */
export function isOneChild(one: Child, other: Child): boolean {
  if (one.identityNumber !== null && other.identityNumber !== null) return one.identityNumber === other.identityNumber
  return !differ(one.nameLatin, other.nameLatin) && !differ(one.nameArabic, other.nameArabic)
}

const differ = (a: string | null, b: string | null) => a !== null && b !== null && foldText(a) !== foldText(b)
