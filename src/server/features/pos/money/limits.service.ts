import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { AccountLimits } from '#shared/pos/account-summary.contract.ts'
import { customers } from '../accounts/customer.table.ts'
import { assignVersions } from '../snapshot/version.service.ts'

interface Change {
  customerId: CustomerId
  /** The limits as the person saw them. */
  limitsSeen: AccountLimits
  limits: AccountLimits
}

const parts = ['dailyLimit', 'overdraft', 'diet'] as const

/** Returns the names of the parts that differ; the order of a diet says nothing. */
function differing(one: AccountLimits, other: AccountLimits): string[] {
  const text = (limits: AccountLimits, part: (typeof parts)[number]) =>
    canonicalJson({ value: part === 'diet' ? limits.diet.toSorted() : limits[part] })
  return parts.filter((part) => text(one, part) !== text(other, part))
}

/**
 * Sets the limits and the diet of an account; tills have them with their next pull. The same ones again change nothing.
 * @throws AppError request.not-found, account.limits-changed
 */
export async function setLimits(tx: Tx, ctx: SessionCtx, { customerId, limitsSeen, limits }: Change): Promise<void> {
  const { schoolId } = ctx.school
  const isThis = and(eq(customers.schoolId, schoolId), eq(customers.id, customerId))
  const [row] = await tx.select().from(customers).where(isThis).for('no key update')
  if (!row) throw new AppError('request.not-found', { field: 'customerId' })
  const { dailyLimit, overdraft, diet } = row
  const stored = { dailyLimit, overdraft, diet }
  const changed = differing(stored, limits)
  if (changed.length === 0) return
  if (differing(stored, limitsSeen).length > 0) throw new AppError('account.limits-changed')
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx
    .update(customers)
    .set({ ...limits, diet: [...new Set(limits.diet)], version })
    .where(isThis)
  await recordAuditEvent(tx, ctx, 'account-limits-set', { about: customerId, facts: { parts: changed.join(' ') } })
}
