import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { School } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { Minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { lockAccounts } from '../accounts/account.service.ts'
import { post } from '../accounts/ledger.service.ts'
import { schoolDay } from '../accounts/statement.service.ts'

/** A payment that its gateway says is there; its id is the source of the entry, which exists once. */
interface OnlineTopUp {
  id: string
  customerId: CustomerId
  amount: Minor
}

/**
 * Puts money that was paid online on a pupil's account: tills have it with their next pull. Takes a version, so it comes after every
 * other lock. @throws AppError request.not-found
 */
export async function bookTopUp(
  tx: Tx,
  ctx: { readonly deps: Deps; readonly school: School },
  { id: sourceId, customerId, amount }: OnlineTopUp,
): Promise<void> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const accounts = await lockAccounts(tx, schoolId, new Set([customerId]))
  if (!accounts.has(customerId)) throw new AppError('request.not-found', { field: 'customerId' })
  const businessDay = await schoolDay(tx, schoolId, nowMs)
  const entry = { sourceId, customerId, kind: 'topup' as const, amount, businessDay, effectiveAt: toInstant(nowMs) }
  await recordAuditEvent(tx, ctx, 'account-money-moved', {
    about: customerId,
    by: null,
    facts: { kind: 'online', state: 'booked' },
  })
  const of = { schoolId, nowMs, random: ctx.deps.random }
  await post(tx, of, accounts, [{ ...entry, step: 0, isMoney: true }])
}
