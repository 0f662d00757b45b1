import { isUnexplained } from '#shared/students/transition-reason.rules.ts'
import type { OpenTransition, StudentChange } from '../student-file/student.api.ts'

/** What is typed for a step; it stays whatever comes of it. */
export interface TransitionDraft {
  reason: string
  note: string
  reviewOn: string
}

export const emptyDraft: TransitionDraft = { reason: '', note: '', reviewOn: '' }

/** Between two statuses there may be several steps: each ends the file in its own way. */
export const transitionKey = ({ to, outcome }: OpenTransition): string => `${to} ${outcome ?? ''}`

export const needsReason = ({ says }: OpenTransition): boolean =>
  says.includes('reason') || says.includes('decline-reason')

/** Whether a note has to say why: of a child who is not next, or before everything is done that the school asks for. */
export const needsNote = ({ says }: OpenTransition): boolean =>
  says.includes('out-of-order') || says.includes('override')

/** Whether other children are before this one on the waiting list, so that a note has to say why it comes first. */
export const isOutOfOrder = ({ says }: OpenTransition): boolean => says.includes('out-of-order')

export type MissingField = 'reason' | 'note' | 'reviewOn'

/** What has to be said before the step is asked for; "something else" is no reason without its words, nor is a turn that another child has. */
export function missingFields(move: OpenTransition, draft: TransitionDraft): MissingField[] {
  return [
    ...(needsReason(move) && draft.reason === '' ? (['reason'] as const) : []),
    ...(isUnexplained(draft) || (isOutOfOrder(move) && draft.note.trim() === '') ? (['note'] as const) : []),
    ...(move.says.includes('review-on') && draft.reviewOn === '' ? (['reviewOn'] as const) : []),
  ]
}

/** What is sent: nothing that this step does not ask for, though it may have been typed for another. */
export function changeOf(move: OpenTransition, { reason, note, reviewOn }: TransitionDraft): StudentChange {
  return {
    kind: 'move',
    to: move.to,
    ...(move.outcome && { outcome: move.outcome }),
    ...(needsReason(move) && { reason }),
    ...(note.trim() && { note: note.trim() }),
    ...(move.says.includes('review-on') && { reviewOn }),
  }
}

/**
 * Whether a step is taken with one press: nothing has to be said with it, nobody else has to agree, and it does not end the way.
 * A place is confirmed with a second press.
 */
export const isAtOnce = ({ to, says, needsApproval, forFamily }: OpenTransition): boolean =>
  says.length === 0 && !needsApproval && !forFamily && to !== 'confirmed'
