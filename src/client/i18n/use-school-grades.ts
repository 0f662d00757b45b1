// chunk: desk-parts
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { usualGrades } from '#shared/school/usual-grades.ts'

/** Returns the codes of the school's grades in its order, and after them those of `more` that it does not have. */
export function useSchoolGrades(more: readonly string[] = []): readonly string[] {
  const grades = useAtomValue(schoolAtom)?.grades
  const others = more.join('\n')
  return useMemo(() => {
    const own = grades?.map(({ code }) => code) ?? usualGrades
    return [...new Set([...own, ...others.split('\n').filter((code) => code !== '')])]
  }, [grades, others])
}
