import type { MiddlewareHandler } from 'hono'
import type { Deps } from '#server/kernel/deps.ts'
import { outcomeOf } from '#server/kernel/metrics.ts'
import { randomToken } from '#shared/kernel/ids.ts'

/** Polled every few seconds by monitoring: not worth logging. */
const quiet = new Set(['/healthz', '/readyz'])

/**
 * Gives each request an id, also in the answer, and logs one line when it is answered: never its query, its body or the requested
 * address. A proxy's own request id is kept when the settings trust the proxy.
 */
export const observe =
  ({ clock, random, log, settings, metrics, traces }: Deps): MiddlewareHandler =>
  async (c, next) => {
    const startedMs = clock.monotonicMs()
    const startedAtMs = clock.nowMs()
    const given = settings.trustProxy ? c.req.header('x-request-id') : undefined
    const requestId = given && /^[\w-]{8,64}$/.test(given) ? given : randomToken(random, 12)
    c.set('requestId', requestId)
    await next()
    c.res.headers.set('x-request-id', requestId)
    if (quiet.has(c.req.path)) return
    const ms = Math.round(clock.monotonicMs() - startedMs)
    const { method } = c.req
    const route = c.get('route') ?? 'unknown'
    const { status } = c.res
    metrics?.countRequest(route, outcomeOf(status), ms / 1000)
    traces?.recordCall({
      requestId,
      method,
      route,
      status,
      startedMs: startedAtMs,
      endedMs: startedAtMs + ms,
      parent: settings.trustProxy ? c.req.header('traceparent') : undefined,
    })
    log.info({ requestId, method, route, school: c.get('schoolCode'), status, ms }, 'request')
  }

const apiHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

/** Headers for answers with data: not cached, not readable by other origins. */
export const guardAnswers: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(apiHeaders)) c.res.headers.set(name, value)
}
