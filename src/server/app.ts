import { Hono } from 'hono'
import type { Deps } from './kernel/deps.ts'

/** The application: every answer of the server that is not a file of the client. */
export function createApp(deps: Deps): Hono {
  return new Hono()
    .get('/healthz', (context) => context.json({ success: true }))
    .get('/readyz', async (context) => {
      await deps.db.ping()
      return context.json({ success: true })
    })
}
