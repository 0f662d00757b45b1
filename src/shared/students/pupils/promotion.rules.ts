import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { NamedGrade } from '#shared/school/grades/grade-names.rules.ts'

/** The grade after this one of a school's grades; null after the last one; undefined for a grade that is not among them. */
export function nextGrade(grades: readonly NamedGrade[], grade: string): NamedGrade | null | undefined {
  const at = grades.findIndex(({ code }) => code === grade)
  return at < 0 ? undefined : (grades[at + 1] ?? null)
}

/** Digits of both scripts that stand for a number in the name of a class. */
const arabicDigits = (number: string) => number.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? digit)

/**
 * The name of a class one grade higher: "5-A" becomes "6-A", "KG2 Blue" "1 Blue", "Year 7 Red" and "7 Red" of Y7 "Year 8 Red" and
 * "8 Red". A name without its grade stays as it is, since classes of different years may have one name.
 */
export function nextClassName({ en, ar }: Bilingual, grade: NamedGrade, next: NamedGrade): Bilingual {
  return { en: renamed(en, grade, next), ar: renamed(ar, grade, next) }
}

function renamed(name: string, grade: NamedGrade, next: NamedGrade): string {
  const names = [
    [grade.name.en, next.name.en],
    [grade.name.ar, next.name.ar],
  ] as const
  const code = [grade.code, next.code] as const
  // A number alone may be that of a stream or a room; a name says more.
  const plain = /^\d+$/.test(grade.code) ? [...names, code] : [code, ...names]
  const pairs = [...plain, ...countedPair(grade.code, next.code)]
  for (const [from, to] of pairs.flatMap(([one, other]) => [
    [one, other] as const,
    [arabicDigits(one), arabicDigits(other)] as const,
  ])) {
    const found = wholeWord(from).exec(name)
    if (found) return name.slice(0, found.index) + to + name.slice(found.index + found[0].length)
  }
  return name
}

/** The numbers alone where two codes differ in nothing else, as Y7 and Y8. */
function countedPair(code: string, next: string): (readonly [string, string])[] {
  const [, letters, number] = /^(\D+)(\d+)$/.exec(code) ?? []
  const [, nextLetters, nextNumber] = /^(\D+)(\d+)$/.exec(next) ?? []
  return number && nextNumber && letters === nextLetters ? [[number, nextNumber]] : []
}

/** A text where it stands alone: the 1 of "11" is not grade 1, the A of "Amber" not grade A; "9B" is 9 and B. */
function wholeWord(text: string): RegExp {
  const before = /^\p{L}/u.test(text) ? String.raw`\p{L}` : String.raw`\p{Nd}`
  const after = /\p{L}$/u.test(text) ? String.raw`\p{L}` : String.raw`\p{Nd}`
  const escaped = text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(`(?<!${before})${escaped}(?!${after})`, 'iu')
}
