// chunk: students
import { type Day, fromInstant, type Instant } from '#shared/kernel/time.ts'

/*
 * Who comes next when a seat is free: by the claims that count at this school, then by who applied first. The same children give
 * the same list everywhere, and each position says why it is that one.
 */

/** What may bring a child forward on a waiting list. Only claims that staff have verified count. */
export const claimKinds = ['staff-child', 'sibling', 'group-transfer', 'corporate', 'alumni', 'national'] as const
export type ClaimKind = (typeof claimKinds)[number]

/** What is known of a claim: said by the family, found true by staff, or found not to be so. */
export const claimStates = ['stated', 'verified', 'refused'] as const
export type ClaimState = (typeof claimStates)[number]

/** Why a position changed: what this child did, or what became of another one or of the rules. */
export const positionCauses = [
  'joined',
  'left',
  'out-of-order',
  'claim',
  'place',
  'rules',
  'other-joined',
  'other-left',
  'other-claim',
] as const
export type PositionCause = (typeof positionCauses)[number]

export interface WaitingChild {
  id: string
  appliedAt: Instant
  /** The day of that in the school's zone. */
  since: Day
  /** Those that staff have verified, each kind once. */
  verified: readonly { kind: ClaimKind; on: Day }[]
}

/** Why a child stands where it does: a sentence by its id, with what is said in it. */
export interface PositionReason {
  id: 'claim' | 'date'
  claim: ClaimKind | null
  verifiedOn: Day | null
  since: Day
}

/** A position on the list, from 1, of so many. */
export interface Position {
  id: string
  position: number
  total: number
  reason: PositionReason
}

/**
 * The list of one place, the next one first. A kind that the school does not name gives no claim; of several claims the best one
 * counts, so that another one never moves a child down.
 */
export function orderWaiting(children: readonly WaitingChild[], claimOrder: readonly ClaimKind[]): Position[] {
  const ranked = children.map((child) => ({ child, ...bestClaim(child, claimOrder) }))
  const inOrder = ranked.toSorted(
    (a, b) =>
      a.rank - b.rank ||
      fromInstant(a.child.appliedAt) - fromInstant(b.child.appliedAt) ||
      (a.child.id < b.child.id ? -1 : 1),
  )
  return inOrder.map(({ child: { id, since }, claim }, index) => ({
    id,
    position: index + 1,
    total: children.length,
    reason: claim
      ? { id: 'claim', claim: claim.kind, verifiedOn: claim.on, since }
      : { id: 'date', claim: null, verifiedOn: null, since },
  }))
}

function bestClaim({ verified }: WaitingChild, claimOrder: readonly ClaimKind[]) {
  const ranks = verified.map(({ kind }) => claimOrder.indexOf(kind)).filter((rank) => rank >= 0)
  const rank = ranks.length > 0 ? Math.min(...ranks) : claimOrder.length
  return { rank, claim: verified.find(({ kind }) => claimOrder[rank] === kind) }
}
