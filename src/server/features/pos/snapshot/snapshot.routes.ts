import { type Feature, route } from '#server/http/serve.ts'
import type { ReadWithDevice } from '#server/http/services.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { pullSnapshot } from '#shared/pos/snapshot.contract.ts'
import { syncProtocol, syncProtocolHeader } from '#shared/sync/sync.contract.ts'
import { readEtags } from './etag.ts'
import { answerPull } from './snapshot.service.ts'

const headers = { [syncProtocolHeader]: String(syncProtocol) }

/** `galleryEtag` belongs to a domain above: one call tells a device whether to fetch faces and PINs too. */
export const snapshotRoutes =
  (galleryEtag: (deps: Deps) => ReadWithDevice): Feature =>
  (deps) => [
    route.device(
      pullSnapshot,
      async (ctx, { deviceId, ...asked }) => {
        if (deviceId !== ctx.device.deviceId) throw new AppError('sync.forbidden')
        return answerPull(ctx, asked)
      },
      { headers, withDevice: readEtags(deps.settings.release, galleryEtag(deps)) },
    ),
  ]
