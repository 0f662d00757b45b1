import type { ImportValues } from '#shared/admissions/import/import-row.rules.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'

type Child = Pick<ImportValues, 'identityNumber' | 'nameLatin' | 'nameArabic' | 'birthDate'>

/** Returns keys shared by records of one child: the same document, or the same name in either script with the same birth date. */
export const childKeys = ({ identityNumber, nameLatin, nameArabic, birthDate }: Child): string[] => [
  ...(identityNumber === null ? [] : [`i${identityNumber}`]),
  ...[nameLatin, nameArabic].flatMap((name) =>
    name === null || birthDate === null ? [] : [`n${birthDate}${foldText(name)}`],
  ),
]

/** Returns whether two records with a common key are one child: they must not contradict each other. */
export function isSameChild(one: Child, other: Child): boolean {
  if (one.identityNumber !== null && other.identityNumber !== null) return one.identityNumber === other.identityNumber
  return !differ(one.nameLatin, other.nameLatin) && !differ(one.nameArabic, other.nameArabic)
}

const differ = (a: string | null, b: string | null) => a !== null && b !== null && foldText(a) !== foldText(b)
