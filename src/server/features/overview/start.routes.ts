import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { changeStart, readStart } from '#shared/overview/start.contract.ts'
import { changeStartOf, startOf } from './start.service.ts'

export const startRoutes: Feature = () => [
  route.session(readStart, (ctx) => {
    requirePermission(ctx.session, 'school.settings')
    return ctx.tenant((tx) => startOf(tx, ctx.school.schoolId))
  }),
  route.session(changeStart, (ctx, { start }) => {
    requirePermission(ctx.session, 'school.settings')
    return ctx.tenant((tx) => changeStartOf(tx, ctx, start))
  }),
]
