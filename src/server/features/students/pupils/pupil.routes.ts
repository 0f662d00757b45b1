import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import {
  listPupils,
  pupilsExport,
  readPupil,
  setPupilClass,
  setPupilLeaving,
  setPupilReturned,
} from '#shared/students/pupils/pupil.contract.ts'
import { exportPupils } from './pupil-export.service.ts'
import { moveToClass, noteLeaving, noteReturn, pupilFor, pupilPage } from './pupil.service.ts'
import { exportOneRoster } from '#shared/students/pupils/one-roster.contract.ts'
import { exportRoster } from '../one-roster/export-roster.service.ts'

/** Changes a pupil, and returns the pupil as changed. */
function changing(ctx: SessionCtx, customerId: CustomerId, change: (tx: Tx) => Promise<void>) {
  requirePermission(ctx.session, 'pupils.manage')
  return ctx.tenant(async (tx) => {
    await change(tx)
    return { pupil: await pupilFor(tx, ctx, customerId) }
  })
}

export const pupilRoutes: Feature = () => [
  route.session(exportOneRoster, (ctx, { withBirthDates }) => {
    requirePermission(ctx.session, 'programs.manage')
    requirePermission(ctx.session, 'pupils.see')
    return ctx.tenant((tx) => exportRoster(tx, ctx, withBirthDates))
  }),
  route.session(listPupils, (ctx, asked) => {
    requirePermission(ctx.session, 'pupils.see')
    return ctx.tenant((tx) => pupilPage(tx, ctx, asked))
  }),
  route.session(pupilsExport, (ctx, { filter, ...how }) => {
    requirePermission(ctx.session, 'pupils.see')
    return exportPupils(ctx, filter, how)
  }),
  route.session(readPupil, (ctx, { customerId }) => {
    requirePermission(ctx.session, 'pupils.see')
    return ctx.tenant(async (tx) => ({ pupil: await pupilFor(tx, ctx, customerId) }))
  }),
  route.session(setPupilClass, (ctx, asked) => changing(ctx, asked.customerId, (tx) => moveToClass(tx, ctx, asked))),
  route.session(setPupilLeaving, (ctx, asked) => changing(ctx, asked.customerId, (tx) => noteLeaving(tx, ctx, asked))),
  route.session(setPupilReturned, (ctx, { customerId }) =>
    changing(ctx, customerId, (tx) => noteReturn(tx, ctx, customerId)),
  ),
]
