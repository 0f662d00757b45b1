import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { readServerStatus } from '#shared/overview/server-status.contract.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { readStatus } from './server-status.service.ts'

export const serverStatusRoutes: Feature = ({ clock }) => {
  const startedAt = toInstant(clock.nowMs())
  return [
    route.session(readServerStatus, async (ctx) => {
      requirePermission(ctx.session, 'server.see')
      return { status: await readStatus(ctx, startedAt) }
    }),
  ]
}
