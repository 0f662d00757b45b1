import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { scheduledFees } from '#server/features/fees/setup/offer-fees.service.ts'
import { findSubmission } from '#server/features/forms/submissions/submission.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { students } from '#server/features/students/student.table.ts'
import { colleague, type Staff, type Student, studentRow } from '#server/features/students/student.view.ts'
import { studentChanges } from '#server/features/students/student-change.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { OpenTransition } from '#shared/admissions/student.contract.ts'
import type { studentData } from '#shared/admissions/student-file.contract.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { ActorRole } from '#shared/students/status-transition.types.ts'
import { actorRoleFor, transitionsFrom, withReason } from '#shared/students/student-steps.rules.ts'
import { readinessView } from '../eligibility/readiness.service.ts'
import { ageView } from '../eligibility/student-age.service.ts'
import { formalityViews } from '../eligibility/student-formality.service.ts'
import { requiredFormsView } from '../eligibility/student-forms.service.ts'
import { identityView } from '../eligibility/student-identity.service.ts'
import { cashView } from '../fees/student-cash.service.ts'
import { feeView } from '../fees/student-fee.service.ts'
import { moneyRulesFor } from '../fees/student-money.policy.ts'
import { noticeView } from '../fees/student-notice.service.ts'
import { accountView } from '../joining/student-account.service.ts'
import { familyView } from '../joining/student-family.service.ts'
import { offersOf } from '../offers/offer-read.service.ts'
import { staffOffer } from '../offers/staff-offer.service.ts'
import { consentsOpen } from '../offers/student-acceptance.service.ts'
import { signersFor } from '../offers/student-signers.service.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import { openProposals } from '../transitions/apply-transition.service.ts'
import { findBlockers, splitOverride } from '../transitions/blocker.service.ts'
import { approversOf, approversOfProposal } from '../transitions/command.policy.ts'
import { waitlistSeen } from '../waiting-list/student-claim.service.ts'
import { isNext } from '../waiting-list/waitlist.service.ts'

/** Reader of a file, and the time. */
interface Seer {
  actorRoles: readonly ActorRole[]
  nowMs: number
  /** School's own day. */
  today: Day
  timeZone: string
  /** True if they may see health and learning support. */
  seesSensitive: boolean
  /** True if they may edit the live record. */
  keepsRecord: boolean
  /** True if they may see account balances. */
  seesAccounts: boolean
}

/** Everything of one student, with the transitions that these actor roles may make. @throws AppError request.not-found */
export async function readFile(
  tx: Tx,
  { schoolId, id, ...seer }: Seer & { schoolId: string; id: string },
): Promise<z.input<typeof studentData.reply>> {
  const [student] = await tx
    .select()
    .from(students)
    .where(and(eq(students.schoolId, schoolId), eq(students.id, id)))
  if (!student) throw new AppError('request.not-found')
  const history = await historyOf(tx, schoolId, id)
  const offers = await offersOf(tx, schoolId, id)
  const proposals = await openProposals(tx, student)
  const staff = await findPeople(tx, schoolId, [
    ...(student.ownerId ? [student.ownerId] : []),
    ...history.flatMap(({ byUser, approvedBy }) => [byUser ?? [], approvedBy ?? []].flat()),
    ...proposals.map(({ byUser }) => byUser),
    ...offers.flatMap(({ settlements, answers: given }) =>
      [...settlements, ...given].flatMap(({ byUser }) => byUser ?? []),
    ),
  ])
  const { rules } = await readRules(tx, schoolId)
  const waitsFor = await consentsOpen(tx, student)
  const form = student.submissionId === null ? undefined : await findSubmission(tx, schoolId, student.submissionId)
  const answers = form?.row.answers
  const moves = await openTransitions(tx, student, seer, proposals)
  const mayOffer = moves.some(({ says }) => says.includes('offer'))
  return {
    student: studentRow(student, staff),
    submissionId: student.submissionId,
    history: history.map((row) => changeView(row, staff)),
    offers: offers.map((offer) =>
      staffOffer(offer, { graceHours: rules.graceHours, nameOf: (userId) => colleague(userId, staff), waitsFor }),
    ),
    guardians: mayOffer ? await signersFor(tx, student, form) : [],
    money: mayOffer ? ((await moneyRulesFor(tx, student)) ?? null) : null,
    scheduledFees: mayOffer ? await feesFor(tx, student) : [],
    ...(await ageView(tx, student)),
    ...(await formalityViews(tx, student)),
    ...(await feeView(tx, student)),
    ...(await accountView(tx, student, seer)),
    ...(await cashView(tx, student)),
    family: seer.keepsRecord ? await familyView(tx, student) : null,
    ...(await noticeView(tx, student, seer.seesSensitive)),
    ...(await identityView(tx, student, seer)),
    ...(await requiredFormsView(tx, student)),
    ...(await waitlistSeen(tx, { schoolId, timeZone: seer.timeZone }, student, answers)),
    moves,
    readiness:
      student.erasedAt === null
        ? await readinessView(tx, student, {
            rules,
            today: seer.today,
            isAsked: proposals.some(({ toStatus }) => toStatus === 'offer-out'),
          })
        : null,
    proposals: await Promise.all(proposals.map((proposal) => proposalView(tx, student, proposal, staff))),
  }
}

