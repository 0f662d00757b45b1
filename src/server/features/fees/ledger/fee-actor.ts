import type { School, SessionCtx } from '#server/http/context.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { Random, UserId } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { businessDay, type Day } from '#shared/kernel/time.ts'

/** Who acts in the ledger, and when by the server's clock. */
export interface FeeActor {
  schoolId: string
  currency: Currency
  /** Null where the server acts by itself. */
  userId: UserId | null
  nowMs: number
  /** School's own day. */
  today: Day
  timeZone: string
  random: Random
  /** Context of audit events. */
  audit: { deps: Pick<Deps, 'clock' | 'random'>; school: Pick<School, 'schoolId'> }
}

export type FeeStaff = FeeActor & { userId: UserId }

/** Returns the server acting for a school, by itself or for a colleague who asked for it. */
export function unattendedFeeActor(
  deps: Pick<Deps, 'clock' | 'random'>,
  { schoolId, currency, timeZone }: Pick<School, 'schoolId' | 'currency' | 'timeZone'>,
  userId: UserId | null = null,
): FeeActor {
  const nowMs = deps.clock.nowMs()
  const today = businessDay(nowMs, timeZone, 0)
  return {
    schoolId,
    currency,
    timeZone,
    userId,
    nowMs,
    today,
    random: deps.random,
    audit: { deps, school: { schoolId } },
  }
}

/** Returns the colleague whose session this is. */
export const feeActor = ({ deps, school, session }: SessionCtx): FeeStaff => ({
  ...unattendedFeeActor(deps, school),
  userId: session.user.userId,
})
