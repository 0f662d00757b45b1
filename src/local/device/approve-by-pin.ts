// chunk: till-sheets
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { SignedInUser } from '#shared/identity/auth.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import {
  admit,
  derive,
  type KnownOperator,
  type KnownOperators,
  maxFailures,
  metaKey,
  type OperatorsParts,
} from './operators.ts'

/** How long an approver waits on this device after each five wrong PINs; after twenty in a row only a password helps. */
const lockMs = 10 * minuteMs
const maxInARow = 4 * maxFailures

/** When this page saw approvers locked, by the clock that nobody sets. */
const seenLocked = new WeakMap<OutboxStore, Map<string, number>>()

function locksOf(store: OutboxStore): Map<string, number> {
  const known = seenLocked.get(store) ?? new Map<string, number>()
  seenLocked.set(store, known)
  return known
}

/**
 * Takes a PIN as an approval, which signs nobody in. Five wrong ones lock this person's approvals for ten minutes, on this device alone and
 * without a network too; each is counted durably before it is checked.
 * @throws AppError auth.wrong-credentials, auth.too-many-attempts, auth.session-expired where only a password helps
 */
export async function approveByPin(parts: OperatorsParts, userId: string, pin: string): Promise<SignedInUser> {
  const { store, clock, identity } = parts
  const locks = locksOf(store)
  const change = (step: (all: KnownOperators) => KnownOperators) =>
    store.changeMeta<KnownOperators>(metaKey, (all = {}) => step(all))
  let operator: KnownOperator | undefined
  let [isLocked, isLast] = [false, false]
  // In one transaction: concurrent guesses, in this tab or others, must each count.
  await change((all) => {
    operator = admit(parts, all[userId])
    const { failures = 0, lockedAtMs } = operator.approving ?? {}
    if (failures >= maxInARow) throw new AppError('auth.session-expired')
    const nowMs = clock.nowMs()
    isLocked = isWithin(lockedAtMs, nowMs) || isWithin(locks.get(userId), clock.monotonicMs())
    // A clock that was set back makes the lock longer, never shorter.
    if (isLocked) return lockedAtMs !== undefined && lockedAtMs > nowMs ? counted(all, userId, failures, nowMs) : all
    isLast = (failures + 1) % maxFailures === 0
    return counted(all, userId, failures + 1, isLast ? nowMs : undefined)
  })
  if (isLocked) throw new AppError('auth.too-many-attempts')
  if (operator && (await derive(identity.pinKey, pin, operator.saltHex)) === operator.verifierHex) {
    await change((all) => counted(all, userId, 0, undefined))
    return operator.user
  }
  if (isLast) locks.set(userId, clock.monotonicMs())
  throw new AppError('auth.wrong-credentials', { field: 'pin' })
}

const isWithin = (fromMs: number | undefined, nowMs: number): boolean => fromMs !== undefined && nowMs - fromMs < lockMs

function counted(
  all: KnownOperators,
  userId: string,
  failures: number,
  lockedAtMs: number | undefined,
): KnownOperators {
  const now = all[userId]
  if (!now) return all
  return { ...all, [userId]: { ...now, approving: { failures, ...(lockedAtMs !== undefined && { lockedAtMs }) } } }
}
