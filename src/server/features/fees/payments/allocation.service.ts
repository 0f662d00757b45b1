import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Allocated, AllocationReason } from '#shared/fees/allocation.rules.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { type Minor, minor, negate } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { endLinksFor } from '../online/living-intents.service.ts'
import { type allocationSources, feeAllocations } from './fee-payment.table.ts'

export type Allocation = typeof feeAllocations.$inferSelect

/** Where allocated money comes from. */
export interface Source {
  source: (typeof allocationSources)[number]
  sourceId: string
  payerId: string
}

/** Stores allocations of one source, and ends payment links that name the charges: less is owed now. */
export async function insertAllocations(
  tx: Tx,
  by: FeeActor,
  { source, sourceId, payerId }: Source,
  allocated: readonly Allocated[],
): Promise<void> {
  if (allocated.length === 0) return
  const { schoolId, nowMs, userId: byUser } = by
  const of = { schoolId, source, sourceId, payerId, byUser, at: toInstant(nowMs) }
  await endLinksFor(tx, schoolId, { payerId, chargeIds: allocated.map(({ chargeId }) => chargeId) })
  await tx.insert(feeAllocations).values(allocated.map((each) => ({ ...of, ...placed(by, each) })))
}

const placed = ({ nowMs, random }: FeeActor, { chargeId, amount, reason }: Allocated) => ({
  id: uuidv7(nowMs, random),
  chargeId,
  amount: minor(amount),
  reason,
})

/** Stores what several sources settle of charges that are new: no link names them yet. */
export async function allocateNewCharges(
  tx: Tx,
  by: FeeActor,
  sources: readonly (Source & { allocated: readonly Allocated[] })[],
): Promise<void> {
  const { schoolId, userId: byUser, nowMs } = by
  const rows = sources.flatMap(({ allocated, ...source }) =>
    allocated.map((each) => ({ ...source, ...placed(by, each), schoolId, byUser, at: toInstant(nowMs) })),
  )
  if (rows.length > 0) await tx.insert(feeAllocations).values(rows)
}

/** What is left of an allocation after what took it back. */
interface Standing {
  row: Allocation
  left: Minor
}

/** Returns the allocations of a source that stand, the earliest first, each with what is left of it. */
export async function standingAllocations(tx: Tx, schoolId: string, sourceId: string): Promise<Standing[]> {
  const rows = await tx
    .select()
    .from(feeAllocations)
    .where(and(eq(feeAllocations.schoolId, schoolId), eq(feeAllocations.sourceId, sourceId)))
    .orderBy(asc(feeAllocations.at), asc(feeAllocations.id))
  return standing(rows)
}

/** Returns the allocations on a charge that stand, the earliest first. */
export async function allocationsOn(tx: Tx, schoolId: string, chargeId: string): Promise<Standing[]> {
  const rows = await tx
    .select()
    .from(feeAllocations)
    .where(and(eq(feeAllocations.schoolId, schoolId), eq(feeAllocations.chargeId, chargeId)))
    .orderBy(asc(feeAllocations.at), asc(feeAllocations.id))
  return standing(rows)
}

function standing(rows: readonly Allocation[]): Standing[] {
  const taken = new Map<string, number>()
  for (const { reverses, amount } of rows)
    if (reverses !== null) taken.set(reverses, (taken.get(reverses) ?? 0) + amount)
  return rows
    .filter(({ reverses }) => reverses === null)
    .map((row) => ({ row, left: minor(row.amount + (taken.get(row.id) ?? 0)) }))
    .filter(({ left }) => left > 0)
}

/** Allocation that was taken back, in whole or in part. */
export interface Released {
  chargeId: string
  amount: Minor
  source: Allocation['source']
  sourceId: string
}

/**
 * Takes allocations back by rows with the opposite amount, the latest first.
 * @param most stops once so much is taken back; all of it where it is not said
 */
export async function releaseAllocations(
  tx: Tx,
  by: FeeActor,
  from: readonly Standing[],
  { most = Number.MAX_SAFE_INTEGER, reason = 'reversed' }: { most?: number; reason?: AllocationReason } = {},
): Promise<Released[]> {
  const { schoolId, nowMs, random, userId: byUser } = by
  const released: Released[] = []
  let wanted = most
  for (const { row, left } of from.toReversed()) {
    const amount = minor(Math.min(left, wanted))
    if (amount <= 0) break
    wanted -= amount
    const { source, sourceId, chargeId, payerId } = row
    const id = uuidv7(nowMs, random)
    const of = { schoolId, id, source, sourceId, chargeId, payerId, reverses: row.id, reason, byUser }
    await tx.insert(feeAllocations).values({ ...of, amount: negate(amount), at: toInstant(nowMs) })
    released.push({ chargeId, amount, source, sourceId })
  }
  return released
}
