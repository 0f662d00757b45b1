import { type Feature, route } from '#server/http/serve.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { pullSnapshot } from '#shared/pos/snapshot.contract.ts'
import { syncProtocol, syncProtocolHeader } from '#shared/sync/sync.contract.ts'
import { pullPage } from './snapshot.service.ts'

const headers = { [syncProtocolHeader]: String(syncProtocol) }

export const snapshotRoutes: Feature = () => [
  route.device(
    pullSnapshot,
    async (ctx, { deviceId, ...asked }) => {
      if (deviceId !== ctx.device.deviceId) throw new AppError('sync.forbidden')
      return pullPage(ctx, asked)
    },
    { headers },
  ),
]
