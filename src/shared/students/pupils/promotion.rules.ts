import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { usualGrades } from '#shared/school/usual-grades.ts'

/** The grade after this one; undefined after the last, and for a grade of the school's own. */
export function nextGrade(grade: string): string | undefined {
  const at = usualGrades.indexOf(grade)
  return at < 0 ? undefined : usualGrades[at + 1]
}

/** Digits of both scripts that stand for a number in the name of a class. */
const arabicDigits = (number: string) => number.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? digit)

/**
 * The name of a class one grade higher: "5-A" becomes "6-A", "KG2 Blue" "1 Blue". A name without its grade stays as it is, since
 * classes of different years may have one name.
 */
export function nextClassName({ en, ar }: Bilingual, grade: string, next: string): Bilingual {
  return { en: renamed(en, grade, next), ar: renamed(ar, grade, next) }
}

function renamed(name: string, grade: string, next: string): string {
  for (const [from, to] of [
    [grade, next],
    [arabicDigits(grade), arabicDigits(next)],
  ] as const) {
    const at = name.toUpperCase().indexOf(from)
    const isWhole = !/\d/.test(name[at - 1] ?? '') && !/[\d٠-٩]/.test(name[at + from.length] ?? '')
    if (at >= 0 && isWhole) return name.slice(0, at) + to + name.slice(at + from.length)
  }
  return name
}
