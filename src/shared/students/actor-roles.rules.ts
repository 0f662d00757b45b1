// chunk: students
import type { Role } from '#shared/kernel/roles.ts'
import type { ActorRole } from './status-transition.types.ts'

/** In which capacity each role takes steps with a student. A family moves by its link, the clock by itself. */
const actorRoleOf: Partial<Record<Role, ActorRole>> = {
  'admission-officer': 'officer',
  registrar: 'registrar',
  head: 'head',
  finance: 'finance',
  admin: 'registrar',
}

export const actorRolesOf = (roles: readonly Role[]): ActorRole[] => [
  ...new Set(roles.flatMap((role) => actorRoleOf[role] ?? [])),
]
