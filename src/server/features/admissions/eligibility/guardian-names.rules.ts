import { foldText } from '#shared/kernel/text/search.rules.ts'
import { formatName, type TwoScripts } from '#shared/letters/letter-values.rules.ts'

interface OnRecord {
  nameLatin: string | null
  nameArabic: string | null
  email: string | null
}

/**
 * Returns a guardian's name in each script: as given, and in the other script as on file for that name. Of two guardians with one
 * name the address decides; where it cannot, only the given spelling is used.
 */
export function guardianNames(
  { name, email }: { name: string; email: string },
  guardians: readonly OnRecord[],
): TwoScripts {
  const written = formatName(name)
  const called = guardians.filter(({ nameLatin, nameArabic }) => isSame(nameLatin, name) || isSame(nameArabic, name))
  const [own, ...others] = called.length > 1 ? called.filter((each) => isSame(each.email, email)) : called
  if (!own || others.length > 0) return written
  // A family may have entered either name in the other script.
  const known = [own.nameLatin, own.nameArabic].map((each) => formatName(each ?? ''))
  return {
    latin: written.latin ?? (known.find(({ latin }) => latin)?.latin || null),
    arabic: written.arabic ?? (known.find(({ arabic }) => arabic)?.arabic || null),
  }
}

const isSame = (one: string | null, other: string): boolean => one !== null && foldText(one) === foldText(other)
