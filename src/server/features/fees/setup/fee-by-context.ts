import type { SessionCtx } from '#server/http/context.ts'
import type { FeeBy } from './fee-by.ts'

/** Returns who calls, for the services of the set-up. */
export const feeBy = ({ school, session, deps }: SessionCtx): FeeBy => ({
  schoolId: school.schoolId,
  userId: session.user.userId,
  nowMs: deps.clock.nowMs(),
  random: deps.random,
})
