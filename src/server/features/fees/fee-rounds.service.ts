import { sql } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import { hourMs } from '#shared/kernel/time.ts'
import { blankOldEvents } from './online/old-events.service.ts'
import { sweepRefunds } from './online/online-refund.service.ts'
import { sweepIntents, type UnattendedCtx } from './online/settle-intent.service.ts'

const everyMs = 30_000
const hourlyMs = hourMs

/**
 * Looks after the money of all schools, in one round after the other, until it is stopped: asks gateways for open payments and
 * refunds; once an hour, and once at the start, blanks old events and does what is passed in.
 */
export function startFeeRounds(
  deps: Deps,
  due: DueWork,
  hourly: (ctx: UnattendedCtx, isStopping: () => boolean) => Promise<unknown>,
): Running {
  const lastAt = new Map<string, number>()
  return keepDoingForSchools({
    everyMs,
    kind: 'fee-payments',
    due,
    work: async (schoolId, isStopping) => {
      const school = await deps.db.tenant(schoolId, (tx) => readSchool(tx, schoolId))
      const ctx = { deps, school }
      await sweepIntents(ctx, isStopping)
      await sweepRefunds(ctx, isStopping)
      const nowMs = deps.clock.nowMs()
      if (isStopping() || nowMs - (lastAt.get(schoolId) ?? 0) < hourlyMs) return
      // Set before: what fails is tried again in an hour, not in every round.
      lastAt.set(schoolId, nowMs)
      await blankOldEvents(ctx)
      await hourly(ctx, isStopping)
    },
    nextInMs: (schoolId) => nextQuestion(deps, schoolId),
    onFailure: (error) => deps.log.error(describeFailure(error), 'the money of fees can not be looked after now'),
  })
}

/** Returns the time until a gateway is asked again about a payment or refund of a school; undefined where none is open. */
async function nextQuestion({ db, clock }: Deps, schoolId: string): Promise<number | undefined> {
  const next = await db.tenant(schoolId, async (tx) => {
    const { rows } = await tx.execute<{ next: string | Date | null }>(sql`
      select min(next_ask_at) as next from (
        select next_ask_at from fee_intents where school_id = ${schoolId} and next_ask_at is not null
        union all select next_ask_at from fee_refund_attempts where school_id = ${schoolId} and next_ask_at is not null) asks`)
    return rows[0]?.next ?? null
  })
  return next === null ? undefined : Math.max(0, new Date(next).getTime() - clock.nowMs())
}
