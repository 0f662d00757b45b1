import { latinDigits } from '#shared/kernel/digits.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import type { NamedGrade } from './grade-names.rules.ts'

const kindergartens = new Map(
  [
    ['PREKG', 'pre kg', 'prekg', 'ما قبل الروضة', 'fs1', 'تمهيدي ما قبل الروضة'],
    ['KG1', 'kg1', 'kg 1', 'روضة 1', 'روضة أولى', 'الروضة الأولى', 'fs2'],
    ['KG2', 'kg2', 'kg 2', 'روضة 2', 'روضة ثانية', 'الروضة الثانية'],
  ].flatMap(([code = '', ...words]) => words.map((word) => [foldText(word), code] as const)),
)

/**
 * Parses a grade. A school that has set its grades is understood by their codes and names, and by "Year 7", "Y7" or "7" where one
 * grade alone is meant; "5", "Grade 5", "G5", "الصف ٥" and "KG1" are understood where it has such grades, and by every school that
 * has set none. @param own the grades that the school has set @returns its code; undefined for what is no grade of the school
 */
export function gradeIn(said: string, own?: readonly NamedGrade[]): string | undefined {
  if (!own) return usualGradeIn(said)
  const known = (code: string | undefined) => own.find((each) => each.code === code)?.code
  const word = wordOf(said)
  const named = own.find(({ code, name }) => [code, name.en, name.ar].some((each) => wordOf(each) === word))
  return named?.code ?? known(usualGradeIn(said)) ?? numberedIn(said, own)
}

/** A text for comparing, by letters and digits alone: "FS-1" and "fs 1" are one. */
const wordOf = (text: string): string => foldText(text).replaceAll(' ', '')

function usualGradeIn(said: string): string | undefined {
  const folded = foldText(said)
  const found = kindergartens.get(folded)
  if (found) return found
  const number = /^(?:grade|g|class|الصف|صف)? ?0?(\d{1,2})$/.exec(latinDigits(folded))?.[1]
  return number && Number(number) >= 1 && Number(number) <= 13 ? String(Number(number)) : undefined
}

/** A year of the British kind is no grade of the same number: they are a year apart. */
const numbered = /^(?:(year|yr|y|السنه|سنه)|(grade|gr|g|class|الصف|صف))? ?0?(\d{1,2})$/

/** Reads "Year 7", "Grade 7" or "7" by the codes of a school whose grades are counted, if one of them alone is meant. */
function numberedIn(said: string, own: readonly NamedGrade[]): string | undefined {
  const [, year, grade, number] = numbered.exec(foldText(said)) ?? []
  if (number === undefined) return undefined
  const meant = own.filter(({ code }) => {
    const [, ofYear, ofGrade, ofNumber] = numbered.exec(foldText(code)) ?? []
    const isOfKind = year ? ofYear : grade ? ofGrade : true
    return isOfKind && Number(ofNumber) === Number(number)
  })
  return meant.length === 1 ? meant[0]?.code : undefined
}
