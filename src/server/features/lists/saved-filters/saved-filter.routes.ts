import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { savedFilterDrop, savedFilterList, savedFilterSave } from '#shared/lists/saved-filter.contract.ts'
import { deleteFilter, listFilters, saveFilter } from './saved-filter.service.ts'

const whose = ({ school, session }: SessionCtx) => ({ schoolId: school.schoolId, userId: session.user.userId })

/** Routes of named filters. */
export const savedFilterRoutes: Feature = ({ clock }) => [
  route.session(savedFilterList, async (ctx) => {
    requirePermission(ctx.session, 'students.see')
    return ctx.tenant(async (tx) => ({ filters: await listFilters(tx, whose(ctx)) }))
  }),
  route.session(savedFilterSave, async (ctx, asked) => {
    requirePermission(ctx.session, 'students.decide')
    return ctx.tenant(async (tx) => {
      await saveFilter(tx, { ...whose(ctx), at: toInstant(clock.nowMs()) }, asked)
      return {}
    })
  }),
  route.session(savedFilterDrop, async (ctx, { id }) => {
    requirePermission(ctx.session, 'students.decide')
    const { kind, roles } = ctx.session
    return ctx.tenant(async (tx) => {
      await deleteFilter(tx, whose(ctx), id, hasScopedPermission(kind, roles, 'admission.rules'))
      return {}
    })
  }),
]
