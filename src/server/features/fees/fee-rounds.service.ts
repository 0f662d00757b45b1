import { readSchool } from '#server/features/school/school.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Deps } from '#server/kernel/deps.ts'
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
  schools: () => Promise<readonly { schoolId: string }[]>,
  hourly: (ctx: UnattendedCtx, isStopping: () => boolean) => Promise<unknown>,
): Running {
  const lastAt = new Map<string, number>()
  return keepDoingForSchools({
    everyMs,
    schools,
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
    onFailure: (error) => deps.log.error(describeFailure(error), 'the money of fees can not be looked after now'),
  })
}
