import type { z } from 'zod'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { studentProposals } from '#server/features/students/student-change.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { StudentChange } from '#shared/admissions/student-change.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { hasPermission, type Permission, type Role } from '#shared/kernel/roles.ts'
import { actorRolesOf } from '#shared/students/actor-roles.rules.ts'
import type { ActorRole, StatusTransition } from '#shared/students/status-transition.types.ts'
import type { StudentOutcome, StudentStatus } from '#shared/students/student-status.rules.ts'
import { actorRoleFor, findTransition, mayOnlyPropose, transitionsFrom } from '#shared/students/student-steps.rules.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import type { StaffActor } from './actor.service.ts'

/*
 * Who may do what from the desk: every command, every transition, every proposal. Nothing else of admissions asks for a role;
 * the route has asked for the permission `students.decide` by then.
 */

export type StudentCommand = z.output<typeof StudentChange>
export type CommandKind = StudentCommand['kind']
type Proposal = typeof studentProposals.$inferSelect

/** One of these actor roles; a permission; anyone who may decide at all; or as the transition or the proposal says. */
type Requirement = readonly ActorRole[] | Permission | 'anyone' | 'by-transition' | 'by-proposal'

const desk = ['officer', 'registrar'] as const
const lead = ['registrar', 'head'] as const
const finance = ['finance'] as const

const requirements: Readonly<Record<CommandKind, Requirement>> = {
  move: 'by-transition',
  offer: 'by-transition',
  approve: 'by-proposal',
  'withdraw-proposal': 'by-proposal',
  assign: 'anyone',
  place: 'anyone',
  'paper-signature': desk,
  resend: desk,
  'paper-consent': desk,
  claim: desk,
  formality: desk,
  identity: desk,
  'age-override': lead,
  'waive-form': lead,
  'withdraw-form-waiver': lead,
  deposit: finance,
  'waive-deposit': ['registrar', 'finance', 'head'],
  'agree-waiver': ['finance', 'head'],
  refund: finance,
  'application-fee': ['officer', 'registrar', 'finance'],
  'fee-refund': finance,
  'fee-reversal': finance,
  'cash-return': finance,
  'cash-place': finance,
  'account-settled': finance,
  'notice-filed': 'sensitive.see',
  allergens: 'sensitive.see',
  'family-access': 'students.record',
}

/** Whether these roles may give a command of this kind, where neither a transition nor a proposal decides that. */
export function mayCommand(roles: readonly Role[], kind: CommandKind): boolean {
  const requirement = requirements[kind]
  if (requirement === 'anyone' || requirement === 'by-transition' || requirement === 'by-proposal') return true
  return typeof requirement === 'string'
    ? hasPermission(roles, requirement)
    : hasActorRole(actorRolesOf(roles), requirement)
}

/** @throws AppError access.denied where `mayCommand` says no */
export function requireMayCommand(roles: readonly Role[], kind: CommandKind): void {
  if (!mayCommand(roles, kind)) throw new AppError('access.denied')
}

/** A transition that somebody may make, and in which capacity. */
export interface PermittedTransition {
  move: StatusTransition
  actorRole: ActorRole
  /** Every actor role of the person who makes it. */
  actorRoles: readonly ActorRole[]
}

/**
 * Decides about a command of the desk, on the locked student; approving and withdrawing a proposal are decided once it is read.
 * @returns the transition of a command that makes one, else null
 * @throws AppError access.denied, student.no-such-move
 */
export function authorizeCommand(
  { roles }: StaffActor,
  student: Student,
  command: StudentCommand,
): PermittedTransition | null {
  requireMayCommand(roles, command.kind)
  if (command.kind === 'offer')
    return authorizeTransition(student, { to: 'offer-out', outcome: null }, actorRolesOf(roles))
  if (command.kind !== 'move') return null
  return authorizeTransition(student, { to: command.to, outcome: command.outcome ?? null }, actorRolesOf(roles))
}

/** Decides about a transition by the table of transitions. @throws AppError access.denied, student.no-such-move */
export function authorizeTransition(
  student: Student,
  { to, outcome }: { to: StudentStatus; outcome: StudentOutcome | null },
  actorRoles: readonly ActorRole[],
): PermittedTransition {
  const move = findTransition(student, to, actorRoles, outcome ?? undefined)
  const actorRole = move && actorRoleFor(move, actorRoles)
  if (move && actorRole) return { move, actorRole, actorRoles }
  const isMove = transitionsFrom(student.status, student.heldFrom).some(
    (each) => each.to === to && (each.outcome ?? null) === outcome,
  )
  throw new AppError(isMove ? 'access.denied' : 'student.no-such-move')
}

