import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'
import type { Deps } from '#server/kernel/deps.ts'
import { sqlState } from '#server/kernel/retry.ts'
import type { Refusal } from '#shared/kernel/endpoint.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import { statusOf } from '#shared/kernel/refusals.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { describeFailure } from './describe-failure.ts'
import { sentences } from './messages.ts'

/** A handler's reply breaks the contract: a bug. Carries the path, never the values. */
export class ReplyMismatchError extends Error {
  override name = 'ReplyMismatchError'
  readonly places: string[]

  constructor(error: z.ZodError) {
    super('the reply does not fit the contract')
    this.places = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`)
  }
}

/** Answers any error a handler threw: a refusal unchanged, anything else as `server.failed` or `server.busy`. */
export function answerError(error: unknown, c: Context, deps: Deps): Response {
  if (error instanceof AppError) return refuse(c, error, deps)
  const fields = { requestId: c.get('requestId'), route: c.get('route'), school: c.get('schoolCode') }
  if (isUnstorable(error)) {
    deps.log.warn({ ...fields, ...describeFailure(error) }, 'an input that the database cannot hold')
    return refuse(c, new AppError('request.invalid'), deps)
  }
  const busy = isUnavailable(error)
  deps.log.error({ ...fields, ...describeFailure(error) }, busy ? 'database unavailable' : 'request failed')
  return refuse(c, busy ? new AppError('server.busy', { retryAfterMs: 2000 }) : new AppError('server.failed'), deps)
}

function refuse(c: Context, error: AppError, deps: Deps): Response {
  if (error.retryAfterMs !== undefined) c.header('retry-after', String(Math.ceil(error.retryAfterMs / 1000)))
  return c.json(refusalOf(error, deps), statusOf[error.messageId] as ContentfulStatusCode)
}

function refusalOf(error: AppError, { clock }: Deps): Refusal {
  return {
    ...refusalBody(error.messageId),
    ...(error.field !== undefined && { field: error.field }),
    ...(error.retryAfterMs !== undefined && { retryAfterMs: Math.ceil(error.retryAfterMs) }),
    // A device whose clock is wrong gets the server's time.
    ...(error.messageId === 'device.clock' && { serverTime: toInstant(clock.nowMs()) }),
  }
}

/** Builds the body of a refusal without details. */
export const refusalBody = (messageId: MessageId): Refusal => ({
  success: false,
  messageId,
  message: sentences[messageId],
})

/**
 * Returns whether a value was none that the database holds (SQLSTATE class 22, data exception). The types of the inputs refuse
 * those by name; what slips through is the sender's error all the same.
 */
const isUnstorable = (error: unknown): boolean => /^22\w{3}$/.test(sqlState(error) ?? '')

/** Codes of PostgreSQL (classes 08, 53, 57P and lost races) and of the network that a retry may not meet. */
const unavailable =
  /^(?:08\w{3}|53\w{3}|57P0\d|57014|55P03|40001|40P01|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/
/** The driver's own errors carry no code. */
const lostConnection =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Cannot use a pool after)|is not queryable$/

/** Returns whether the database or the connection to it failed, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (unavailable.test(sqlState(error) ?? '')) return true
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth += 1) {
    if (lostConnection.test(e.message)) return true
    // For a database on the same machine even its socket file is missing (ENOENT).
    if ('syscall' in e && e.syscall === 'connect') return true
  }
  return false
}
