import { useAtomValue } from 'jotai'
import { sessionAtom } from '#client/platform/session/session.ts'
import { actorRolesOf } from '#shared/students/actor-roles.rules.ts'
import type { ActorRole } from '#shared/students/student-moves.rules.ts'

/** Answers a function that says whether this person acts in one of these capacities; the server decides by the same. */
export function useMovers(): (...movers: readonly ActorRole[]) => boolean {
  const { kind, user } = useAtomValue(sessionAtom)
  const own = kind === 'staff' ? actorRolesOf(user?.authority ?? []) : []
  return (...movers) => movers.some((mover) => own.includes(mover))
}
