import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { ServerFigures } from '#server/features/overview/status/server-figures.service.ts'
import { type Listening, listen } from '../listen.ts'
import type { PrometheusMetrics } from './prometheus.ts'

/**
 * Answers `/metrics` and nothing else, on a port of its own: never on the one that schools reach.
 * @throws StartupError when the port is taken
 */
export function listenForMetrics(
  metrics: PrometheusMetrics,
  read: () => Promise<ServerFigures>,
  { port, address }: { port: number; address: string },
): Promise<Listening> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/metrics', async (c) => c.body(await metrics.text(read), 200, { 'content-type': metrics.contentType }))
  return listen(app, port, { listenAddress: address }, 'METRICS_PORT')
}
