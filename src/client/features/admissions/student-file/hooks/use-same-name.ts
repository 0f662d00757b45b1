import { useState } from 'react'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { listStudents } from '../student.api.ts'

const shownAtMost = 5

/** Asks once for each name whether there is a file under it. Where nobody answers, nothing is in the way. */
export function useSameName() {
  const [seen, setSeen] = useState<{ name: string; students: readonly StudentRow[] }>()
  /** @returns whether somebody is shown who was not before: the person is to look first */
  const look = async (names: readonly (string | null)[]): Promise<boolean> => {
    const asked = names.flatMap((name) => name || [])
    const name = asked.join('\n')
    if (seen?.name === name) return false
    try {
      const found: StudentRow[] = []
      for (const text of asked) found.push(...(await listStudents({ text }, 'newest')).students)
      const students = [...new Map(found.map((each) => [each.student_id, each])).values()].slice(0, shownAtMost)
      setSeen({ name, students })
      return students.length > 0
    } catch {
      return false
    }
  }
  return { same: seen?.students ?? [], look }
}
