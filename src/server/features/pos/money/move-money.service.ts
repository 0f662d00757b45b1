import { sql } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { readSchool, readTopUpLimits } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { CustomerId, UserId } from '#shared/kernel/ids.ts'
import { type Minor, negate } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { topUpFault } from '#shared/school/top-ups/top-up-limits.rules.ts'
import type { AccountMove } from '#shared/pos/account-money.contract.ts'
import { lockAccounts } from '../accounts/account.service.ts'
import { accountMovements } from '../accounts/account-money.table.ts'
import { type Posting, post } from '../accounts/ledger.service.ts'
import { readHolder, schoolDay } from '../accounts/statement.service.ts'
import { type Siblings, siblingAccounts } from './siblings.service.ts'

export type MovementRow = typeof accountMovements.$inferSelect

/** The parts of a movement that say what is moved, and who has the drawer that cash comes into or goes out of. */
type Moved = Pick<MovementRow, 'id' | 'kind' | 'customerId' | 'otherId' | 'amount' | 'method' | 'askedBy'>

/** Cash at a desk, in minor units: negative went out. */
interface AccountCash {
  /** Of the movement that it is about. */
  id: string
  amount: Minor
  /** When it came or went, not later than now. */
  atMs: number
  cashier: UserId
}

/** Books cash of accounts in the cashbook of its cashier, once for each movement; given by the domain that keeps it. */
export type BookAccountCash = (tx: Tx, ctx: SessionCtx, cash: AccountCash) => Promise<void>

/** What moving money needs of other domains. */
export interface MoneyNeeds {
  siblings: Siblings
  bookCash: BookAccountCash
}

/**
 * Moves money on an account once per command: books it, or lets it wait for a second person above the school's limit.
 * @throws AppError request.not-found, request.invalid with the field, account.too-little, account.changed
 */
export function moveMoney(
  tx: Tx,
  ctx: SessionCtx,
  { commandId, move }: { commandId: string; move: AccountMove },
  needs: MoneyNeeds,
): Promise<string> {
  const { schoolId } = ctx.school
  const { userId } = ctx.session.user
  const isSender = ({ askedBy }: MovementRow) => askedBy === userId
  return runOnce(
    tx,
    accountMovements,
    { schoolId, id: commandId, asked: move, isSender },
    {
      first: async (askedHash) => {
        await checkMove(tx, ctx, move, needs.siblings)
        const moved = movedBy(commandId, userId, move)
        const state = (await needsSecond(tx, schoolId, move)) ? 'waiting' : 'booked'
        if (state === 'waiting') await requireFunds(tx, schoolId, moved)
        const row = { schoolId, ...moved, ...saidWith(move), askedHash, state } as const
        const no = state === 'booked' ? await book(tx, ctx, moved, needs.bookCash) : null
        await tx.insert(accountMovements).values({ ...row, no, askedAt: toInstant(ctx.deps.clock.nowMs()) })
        const facts = { kind: move.kind, state }
        await recordAuditEvent(tx, ctx, 'account-money-moved', { about: move.customerId, facts })
        return commandId
      },
      again: ({ id }) => id,
    },
  )
}

const movedBy = (id: string, askedBy: UserId, move: AccountMove): Moved => {
  const { kind, customerId } = move
  const otherId = kind === 'transfer' ? move.otherId : null
  const takes = kind === 'transfer' || kind === 'payout'
  const amount = takes ? negate(move.amount) : move.amount
  return { id, kind, customerId, otherId, amount, method: kind === 'payout' ? move.method : null, askedBy }
}

/** Returns what was said with the movement. */
const saidWith = (move: AccountMove) => ({
  reference: move.kind === 'payout' || move.kind === 'bank' ? (move.reference ?? null) : null,
  paidOn: move.kind === 'bank' ? move.paidOn : null,
  reason: move.kind === 'adjust' ? move.reason : null,
})

async function checkMove(tx: Tx, ctx: SessionCtx, move: AccountMove, siblings: Siblings): Promise<void> {
  const { schoolId } = ctx.school
  await readHolder(tx, schoolId, move.customerId)
  if (move.kind === 'bank' && move.paidOn > (await schoolDay(tx, schoolId, ctx.deps.clock.nowMs()))) {
    throw new AppError('request.invalid', { field: 'paidOn' })
  }
  if (move.kind === 'cash') await requireTopUp(tx, schoolId, move)
  if (move.kind !== 'transfer') return
  const others = await siblingAccounts(tx, schoolId, move.customerId, siblings)
  if (!others.some(({ customerId }) => customerId === move.otherId)) {
    throw new AppError('request.invalid', { field: 'otherId' })
  }
}

