import { useAtomValue } from 'jotai'
import { sessionAtom } from '#client/platform/session/session.ts'
import { actorRolesOf } from '#shared/students/actor-roles.rules.ts'
import type { ActorRole } from '#shared/students/status-transition.types.ts'

/** Returns whether this person has one of the given actor roles; the server decides by the same. */
export function useActorRoles(): (...actorRoles: readonly ActorRole[]) => boolean {
  const { kind, user } = useAtomValue(sessionAtom)
  const own = kind === 'staff' ? actorRolesOf(user?.authority ?? []) : []
  return (...actorRoles) => actorRoles.some((role) => own.includes(role))
}
