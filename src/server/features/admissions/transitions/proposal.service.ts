import { and, eq } from 'drizzle-orm'
import type { Student } from '#server/features/students/student.view.ts'
import { studentProposals } from '#server/features/students/student-change.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { requireLawfulMoney } from '../fees/student-money.policy.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { endDrafts } from '../offers/offer.service.ts'
import { findOffer } from '../offers/offer-read.service.ts'
import type { StaffActor } from './actor.service.ts'
import { applyTransition } from './apply-transition.service.ts'
import { authorizeApproval, authorizeWithdrawal } from './command.policy.ts'
import { assertTransitionAllowed } from './transition.service.ts'

type Proposal = typeof studentProposals.$inferSelect

/**
 * Approves a proposal: everything is checked again as it is now, in the proposer's capacity, and the transition is applied.
 * @throws AppError student.proposal-over, and as `authorizeApproval` and `assertTransitionAllowed`
 */
export async function approveProposal(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { proposalId }: { proposalId: string },
): Promise<Student> {
  const proposal = await openProposal(tx, student, proposalId)
  const { permitted, approvedBy } = await authorizeApproval(tx, by, student, proposal)
  const { toStatus: to, outcome, reason, note, reviewOn, offerId, decidedAt } = proposal
  const request = { to, outcome, reason: reason || null, note, reviewOn, offerId, decidedAt }
  await assertTransitionAllowed(tx, by, student, request, permitted)
  // The rules may be others by now.
  const draft = offerId === null ? undefined : await findOffer(tx, by.schoolId, offerId)
  if (draft) await requireLawfulMoney(tx, by, student, draft.terms)
  await settle(tx, by, proposal, 'approved', null)
  return applyTransition(tx, by, student, request, { ...permitted, byUser: proposal.byUser, approvedBy })
}

/** Withdraws a proposal, with its draft offer. @throws AppError student.proposal-over, access.denied */
export async function withdrawProposal(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { proposalId, note }: { proposalId: string; note?: string | undefined },
): Promise<Student> {
  const proposal = await openProposal(tx, student, proposalId)
  await authorizeWithdrawal(tx, by, student, proposal)
  await settle(tx, by, proposal, 'withdrawn', note || null)
  await endDrafts(tx, by, proposal.offerId ? [proposal.offerId] : [], 'rescinded')
  return updateStudent(tx, student, {})
}

/** @throws AppError request.not-found, student.proposal-over */
async function openProposal(tx: Tx, student: Student, proposalId: string): Promise<Proposal> {
  const [proposal] = await tx
    .select()
    .from(studentProposals)
    .where(and(eq(studentProposals.schoolId, student.schoolId), eq(studentProposals.id, proposalId)))
  if (proposal?.studentId !== student.id) throw new AppError('request.not-found', { field: 'proposalId' })
  if (proposal.state !== 'open' || proposal.fromStatus !== student.status) throw new AppError('student.proposal-over')
  return proposal
}

const settle = (
  tx: Tx,
  by: StaffActor,
  { id }: Proposal,
  state: 'approved' | 'withdrawn',
  settledNote: string | null,
) =>
  tx
    .update(studentProposals)
    .set({ state, settledNote, settledBy: by.userId, settledAt: toInstant(by.nowMs) })
    .where(and(eq(studentProposals.schoolId, by.schoolId), eq(studentProposals.id, id)))
