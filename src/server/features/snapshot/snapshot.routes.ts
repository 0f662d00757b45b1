import { type Feature, route } from '#server/http/serve.ts'
import { pullSnapshot } from '#shared/contract/snapshot.ts'
import { syncProtocol, syncProtocolHeader } from '#shared/contract/sync.ts'
import { AppError } from '#shared/kernel/errors.ts'
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