/** Whether a family may make this transition by its link. */
export const mayFamily = (student: Student, to: StudentStatus, outcome: StudentOutcome | null): boolean =>
  findTransition(student, to, ['family'], outcome ?? undefined) !== undefined

/**
 * Returns who else has to approve a transition of these actor roles: by the table of transitions, and where the school wants the
 * head to approve every offer, the head, unless the offer is the head's own. Empty where nobody has to.
 */
export async function approversOf(
  tx: Tx,
  schoolId: string,
  { move, actorRoles }: Pick<PermittedTransition, 'move' | 'actorRoles'>,
): Promise<readonly ActorRole[]> {
  const { to, approval, by } = move
  if (approval) return approval
  if (mayOnlyPropose(move, actorRoles)) return by
  if (to !== 'offer-out' || actorRoles.includes('head')) return []
  const { rules } = await readRules(tx, schoolId)
  return rules.offersNeedHead ? ['head'] : []
}

/** Returns who has to approve a proposal; empty where it waits only because it was made offline. */
export async function approversOfProposal(tx: Tx, student: Student, proposal: Proposal): Promise<readonly ActorRole[]> {
  const move = transitionOf(student, proposal)
  if (!move) return []
  return approversOf(tx, student.schoolId, { move, actorRoles: await proposerRoles(tx, proposal) })
}

/**
 * Decides whether somebody may approve a proposal: another person than the proposer, where one has to.
 * @returns the proposed transition in the proposer's capacity, and who approves it; null where nobody has to and it is their own
 * @throws AppError student.needs-another, access.denied, student.no-such-move
 */
export async function authorizeApproval(
  tx: Tx,
  by: StaffActor,
  student: Student,
  proposal: Proposal,
): Promise<{ permitted: PermittedTransition; approvedBy: StaffActor['userId'] | null }> {
  const isOwn = proposal.byUser === by.userId
  if (isOwn && (await approversOfProposal(tx, student, proposal)).length > 0)
    throw new AppError('student.needs-another')
  const actorRoles = await proposerRoles(tx, proposal)
  if (!(await mayApprove(tx, by, student, proposal))) throw new AppError('access.denied')
  const { toStatus: to, outcome } = proposal
  return {
    permitted: authorizeTransition(student, { to, outcome }, actorRoles),
    approvedBy: isOwn ? null : by.userId,
  }
}

/** Only the proposer, or somebody who could approve, withdraws a proposal. @throws AppError access.denied */
export async function authorizeWithdrawal(tx: Tx, by: StaffActor, student: Student, proposal: Proposal): Promise<void> {
  if (proposal.byUser !== by.userId && !(await mayApprove(tx, by, student, proposal)))
    throw new AppError('access.denied')
}

const everyStaffRole: readonly ActorRole[] = ['officer', 'registrar', 'head', 'finance']

const transitionOf = (student: Student, { toStatus, outcome }: Proposal) =>
  findTransition(student, toStatus, everyStaffRole, outcome ?? undefined)

/** The actor roles that the proposer has now; none where they have left. */
async function proposerRoles(tx: Tx, { schoolId, byUser }: Proposal): Promise<readonly ActorRole[]> {
  const proposer = (await findPeople(tx, schoolId, [byUser])).get(byUser)
  return proposer && proposer.disabledMs === undefined ? actorRolesOf(proposer.roles) : []
}

/** Whether somebody has an actor role that has to approve the transition, or where none has to, one that makes it. */
async function mayApprove(tx: Tx, { roles }: StaffActor, student: Student, proposal: Proposal): Promise<boolean> {
  const move = transitionOf(student, proposal)
  if (!move) return false
  const approvers = await approversOfProposal(tx, student, proposal)
  const actorRoles = actorRolesOf(roles)
  return approvers.length === 0 ? actorRoleFor(move, actorRoles) !== undefined : hasActorRole(actorRoles, approvers)
}

const hasActorRole = (own: readonly ActorRole[], wanted: readonly ActorRole[]): boolean =>
  own.some((role) => wanted.includes(role))
