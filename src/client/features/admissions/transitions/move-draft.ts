import { isUnexplained } from '#shared/students/step-reason.rules.ts'
import type { OpenMove, StudentChange } from '../student-file/student.api.ts'

/** What is typed for a step; it stays whatever comes of it. */
export interface MoveDraft {
  reason: string
  note: string
  reviewOn: string
}

export const emptyDraft: MoveDraft = { reason: '', note: '', reviewOn: '' }

/** Between two statuses there may be several steps: each ends the file in its own way. */
export const moveKey = ({ to, outcome }: OpenMove): string => `${to} ${outcome ?? ''}`

export const asksReason = ({ says }: OpenMove): boolean => says.includes('reason') || says.includes('decline-reason')

/** Whether other children are before this one on the waiting list, so that a note has to say why it comes first. */
export const isOutOfOrder = ({ says }: OpenMove): boolean => says.includes('out-of-order')

export type Lack = 'reason' | 'note' | 'reviewOn'

/** What has to be said before the step is asked for; "something else" is no reason without its words, nor is a turn that another child has. */
export function lacking(move: OpenMove, draft: MoveDraft): Lack[] {
  return [
    ...(asksReason(move) && draft.reason === '' ? (['reason'] as const) : []),
    ...(isUnexplained(draft) || (isOutOfOrder(move) && draft.note.trim() === '') ? (['note'] as const) : []),
    ...(move.says.includes('review-on') && draft.reviewOn === '' ? (['reviewOn'] as const) : []),
  ]
}

/** What is sent: nothing that this step does not ask for, though it may have been typed for another. */
export function changeOf(move: OpenMove, { reason, note, reviewOn }: MoveDraft): StudentChange {
  return {
    kind: 'move',
    to: move.to,
    ...(move.outcome && { outcome: move.outcome }),
    ...(asksReason(move) && { reason }),
    ...(note.trim() && { note: note.trim() }),
    ...(move.says.includes('review-on') && { reviewOn }),
  }
}
