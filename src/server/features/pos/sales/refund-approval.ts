import { and, eq, ne } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import { approvalFaults, approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import { refundShown } from '#shared/pos/refunds/refund.rules.ts'
import { judgeRefund } from '#shared/pos/approvals/till-limits.rules.ts'
import { approvals } from '../refund.table.ts'
import { cashierFlags } from './cashiers.ts'
import type { PosFlag } from './exceptions.ts'
import { refundsOfShift } from './read-refunds.service.ts'
import type { KnownSale } from './read-known-sale.service.ts'
import type { TillContext } from './till-context.ts'

/**
 * Returns the flags of the person who refunded and of the approval: beyond their limits without one, one given for something else, by
 * themselves, too early or for another act before, or by a person who may not. Contact at that moment is the device's to know, so
 * the wider limits of a till in contact count.
 */
export async function refundPersonFlags(
  tx: Tx,
  ctx: TillContext,
  op: IngestedOp<Refund>,
  sale: KnownSale | undefined,
): Promise<PosFlag[]> {
  const { approval, by, shiftId } = op.body
  const people = await findPeople(tx, ctx.schoolId, approval ? [by, approval.by] : [by])
  const rolesOf = (userId: typeof by) => people.get(userId)?.roles ?? []
  const flags: PosFlag[] = cashierFlags(people, by, op)
  if (!hasPermission(rolesOf(by), 'refund.give')) flags.push('refund-not-allowed')
  if (approval) return [...flags, ...(await approvalFlags(tx, ctx, op, { people, rolesOf }))]
  const shift = { refunds: (await refundsOfShift(tx, ctx.schoolId, shiftId)).filter(({ id }) => id !== op.body.id) }
  const person = { userId: by, roles: rolesOf(by) }
  const judged = judgeRefund({ refund: op.body, sale: sale ?? { tenders: [] }, shift, person, isOffline: false })
  return judged === 'free' ? flags : [...flags, 'approval-missing']
}

interface Known {
  people: Awaited<ReturnType<typeof findPeople>>
  rolesOf(userId: Refund['by']): Parameters<typeof hasPermission>[0]
}

async function approvalFlags(
  tx: Tx,
  { schoolId }: TillContext,
  op: IngestedOp<Refund>,
  { people, rolesOf }: Known,
): Promise<PosFlag[]> {
  const { approval, by, at } = op.body
  if (!approval) return []
  const hash = approvalHash('refund', refundShown(op.body))
  const flags: PosFlag[] = approvalFaults(approval, { act: 'refund', hash, by, atMs: fromInstant(at) })
  const mayApprove = hasPermission(rolesOf(approval.by), 'refund.approve')
  if (!mayApprove || cashierFlags(people, approval.by, op).length > 0) flags.push('approver-not-allowed')
  const isSame = and(eq(approvals.schoolId, schoolId), eq(approvals.id, approval.id), ne(approvals.opId, op.opId))
  const used = await tx.select({ id: approvals.id }).from(approvals).where(isSame).limit(1)
  return used.length > 0 ? [...flags, 'approval-reused'] : flags
}

/** Keeps the approval beside the operation that it was used for. */
export async function keepApproval(tx: Tx, { schoolId }: TillContext, op: IngestedOp<Refund>): Promise<void> {
  const { approval, shiftId } = op.body
  if (!approval) return
  await tx
    .insert(approvals)
    .values({ schoolId, opId: op.opId, ...approval, shiftId })
    .onConflictDoNothing()
}
