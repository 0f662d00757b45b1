import { useAtomValue } from 'jotai'
import { sessionAtom } from '#client/platform/session/session.ts'
import { moversOf } from '#shared/students/student-movers.rules.ts'
import type { Mover } from '#shared/students/student-moves.rules.ts'

/** Answers a function that says whether this person acts in one of these capacities; the server decides by the same. */
export function useMovers(): (...movers: readonly Mover[]) => boolean {
  const { kind, user } = useAtomValue(sessionAtom)
  const own = kind === 'staff' ? moversOf(user?.authority ?? []) : []
  return (...movers) => movers.some((mover) => own.includes(mover))
}
