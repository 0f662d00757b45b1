import type { Role } from '#shared/kernel/roles.ts'
import type { Mover } from './student-moves.rules.ts'

/** In which capacity each role takes steps with a student. A family moves by its link, the clock by itself. */
const moverOf: Partial<Record<Role, Mover>> = {
  'admission-officer': 'officer',
  registrar: 'registrar',
  head: 'head',
  finance: 'finance',
  admin: 'registrar',
}

export const moversOf = (roles: readonly Role[]): Mover[] => [...new Set(roles.flatMap((role) => moverOf[role] ?? []))]
