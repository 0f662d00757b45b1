import type { Hono } from 'hono'
import { refusalBody } from './errors.ts'
import type { Services } from './services.ts'

/** Mounts `/healthz` (the process answers) and `/readyz` (so does the database, with our tables and roles). */
export function mountHealth(app: Hono, services: Services): void {
  app
    .get('/healthz', (c) => c.json({ success: true }))
    .get('/readyz', async (c) => {
      try {
        await services.ready()
        return c.json({ success: true })
      } catch {
        return c.json(refusalBody('server.busy'), 503)
      }
    })
}
