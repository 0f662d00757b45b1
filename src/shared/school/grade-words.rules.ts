import { latinDigits } from '#shared/kernel/digits.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'

const kindergartens = new Map(
  [
    ['PREKG', 'pre kg', 'prekg', 'ما قبل الروضة', 'fs1', 'تمهيدي ما قبل الروضة'],
    ['KG1', 'kg1', 'kg 1', 'روضة 1', 'روضة أولى', 'الروضة الأولى', 'fs2'],
    ['KG2', 'kg2', 'kg 2', 'روضة 2', 'روضة ثانية', 'الروضة الثانية'],
  ].flatMap(([code = '', ...words]) => words.map((word) => [foldText(word), code] as const)),
)

/** Parses a grade: "5", "Grade 5", "G5", "الصف ٥" and "KG1" are understood. */
export function gradeIn(said: string): string | undefined {
  const folded = foldText(said)
  const found = kindergartens.get(folded)
  if (found) return found
  const number = /^(?:grade|g|class|الصف|صف)? ?0?(\d{1,2})$/.exec(latinDigits(folded))?.[1]
  return number && Number(number) >= 1 && Number(number) <= 13 ? String(Number(number)) : undefined
}
