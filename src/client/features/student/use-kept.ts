import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { keptDecisionsAtom } from '#client/platform/kept-decisions.ts'
import type { KeptDecision } from '#local/desk/decisions.ts'

/** What this person decided about a student and the server does not know yet; `onGone` when it has arrived or was taken back. */
export function useKept(studentId: string, onGone: () => void): KeptDecision | undefined {
  const all = useAtomValue(keptDecisionsAtom)
  const kept = all?.find(({ asked }) => asked.student_id === studentId)
  const last = useRef<string>(undefined)
  const id = kept?.asked.commandId
  useEffect(() => {
    if (last.current !== undefined && id === undefined) onGone()
    last.current = id
  }, [id, onGone])
  return kept
}

/** All that this person decided here and the server does not know yet, oldest first. */
export const useAllKept = (): readonly KeptDecision[] => useAtomValue(keptDecisionsAtom) ?? []
