import type { ActorRole } from '#shared/students/student-moves.rules.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { actorRoleFor, movesFrom, saidWith } from '#shared/students/student-steps.rules.ts'
import type { OpenMove } from '../student-file/student.api.ts'
import { moveKey } from '../transitions/move-draft.ts'

/**
 * The steps that some of these students may be taken by this person in one go: those that need nobody's signature, seat or
 * money, which are decided one by one. What any of them has to say is asked for all.
 */
export function bulkSteps(
  students: readonly Pick<StudentRow, 'status' | 'heldFrom'>[],
  actorRoles: readonly ActorRole[],
): OpenMove[] {
  const steps = new Map<string, OpenMove>()
  const seen = new Set<string>()
  for (const { status, heldFrom } of students) {
    const from = `${status} ${heldFrom ?? ''}`
    if (seen.has(from)) continue
    seen.add(from)
    for (const move of movesFrom(status, heldFrom)) {
      const actorRole = actorRoleFor(move, actorRoles)
      if (move.offline === 'never' || move.seat === 'take' || actorRole === undefined) continue
      // Whoever is taken out of their turn is decided on alone, with the list in sight.
      if (move.says?.includes('out-of-order')) continue
      const { to, outcome = null } = move
      const step: OpenMove = {
        to,
        outcome,
        says: [],
        forFamily: actorRole === 'family',
        needsApproval: false,
        offline: move.offline,
        hindrances: [],
      }
      const before = steps.get(moveKey(step)) ?? step
      steps.set(moveKey(step), { ...before, says: [...new Set([...before.says, ...saidWith(move, actorRoles)])] })
    }
  }
  return [...steps.values()]
}
