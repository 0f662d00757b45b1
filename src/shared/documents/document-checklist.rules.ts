import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Day } from '#shared/kernel/time.ts'
import { countryGroupOf } from './country-group.rules.ts'
import { type DocumentState, isSettledOn, nothingYet, type Standing, stateOn } from './document-state.rules.ts'
import type { DocumentRule, DocumentType } from './document-type.contract.ts'

/** What a checklist depends on. What is not known is null. */
export interface DocumentFacts {
  grade: string | null
  /** ISO codes. */
  nationality: string | null
  /** Of the last school; null for the person who has been to none, or did not say. */
  lastSchool: string | null
  /** Where the school itself is. */
  home: string
}

export interface ChecklistItem {
  type: DocumentType
  /** False for what is not needed (any more), and is here all the same. */
  isAsked: boolean
  /** What to look for in this very case. */
  note: Bilingual | null
  standing: Standing
  state: DocumentState
  isSettled: boolean
}

/** Grades as children rise; what no school calls so comes before all of them. */
export const gradeRank = (grade: string): number => {
  const early = ['pre-kg', 'kg1', 'kg2'].indexOf(grade.toLowerCase())
  if (early >= 0) return early - 3
  return /^\d{1,2}$/.test(grade) ? Number(grade) : Number.NEGATIVE_INFINITY
}

/**
 * Whether a rule fits. A grade or a nationality that nobody knows is taken to fit: a paper too many is waived in a minute, one
 * too few is missed on the first day of school.
 */
function fits(rule: DocumentRule, { grade, nationality, lastSchool, home }: DocumentFacts): boolean {
  const isGrade = grade === null || !rule.grades || rule.grades.includes(grade)
  const isHigh = grade === null || rule.fromGrade === undefined || gradeRank(grade) >= gradeRank(rule.fromGrade)
  const isOfNation =
    nationality === null || !rule.nationality || rule.nationality.includes(countryGroupOf(nationality, home))
  const isFromSchool =
    !rule.lastSchool || (lastSchool !== null && rule.lastSchool.includes(countryGroupOf(lastSchool, home)))
  return isGrade && isHigh && isOfNation && isFromSchool
}

/** Every document that is asked of this student, and what else is here, in the school's order, as it stands today. */
export function checklistOf(
  facts: DocumentFacts,
  types: readonly DocumentType[],
  standings: ReadonlyMap<string, Standing>,
  today: Day,
): ChecklistItem[] {
  return types.flatMap((type): ChecklistItem[] => {
    const rule = type.asked.find((each) => fits(each, facts))
    const kept = standings.get(type.code)
    if (!rule && (!kept || kept.state === 'missing')) return []
    const standing = kept ?? nothingYet
    return [
      {
        type,
        isAsked: rule !== undefined,
        note: rule?.note ?? null,
        standing,
        state: stateOn(standing, today),
        isSettled: isSettledOn(standing, today),
      },
    ]
  })
}

/** Whether nothing that is asked for stands open. */
export const isAllSettled = (items: readonly ChecklistItem[]): boolean =>
  items.every(({ isAsked, isSettled }) => !isAsked || isSettled)

/** What a family is shown by its link: what is asked and not done with. A promise keeps a paper on it until it is here. */
export const openForFamily = (items: readonly ChecklistItem[]): ChecklistItem[] =>
  items.filter(({ isAsked, state }) => isAsked && state !== 'approved' && state !== 'waived')
