import { and, eq, sql } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ShiftId, UserId } from '#shared/kernel/ids.ts'
import { hasPermission, type Role } from '#shared/kernel/roles.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import { doneInShift } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import type { Approval, ApprovedAct } from '#shared/pos/approvals/approval.contract.ts'
import { approvalFaults } from '#shared/pos/approvals/approval.rules.ts'
import {
  type ActContext,
  approvalPermissions,
  isOpenTo,
  type Judgement,
  suffices,
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

/** Acts within a sale whose limits count what was done in other sales of the shift. */
const inSales: ReadonlySet<ApprovedAct> = new Set(['price', 'line-discount', 'allergen', 'name-only'])

/**
 * Reads the people of an act, the limits of its moment and what was done in its shift before.
 * @param earlier sales that came with it and before it, stored or not
 */
export async function readJudgedAct(
  tx: Tx,
  { schoolId, device }: TillContext,
  { happenedMs }: Envelope,
  { act, by, approval, shiftId, subjectId }: ApprovedDocument,
  earlier: readonly Sale[] = [],
): Promise<JudgedAct> {
  const people = await findPeople(tx, schoolId, approval ? [by, approval.by] : [by])
  const limits = await limitsAt(tx, schoolId, happenedMs)
  const before = earlier.filter((sale) => sale.shiftId === shiftId)
  const sales = inSales.has(act) ? before.map(({ id }) => id) : undefined
  const stored = await doneOfShift(tx, schoolId, { shiftId, except: subjectId, sales })
  const none = { voids: [], refunds: [], movements: [], topUps: [] }
  const done = sales ? [...stored, ...doneInShift({ sales: before, ...none })] : stored
  const person = { userId: by, roles: rolesOf(people, by) }
  return { people, context: { person, limits, tillId: device.tillId, done, isOffline: false } }
}

const rolesOf = (people: Cashiers, userId: UserId): readonly Role[] => people.get(userId)?.roles ?? []

/**
 * Returns the flags of an act that may have needed an approval: beyond the limits without one, one given for something else, by the person
 * who acted, too early, for another act before, or by a person who may not or whose own limits it exceeds; or an act that the limits forbid.
 * @param judge judges the act by the person in `context`
 */
export async function approvalFlags(
  tx: Tx,
  ctx: TillContext,
  op: Envelope,
  document: ApprovedDocument,
  { people, context, judge }: JudgedAct & { judge: (context: ActContext) => Judgement },
): Promise<PosFlag[]> {
  const judged = judge(context)
  const { approval, act, hash, by, at } = document
  const flags: PosFlag[] = judged === 'forbidden' ? ['act-forbidden'] : []
  if (!approval) return isOpenTo(judged) || judged === 'forbidden' ? flags : [...flags, 'approval-missing']
  flags.push(...approvalFaults(approval, { act, hash, by, atMs: fromInstant(at) }))
  const approver = { userId: approval.by, roles: rolesOf(people, approval.by) }
  const isEnough = () => suffices(act, { person: context.person, approver }, (person) => judge({ ...context, person }))
  const mayApprove = hasPermission(approver.roles, approvalPermissions[act]) && (judged !== 'approval' || isEnough())
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
