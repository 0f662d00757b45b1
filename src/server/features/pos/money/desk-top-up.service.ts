import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { readTopUpLimits } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import { topUpFault } from '#shared/school/top-ups/top-up-limits.rules.ts'
import type { DeskTopUp } from '#shared/pos/top-ups/desk-top-up.contract.ts'
import { lockAccounts } from '../accounts/account.service.ts'
import { accountMovements } from '../accounts/account-money.table.ts'
import { readHolder } from '../accounts/statement.service.ts'
import { book, type BookAccountCash, type MovementRow } from './move-money.service.ts'

/**
 * Books cash that a desk took for an account, once for each operation, on the day on which it was taken. It lies in the drawer: what
 * is beyond the school's bounds by now is booked, and the audit log says so.
 * @returns the id of its movement @throws AppError request.not-found, request.invalid
 */
export function takeTopUp(tx: Tx, ctx: SessionCtx, taken: DeskTopUp, bookCash: BookAccountCash): Promise<string> {
  const { schoolId, currency } = ctx.school
  const { userId: askedBy } = ctx.session.user
  const { opId: id, customerId, amount, provisional } = taken
  const isSender = (row: MovementRow) => row.askedBy === askedBy
  return runOnce(
    tx,
    accountMovements,
    { schoolId, id, asked: taken, isSender },
    {
      first: async (askedHash) => {
        await readHolder(tx, schoolId, customerId)
        if (taken.currency !== currency) throw new AppError('request.invalid', { field: 'currency' })
        const nowMs = ctx.deps.clock.nowMs()
        const isBeyond = await isBeyondBounds(tx, schoolId, taken)
        const moved = { id, kind: 'cash', customerId, otherId: null, amount, method: null, askedBy } as const
        const no = await book(tx, ctx, moved, bookCash, Math.min(fromInstant(taken.takenAt), nowMs))
        const said = { provisional, takenAt: taken.takenAt, askedAt: toInstant(nowMs) }
        await tx.insert(accountMovements).values({ schoolId, ...moved, ...said, askedHash, state: 'booked', no })
        const facts = { kind: 'cash', state: isBeyond ? 'beyond-bounds' : 'booked' }
        await recordAuditEvent(tx, ctx, 'account-money-moved', { about: customerId, facts })
        return id
      },
      again: (row) => row.id,
    },
  )
}

async function isBeyondBounds(tx: Tx, schoolId: string, { customerId, amount }: DeskTopUp): Promise<boolean> {
  const limits = await readTopUpLimits(tx, schoolId)
  if (!limits) return false
  const account = (await lockAccounts(tx, schoolId, new Set([customerId]))).get(customerId)
  return account !== undefined && topUpFault(amount, account.balance, limits) !== undefined
}