/** Money from a bank is there already, so only cash can be refused. @throws AppError account.top-up-small, -large, -full */
async function requireTopUp(tx: Tx, schoolId: string, { customerId, amount }: Pick<Moved, 'customerId' | 'amount'>) {
  const limits = await readTopUpLimits(tx, schoolId)
  const account = limits && (await lockAccounts(tx, schoolId, new Set([customerId]))).get(customerId)
  const fault = account && topUpFault(amount, account.balance, limits)
  if (fault) throw new AppError(fault, { field: 'amount' })
}

/**
 * Whether a second person must approve: for what no other document proves, above the school's limit. Cash on the desk is there,
 * and a transfer stays in the family.
 */
async function needsSecond(tx: Tx, schoolId: string, { kind, amount }: AccountMove): Promise<boolean> {
  if (kind === 'cash' || kind === 'transfer') return false
  return isAboveApproval(tx, schoolId, [amount])
}

/** Whether one of the amounts, whatever its sign, is above the school's limit for what one person may move alone. */
export async function isAboveApproval(tx: Tx, schoolId: string, amounts: readonly Minor[]): Promise<boolean> {
  const { approvalAbove = null } = (await readSchool(tx, schoolId)).tillPolicy
  return approvalAbove !== null && amounts.some((amount) => Math.abs(amount) > approvalAbove)
}

/** Checks that the account still has what is to be taken. @throws AppError account.too-little, account.changed */
function checkFunds({ kind, amount }: Moved, balance: Minor): void {
  if (kind === 'transfer' && balance + amount < 0) throw new AppError('account.too-little')
  if (kind === 'payout' && balance + amount !== 0) throw new AppError('account.changed')
}

async function requireFunds(tx: Tx, schoolId: string, moved: Moved): Promise<void> {
  const accounts = await lockAccounts(tx, schoolId, new Set([moved.customerId]))
  const account = accounts.get(moved.customerId)
  if (account) checkFunds(moved, account.balance)
}

/** Kinds of ledger entries by the kind of movement; a transfer has one for each side. */
const entryKinds = {
  cash: 'topup',
  bank: 'topup',
  adjust: 'adjust',
  payout: 'payout',
  transfer: 'transfer-out',
} as const

/**
 * Writes the entries of a movement, books what of it is cash at a desk, and takes the number of its document. Takes a version, so it
 * comes after every other lock. @param atMs when it happened, not later than now
 * @returns the number @throws AppError account.too-little, account.changed
 */
export async function book(
  tx: Tx,
  ctx: SessionCtx,
  moved: Moved,
  bookCash: BookAccountCash,
  atMs = ctx.deps.clock.nowMs(),
): Promise<number> {
  const { schoolId } = ctx.school
  const { clock, random } = ctx.deps
  const nowMs = clock.nowMs()
  const no = await nextNumber(tx, schoolId)
  const { id: sourceId, kind, customerId, otherId, amount } = moved
  const accounts = await lockAccounts(tx, schoolId, new Set(otherId ? [customerId, otherId] : [customerId]))
  const account = accounts.get(customerId)
  if (!account || (otherId && !accounts.has(otherId))) throw new AppError('request.not-found', { field: 'customerId' })
  checkFunds(moved, account.balance)
  const businessDay = await schoolDay(tx, schoolId, atMs)
  const shared = { sourceId, businessDay, effectiveAt: toInstant(atMs), step: 0, isMoney: true }
  const entry = (of: CustomerId, entryKind: Posting['kind'], sum: Minor): Posting => {
    return { ...shared, customerId: of, kind: entryKind, amount: sum }
  }
  const postings = [entry(customerId, entryKinds[kind], amount)]
  if (otherId) postings.push(entry(otherId, 'transfer-in', negate(amount)))
  if (kind === 'cash' || moved.method === 'cash')
    await bookCash(tx, ctx, { id: sourceId, amount, atMs, cashier: moved.askedBy })
  await post(tx, { schoolId, nowMs, random }, accounts, postings)
  return no
}

/** Takes the next number of the school's account documents; other bookings wait until this one has ended. */
async function nextNumber(tx: Tx, schoolId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`account documents ${schoolId}`}, 0))`)
  const { rows } = await tx.execute<{ no: number }>(
    sql`select coalesce(max(no), 0)::int + 1 as no from account_movements where school_id = ${schoolId}`,
  )
  return rows[0]?.no ?? 1
}
