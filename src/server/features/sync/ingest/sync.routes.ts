import { type Feature, route } from '#server/http/serve.ts'
import { Limiter } from '#server/kernel/limiter.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { pushOps, syncProtocol, syncProtocolHeader } from '#shared/sync/sync.contract.ts'
import type { CommandHandlers } from './command.service.ts'
import { ingestBatch } from './sync.service.ts'

/** Refusals carry the header too, so that a device can tell ours from an intermediary's. */
const headers = { [syncProtocolHeader]: String(syncProtocol) }

/** Batches ingested at a time. The embedded engine has one connection: one batch is read while another is written. */
const batchesAtOnce = { pglite: 2, postgres: 4 }
/** Batches that may wait for their turn; a device that comes then is asked to come again later. */
const mostWaiting = 200
const laterMs = 5000

/**
 * Batches wait for their turn here, where they can wait for long, and not for a connection, where they would fail after some time: after
 * an outage all devices come at once, and the other connections stay free for people.
 */
export const syncRoutes =
  (handlers: CommandHandlers): Feature =>
  ({ db }) => {
    const limiter = new Limiter(batchesAtOnce[db.kind])
    return [
      route.sender(
        pushOps,
        (ctx, batch) => {
          if (limiter.waiting >= mostWaiting) throw new AppError('server.busy', { retryAfterMs: laterMs })
          return limiter.run(() => ingestBatch(ctx, handlers, batch))
        },
        { headers },
      ),
    ]
  }
