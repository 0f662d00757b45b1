import { useAtom } from 'jotai'
import { useMemo } from 'react'
import { themeAtom } from '#client/platform/prefs.ts'
import { columnsOf, type StudentColumn } from '../student-columns.ts'

/** The columns that the address asks for, else those that this person has chosen on this device; the same list while nothing changes. */
export function useColumns(asked: string | undefined): {
  columns: readonly StudentColumn[]
  choose: (columns: readonly StudentColumn[]) => void
} {
  const [{ columns: own }, set] = useAtom(themeAtom)
  const key = asked ?? own
  return useMemo(
    () => ({ columns: columnsOf(key?.split('.')), choose: (chosen) => set({ columns: chosen.join('.') }) }),
    [key, set],
  )
}
