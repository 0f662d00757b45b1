import type { ActorRole } from '#shared/students/status-transition.types.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { actorRoleFor, transitionsFrom, withReason } from '#shared/students/student-steps.rules.ts'
import type { OpenTransition } from '../student-file/student.api.ts'
import { transitionKey } from '../transitions/transition-draft.ts'

/**
 * The steps that some of these students may be taken by this person in one go: those that need nobody's signature, seat or
 * money, which are decided one by one. What any of them has to say is asked for all.
 */
export function bulkSteps(
  students: readonly Pick<StudentRow, 'status' | 'heldFrom'>[],
  actorRoles: readonly ActorRole[],
): OpenTransition[] {
  const steps = new Map<string, OpenTransition>()
  const seen = new Set<string>()
  for (const { status, heldFrom } of students) {
    const from = `${status} ${heldFrom ?? ''}`
    if (seen.has(from)) continue
    seen.add(from)
    for (const move of transitionsFrom(status, heldFrom)) {
      const actorRole = actorRoleFor(move, actorRoles)
      if (move.offline === 'never' || move.seat === 'take' || actorRole === undefined) continue
      // Anyone who is taken out of their turn is decided on alone, with the list in sight.
      if (move.says?.includes('out-of-order')) continue
      const { to, outcome = null } = move
      const step: OpenTransition = {
        to,
        outcome,
        says: [],
        forFamily: actorRole === 'family',
        needsApproval: false,
        offline: move.offline,
        hindrances: [],
      }
      const before = steps.get(transitionKey(step)) ?? step
      steps.set(transitionKey(step), {
        ...before,
        says: [...new Set([...before.says, ...withReason(move, actorRoles)])],
      })
    }
  }
  return [...steps.values()]
}
