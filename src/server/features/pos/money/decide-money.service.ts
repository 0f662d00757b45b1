import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { accountMovements } from '../accounts/account-money.table.ts'
import { book } from './move-money.service.ts'

/**
 * Approves a waiting movement, which books it, or refuses it. Nobody approves what they asked for; everybody may withdraw it.
 * @throws AppError access.denied, student.needs-another, request.not-found, account.decided, account.too-little, account.changed
 */
export async function decideMoney(
  tx: Tx,
  ctx: SessionCtx,
  { movementId, isApproved }: { movementId: string; isApproved: boolean },
): Promise<void> {
  const { userId } = ctx.session.user
  const { schoolId } = ctx.school
  const isThis = and(eq(accountMovements.schoolId, schoolId), eq(accountMovements.id, movementId))
  const [row] = await tx.select().from(accountMovements).where(isThis).for('update')
  if (!row) throw new AppError('request.not-found', { field: 'movementId' })
  const isOwn = row.askedBy === userId
  if (!isOwn || isApproved) requirePermission(ctx.session, 'accounts.approve')
  if (isOwn && isApproved) throw new AppError('student.needs-another')
  if (row.state !== 'waiting') throw new AppError('account.decided')
  const state = isApproved ? 'booked' : 'refused'
  const no = isApproved ? await book(tx, ctx, row) : null
  await tx
    .update(accountMovements)
    .set({ state, no, decidedBy: userId, decidedAt: toInstant(ctx.deps.clock.nowMs()) })
    .where(isThis)
  const facts = { kind: row.kind, state }
  await recordAuditEvent(tx, ctx, 'account-money-decided', { about: row.customerId, facts })
}
