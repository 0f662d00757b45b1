import { staffNames } from '#server/features/identity/sessions/people.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Instant, Uuid } from '#shared/kernel/fields.ts'
import { auditExport, auditList } from '#shared/overview/audit.contract.ts'
import { exportRecord } from './audit-export.service.ts'
import { searchRecord } from './audit-list.service.ts'

export const auditRoutes: Feature = () => [
  route.session(auditList, async (ctx, { filter, after, limit }) => {
    requirePermission(ctx.session, 'audit.see')
    const { schoolId, timeZone } = ctx.school
    const asked = {
      schoolId,
      group: filter.group,
      by: filter.by,
      about: filter.about,
      reference: filter.reference,
      from: filter.from,
      to: filter.to,
      timeZone,
      after: readKey(after),
      limit: limit + 1,
    }
    return ctx.tenant(async (tx) => {
      const found = await searchRecord(tx, asked)
      const entries = found.slice(0, limit)
      const last = found.length > limit ? entries.at(-1) : undefined
      return { entries, next: last ? `${last.at}|${last.id}` : null, people: await staffNames(tx, schoolId) }
    })
  }),
  route.session(auditExport, (ctx, { filter, ...how }) => {
    requirePermission(ctx.session, 'audit.see')
    return exportRecord(ctx, filter, how)
  }),
]

/** Parses the start of a page. @throws AppError request.invalid */
function readKey(after: string | undefined): { at: Instant; id: string } | undefined {
  if (after === undefined) return undefined
  const [at, id] = after.split('|')
  const instant = Instant.safeParse(at)
  const uuid = Uuid.safeParse(id)
  if (!instant.success || !uuid.success) throw new AppError('request.invalid', { field: 'after' })
  return { at: instant.data, id: uuid.data }
}
