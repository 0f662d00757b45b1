import { useAtomValue } from 'jotai'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { byGrade, gradesOf } from '#shared/school/grades/grade-names.rules.ts'

/** Returns a function that compares two grades, by their codes, in the order of the school. */
export const useGradeOrder = (): ((one: string, other: string) => number) =>
  byGrade(gradesOf(useAtomValue(schoolAtom)?.grades))
