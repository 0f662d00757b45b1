import { useCallback, useMemo, useState } from 'react'
import type { StudentRow } from '#shared/students/student-row.contract.ts'

const nobody: readonly StudentRow[] = []

/** Who is selected, of those that the list shows: another filter leaves nobody behind unseen. */
export function usePicked(students: readonly StudentRow[] | undefined) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const pick = useCallback(
    (some: readonly StudentRow[], isPicked: boolean) =>
      setPicked((now) => {
        const ids = some.map(({ student_id: id }) => id)
        return isPicked ? new Set([...now, ...ids]) : new Set([...now].filter((id) => !ids.includes(id)))
      }),
    [],
  )
  const chosen = useMemo(
    () => (picked.size > 0 && students?.filter(({ student_id: id }) => picked.has(id))) || nobody,
    [students, picked],
  )
  return { picked, chosen, pick, clear: () => setPicked(new Set()) }
}