/** Returns a proposal as staff see it. */
const proposalView = async (tx: Tx, student: Student, proposal: Proposal, staff: Staff) => ({
  id: proposal.id,
  to: proposal.toStatus,
  outcome: proposal.outcome,
  by: colleague(proposal.byUser, staff),
  reason: proposal.reason,
  at: proposal.recordedAt,
  needsAnother: (await approversOfProposal(tx, student, proposal)).length > 0,
})

/** Returns the fees of the schedule for the child's placement; empty without a placement. */
const feesFor = (tx: Tx, { schoolId, entryYear: year, grade, campus, stream }: Student) =>
  year === null ? [] : scheduledFees(tx, schoolId, { year, grade, campus, stream })

/** Returns every transition of a student, the earliest first. */
export const historyOf = (tx: Tx, schoolId: string, studentId: string) =>
  tx
    .select()
    .from(studentChanges)
    .where(and(eq(studentChanges.schoolId, schoolId), eq(studentChanges.studentId, studentId)))
    .orderBy(studentChanges.revision)

const changeView = (row: typeof studentChanges.$inferSelect, staff: Staff) => ({
  id: row.id,
  from: row.fromStatus,
  to: row.toStatus,
  outcome: row.outcome,
  mover: row.mover,
  by: row.byUser && colleague(row.byUser, staff),
  approvedBy: row.approvedBy && colleague(row.approvedBy, staff),
  reason: row.reason,
  note: row.note,
  decidedAt: row.decidedAt,
  recordedAt: row.recordedAt,
})

type Proposal = Awaited<ReturnType<typeof openProposals>>[number]

async function openTransitions(
  tx: Tx,
  student: Student,
  { actorRoles, timeZone, ...when }: Seer,
  proposals: readonly Proposal[],
): Promise<z.input<typeof OpenTransition>[]> {
  if (student.erasedAt !== null) return []
  const open = transitionsFrom(student.status, student.heldFrom).filter(
    (move) => actorRoleFor(move, actorRoles) !== undefined,
  )
  const seen: z.input<typeof OpenTransition>[] = []
  const isFirst = await isNext(tx, { schoolId: student.schoolId, timeZone }, student)
  for (const move of open) {
    const { to, outcome = null } = move
    const isProposed = proposals.some((each) => each.toStatus === to && each.outcome === outcome)
    const split = await splitOverride(tx, student, move, { actorRoles, ...when })
    const blockers: MessageId[] = await findBlockers(tx, student, split.move, when)
    const says = withReason(move, actorRoles).filter((each) => each !== 'out-of-order' || !isFirst)
    seen.push({
      to,
      outcome,
      says: split.unmet ? [...says, 'override' as const] : says,
      forFamily: actorRoleFor(move, actorRoles) === 'family',
      needsApproval: (await approversOf(tx, student.schoolId, { move, actorRoles })).length > 0,
      offline: move.offline,
      hindrances: isProposed ? [...blockers, 'student.proposed'] : blockers,
    })
  }
  return seen
}
