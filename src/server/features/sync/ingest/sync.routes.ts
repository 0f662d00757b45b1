import { type Feature, route } from '#server/http/serve.ts'
import { pushOps, syncProtocol, syncProtocolHeader } from '#shared/sync/sync.contract.ts'
import type { CommandHandlers } from './command.service.ts'
import { ingestBatch } from './sync.service.ts'

/** Refusals carry the header too, so that a device can tell ours from an intermediary's. */
const headers = { [syncProtocolHeader]: String(syncProtocol) }

export const syncRoutes =
  (handlers: CommandHandlers): Feature =>
  () => [route.sender(pushOps, (ctx, batch) => ingestBatch(ctx, handlers, batch), { headers })]
