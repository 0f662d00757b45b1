import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { pendingDecisionsAtom } from '#client/platform/offline/desk-outbox.atoms.ts'
import type { PendingDecision } from '#local/admissions/desk-work.types.ts'

/** What this person decided about a student and the server does not know yet. */
export const usePendingDecisions = (studentId: string): PendingDecision | undefined =>
  useAtomValue(pendingDecisionsAtom)?.find(({ asked }) => asked.student_id === studentId)

/**
 * Tells when that has arrived, was refused or was taken back: the file is not what it was on the screen. For anyone who asks for the
 * file, from the moment it is asked for: a decision may arrive while the answer, which does not know of it, is on its way or is
 * drawn.
 */
export function usePendingDecisionSettled(studentId: string, onSettled: () => void): void {
  const kept = usePendingDecisions(studentId)
  const stands = kept && `${kept.asked.commandId} ${kept.problem}`
  const isNew = kept?.problem === null
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (last.current !== undefined && stands !== last.current && !isNew) onSettled()
    last.current = stands
  }, [stands, isNew, onSettled])
}

/** All that this person decided here and the server does not know yet, oldest first. */
export const useAllPendingDecisions = (): readonly PendingDecision[] => useAtomValue(pendingDecisionsAtom) ?? []
