import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { keptDecisionsAtom } from '#client/platform/kept-decisions.ts'
import type { KeptDecision } from '#local/desk/decisions.ts'

/** What this person decided about a student and the server does not know yet. */
export const useKept = (studentId: string): KeptDecision | undefined =>
  useAtomValue(keptDecisionsAtom)?.find(({ asked }) => asked.student_id === studentId)

/**
 * Tells when that has arrived or was taken back. For whoever asks for the file, from the moment it is asked for: a decision may
 * arrive while the answer, which does not know of it, is on its way or is drawn.
 */
export function useKeptGone(studentId: string, onGone: () => void): void {
  const id = useKept(studentId)?.asked.commandId
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (last.current !== undefined && id === undefined) onGone()
    last.current = id
  }, [id, onGone])
}

/** All that this person decided here and the server does not know yet, oldest first. */
export const useAllKept = (): readonly KeptDecision[] => useAtomValue(keptDecisionsAtom) ?? []
