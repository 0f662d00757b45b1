import { and, eq } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { studentProposals } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { moversOf } from '#shared/students/student-movers.rules.ts'
import type { Mover } from '#shared/students/student-moves.rules.ts'
import { findMove, moverOfStep } from '#shared/students/student-steps.rules.ts'
import { requireLawfulMoney } from '../fees/student-money.policy.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { endDrafts } from '../offers/offer.service.ts'
import { findOffer } from '../offers/offer-read.service.ts'
import { approversOf } from './student-approval.policy.ts'
import { judge, take } from './student-move.service.ts'
import type { Decider, StepAsked } from './student-step.types.ts'

type Proposal = typeof studentProposals.$inferSelect

/** What waits for another person's word, oldest first. */
export const openProposals = (tx: Tx, { schoolId, id }: Student): Promise<Proposal[]> =>
  tx
    .select()
    .from(studentProposals)
    .where(
      and(
        eq(studentProposals.schoolId, schoolId),
        eq(studentProposals.studentId, id),
        eq(studentProposals.state, 'open'),
      ),
    )
    .orderBy(studentProposals.recordedAt, studentProposals.id)

/** Keeps a step that was judged until another person agrees. @throws AppError student.proposed */
export async function propose(
  tx: Tx,
  by: Decider,
  student: Student,
  step: StepAsked,
): Promise<{ student: Student; proposalId: string }> {
  const waiting = await openProposals(tx, student)
  if (waiting.some(({ toStatus, outcome }) => toStatus === step.to && outcome === step.outcome))
    throw new AppError('student.proposed')
  const { to: toStatus, reason, ...said } = step
  const proposalId = uuidv7(by.nowMs, by.random)
  await tx.insert(studentProposals).values({
    schoolId: by.schoolId,
    id: proposalId,
    studentId: student.id,
    fromStatus: student.status,
    toStatus,
    byUser: by.userId,
    reason: reason ?? '',
    ...said,
    recordedAt: toInstant(by.nowMs),
    state: 'open',
  })
  return { student: await updateStudent(tx, student, {}), proposalId }
}

/**
 * Somebody agrees, another person where one has to: everything is judged again as it is now, in the proposer's capacity, and taken.
 * @throws AppError student.proposal-over, student.needs-another, access.denied, and everything that `judge` finds
 */
export async function approve(tx: Tx, by: Decider, student: Student, proposalId: string): Promise<Student> {
  const proposal = await openProposal(tx, student, proposalId)
  const isOwn = proposal.byUser === by.userId
  if (isOwn && (await approversOfProposal(tx, student, proposal)).length > 0)
    throw new AppError('student.needs-another')
  const movers = await moversOfProposer(tx, proposal)
  const { toStatus: to, outcome, reason, note, reviewOn, offerId, decidedAt } = proposal
  if (!(await mayApprove(tx, by, student, proposal))) throw new AppError('access.denied')
  const step = { to, outcome, reason: reason || null, note, reviewOn, offerId, decidedAt }
  const move = await judge(tx, student, step, { movers, by })
  const mover = moverOfStep(move, movers)
  if (!mover) throw new AppError('access.denied')
  // The rules may be others by now.
  const draft = offerId === null ? undefined : await findOffer(tx, by.schoolId, offerId)
  if (draft) await requireLawfulMoney(tx, by, student, draft.terms)
  await settle(tx, by, proposal, 'approved', null)
  return take(tx, by, student, {
    step,
    move,
    takers: { mover, byUser: proposal.byUser, approvedBy: isOwn ? null : by.userId },
  })
}

/** Taken back by whoever asked, or refused by somebody who could have agreed. @throws AppError student.proposal-over, access.denied */
export async function withdraw(
  tx: Tx,
  by: Decider,
  student: Student,
  { proposalId, note }: { proposalId: string; note: string | null },
): Promise<Student> {
  const proposal = await openProposal(tx, student, proposalId)
  if (proposal.byUser !== by.userId && !(await mayApprove(tx, by, student, proposal)))
    throw new AppError('access.denied')
  await settle(tx, by, proposal, 'withdrawn', note)
  await endDrafts(tx, by, proposal.offerId ? [proposal.offerId] : [], 'rescinded')
  return updateStudent(tx, student, {})
}

const everyStaff: readonly Mover[] = ['officer', 'registrar', 'head', 'finance']

const moveOf = (student: Student, { toStatus, outcome }: Proposal) =>
  findMove(student, toStatus, everyStaff, outcome ?? undefined)

/** In which capacities whoever proposed may act now; none for who has left. */
async function moversOfProposer(tx: Tx, { schoolId, byUser }: Proposal): Promise<readonly Mover[]> {
  const proposer = (await findPeople(tx, schoolId, [byUser])).get(byUser)
  return proposer && proposer.disabledMs === undefined ? moversOf(proposer.roles) : []
}

/** Whose word a proposal waits for; nobody's in particular where it was only made without a network. */
export async function approversOfProposal(tx: Tx, student: Student, proposal: Proposal): Promise<readonly Mover[]> {
  const move = moveOf(student, proposal)
  if (!move) return []
  return approversOf(tx, student.schoolId, move, await moversOfProposer(tx, proposal))
}

/** Whether whoever decides has a capacity that has to agree to this step, or where nobody has to, one that takes it. */
async function mayApprove(tx: Tx, by: Decider, student: Student, proposal: Proposal): Promise<boolean> {
  const move = moveOf(student, proposal)
  if (!move) return false
  const approvers = await approversOfProposal(tx, student, proposal)
  const movers = moversOf(by.roles)
  if (approvers.length === 0) return moverOfStep(move, movers) !== undefined
  return movers.some((mover) => approvers.includes(mover))
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

const settle = (tx: Tx, by: Decider, { id }: Proposal, state: 'approved' | 'withdrawn', settledNote: string | null) =>
  tx
    .update(studentProposals)
    .set({ state, settledNote, settledBy: by.userId, settledAt: toInstant(by.nowMs) })
    .where(and(eq(studentProposals.schoolId, by.schoolId), eq(studentProposals.id, id)))
