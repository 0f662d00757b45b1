import { and, eq, sql } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ShiftId, UserId } from '#shared/kernel/ids.ts'
import { hasPermission, type Role } from '#shared/kernel/roles.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import type { Approval, ApprovedAct } from '#shared/pos/approvals/approval.contract.ts'
import { approvalFaults } from '#shared/pos/approvals/approval.rules.ts'
import {
  type ActContext,
  approvalPermissions,
  isOpenTo,
  type Judgement,
} from '#shared/pos/approvals/till-limits.rules.ts'
import { approvals } from '../refund.table.ts'
import { cashierFlags, type Cashiers } from '../sales/cashiers.ts'
import type { PosFlag } from '../sales/exceptions.ts'
import type { TillContext } from '../sales/till-context.ts'
import { doneOfShift } from './done-in-shift.service.ts'
import { limitsAt } from './till-limit.service.ts'

export interface ApprovedDocument {
  act: ApprovedAct
  /** Hash of what the body says (`approvalHash`). */
  hash: string
  /** Id of the document that the act made. */
  subjectId: string
  shiftId: ShiftId
  by: UserId
  at: string
  approval: Approval | undefined
}

type Envelope = Pick<IngestedOp<unknown>, 'opId' | 'happenedMs'>

/** The people of an act, and what it is judged by. Contact at that moment is the device's to know, so the limits of a till in contact count. */
export interface JudgedAct {
  people: Cashiers
  context: ActContext
}

/** Reads the people of an act, the limits of its moment and what was done in its shift before. */
export async function readJudgedAct(
  tx: Tx,
  { schoolId, device }: TillContext,
  { happenedMs }: Envelope,
  { by, approval, shiftId, subjectId }: ApprovedDocument,
): Promise<JudgedAct> {
  const people = await findPeople(tx, schoolId, approval ? [by, approval.by] : [by])
  const limits = await limitsAt(tx, schoolId, happenedMs)
  const done = await doneOfShift(tx, schoolId, { shiftId, except: subjectId })
  const person = { userId: by, roles: rolesOf(people, by) }
  return { people, context: { person, limits, tillId: device.tillId, done, isOffline: false } }
}

const rolesOf = (people: Cashiers, userId: UserId): readonly Role[] => people.get(userId)?.roles ?? []

/**
 * Returns the flags of an act that may have needed an approval: beyond the limits without one, one given for something else, by the person
 * who acted, too early, for another act before, or by a person who may not; or an act that the limits forbid.
 */
export async function approvalFlags(
  tx: Tx,
  ctx: TillContext,
  op: Envelope,
  document: ApprovedDocument,
  { people, judged }: { people: Cashiers; judged: Judgement },
): Promise<PosFlag[]> {
  const { approval, act, hash, by, at } = document
  const flags: PosFlag[] = judged === 'forbidden' ? ['act-forbidden'] : []
  if (!approval) return isOpenTo(judged) || judged === 'forbidden' ? flags : [...flags, 'approval-missing']
  flags.push(...approvalFaults(approval, { act, hash, by, atMs: fromInstant(at) }))
  const mayApprove = hasPermission(rolesOf(people, approval.by), approvalPermissions[act])
  if (!mayApprove || cashierFlags(people, approval.by, op).length > 0) flags.push('approver-not-allowed')
  if (await isUsedBefore(tx, ctx, approval, document.subjectId)) flags.push('approval-reused')
  return flags
}

async function isUsedBefore(tx: Tx, { schoolId }: TillContext, { id }: Approval, subjectId: string): Promise<boolean> {
  const isOther = sql`coalesce(${approvals.subjectId}, ${approvals.opId}) <> ${subjectId}`
  const used = await tx
    .select({ id: approvals.id })
    .from(approvals)
    .where(and(eq(approvals.schoolId, schoolId), eq(approvals.id, id), isOther))
    .limit(1)
  return used.length > 0
}

/** Keeps the approval beside the document that it was used for. */
export async function keepApproval(
  tx: Tx,
  { schoolId }: TillContext,
  opId: string,
  { approval, shiftId, subjectId }: Pick<ApprovedDocument, 'approval' | 'shiftId' | 'subjectId'>,
): Promise<void> {
  if (!approval) return
  await tx
    .insert(approvals)
    .values({ schoolId, opId, ...approval, shiftId, subjectId })
    .onConflictDoNothing()
}
