// chunk: desk-calls
import { type ActorRole, type Said, type StatusTransition } from './status-transition.types.ts'
import { statusTransitions } from './status-transitions.rules.ts'
import type { StudentOutcome, StudentStatus } from './student-status.rules.ts'

/*
 * Who may take which step from where, read from the graph (student-moves.rules.ts).
 */

const desk = ['officer', 'registrar'] as const

/** Anyone who is on hold goes on from where they were: their offer's clock runs again, their seat is still theirs. */
const resume = (heldFrom: StudentStatus): StatusTransition => ({
  from: 'on-hold',
  to: heldFrom,
  by: desk,
  seat: 'keep',
  offline: 'queue',
})

/** Where the school takes back what it has given only with the head's word: a hold is no way around that. */
const needsHead: readonly (StudentStatus | null)[] = ['offer-out', 'booked']

/** Every step from here. `heldFrom` is where somebody on hold stood before; a file reopened as held goes to the short list. */
export function transitionsFrom(status: StudentStatus, heldFrom: StudentStatus | null): StatusTransition[] {
  const own = statusTransitions.filter(({ from }) => from === status)
  if (status !== 'on-hold') return own
  const ends = own.map((move) =>
    move.outcome === 'refused-by-school' && needsHead.includes(heldFrom)
      ? { ...move, approval: ['head' as const], offline: 'never' as const }
      : move,
  )
  return [resume(heldFrom === null || heldFrom === 'rejected' ? 'shortlisted' : heldFrom), ...ends]
}

/** Whether these actor roles may ask for the step and not take it: then one of `by` has to agree. */
export const mayOnlyPropose = ({ by, proposedBy = [] }: StatusTransition, actorRoles: readonly ActorRole[]): boolean =>
  !by.some((role) => actorRoles.includes(role)) && proposedBy.some((role) => actorRoles.includes(role))

/** In which capacity one of these actor roles takes the step or asks for it: their own, or the family's whose word they write down. */
export function actorRoleFor(
  { by, proposedBy = [], forFamilyBy = [] }: StatusTransition,
  actorRoles: readonly ActorRole[],
): ActorRole | undefined {
  const own = [...by, ...proposedBy].find((role) => actorRoles.includes(role))
  return own ?? (forFamilyBy.some((role) => actorRoles.includes(role)) ? 'family' : undefined)
}

/** What these actor roles have to say with it: anyone who speaks for a family says why. */
export function withReason({ says = [], ...move }: StatusTransition, actorRoles: readonly ActorRole[]): Said[] {
  const isForFamily = actorRoleFor(move, actorRoles) === 'family' && !actorRoles.includes('family')
  return isForFamily && !says.includes('decline-reason') ? [...says, 'reason'] : [...says]
}

/** The step that leads there and closes the file in this way, if there is one that one of these actor roles may make. */
export function findTransition(
  at: { status: StudentStatus; heldFrom: StudentStatus | null },
  to: StudentStatus,
  by: readonly ActorRole[],
  outcome?: StudentOutcome,
): StatusTransition | undefined {
  return transitionsFrom(at.status, at.heldFrom).find(
    (move) => move.to === to && move.outcome === outcome && actorRoleFor(move, by) !== undefined,
  )
}
