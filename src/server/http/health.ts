import type { Hono, MiddlewareHandler } from 'hono'
import { refusalBody } from './errors.ts'
import type { Services } from './services.ts'

/** A kept answer would tell of a server that was there once. */
const unkept: MiddlewareHandler = async (c, next) => {
  await next()
  c.res.headers.set('cache-control', 'no-store')
}

/** Mounts `/healthz` (the process answers) and `/readyz` (so does the database, with our tables and roles). */
export function mountHealth(app: Hono, services: Services): void {
  app
    .get('/healthz', unkept, (c) => c.json({ success: true }))
    .get('/readyz', unkept, async (c) => {
      try {
        await services.ready()
        return c.json({ success: true })
      } catch {
        return c.json(refusalBody('server.busy'), 503)
      }
    })
}
