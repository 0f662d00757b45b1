// chunk: students
import type { OpenTransition, StudentFile } from '../student-file/student.api.ts'

/** What to do next with a file. */
export type NextStep =
  | { kind: 'review' | 'documents' | 'interview' | 'score' | 'fee' | 'deposit' }
  | { kind: 'move'; move: OpenTransition }
  /** Somebody else's turn. */
  | { kind: 'approval' | 'family' }

type Facts = Pick<StudentFile, 'student' | 'moves' | 'proposals' | 'readiness'>

/** Where the way to a confirmed place leads on from each status. */
const onward = {
  new: ['shortlisted'],
  shortlisted: ['offer-out'],
  waiting: ['offer-out', 'shortlisted'],
  'on-hold': ['shortlisted', 'waiting', 'offer-out', 'accepted', 'booked'],
  'offer-out': [],
  accepted: ['booked'],
  booked: ['confirmed'],
  confirmed: [],
  rejected: [],
} as const satisfies Record<StudentFile['student']['status'], readonly StudentFile['student']['status'][]>

const offerNext = ['shortlisted', 'waiting'] as const

/**
 * The one step that brings a file on: first what waits for a review, then what the school asks for before an offer, then the next
 * status where nothing blocks it. Undefined where nothing is to be done, or nothing by this person.
 */
export function nextStepOf({
  student: { status, erasedAt },
  moves,
  proposals,
  readiness,
}: Facts): NextStep | undefined {
  if (erasedAt !== null || moves.length === 0 || status === 'confirmed' || status === 'rejected') return undefined
  if (proposals.some(({ needsAnother }) => needsAnother)) return { kind: 'approval' }
  if (status === 'offer-out') return { kind: 'family' }
  if (readiness && readiness.documents.toReview > 0) return { kind: 'review' }
  const move = onward[status]
    .map((to) => moves.find((each) => each.to === to && each.outcome === null && each.hindrances.length === 0))
    .find((each) => each !== undefined)
  const missing = readiness && offerNext.some((each) => each === status) ? missingOf(readiness) : undefined
  if (missing) return { kind: missing }
  if (move) return { kind: 'move', move }
  if (status === 'accepted') return { kind: 'deposit' }
  if (status === 'booked' && readiness && readiness.documents.done < readiness.documents.total)
    return { kind: 'documents' }
  return undefined
}

/** The first of what the school asks for before an offer and is not done. */
function missingOf({
  documents,
  interview,
  score,
  fee,
}: NonNullable<StudentFile['readiness']>): 'documents' | 'interview' | 'score' | 'fee' | undefined {
  if (documents.isNeeded && documents.done < documents.total) return 'documents'
  if (interview.isNeeded && interview.state !== 'held') return 'interview'
  if (score.isNeeded && score.state === 'open') return 'score'
  if (fee.isNeeded && fee.paid <= 0) return 'fee'
  return undefined
}
