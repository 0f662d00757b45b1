import type { DeviceAlert, Till } from '#shared/contract/device.ts'
import type { OpenAlert } from './alert.service.ts'
import type { sites, tills } from './device.table.ts'

/** A till as everybody in the school may know it. */
export const tillView = (
  till: Pick<typeof tills.$inferSelect, 'id' | 'code' | 'kind' | 'name'>,
  site: Pick<typeof sites.$inferSelect, 'code' | 'name'>,
): Till => ({
  tillId: till.id,
  siteCode: site.code,
  tillCode: till.code,
  kind: till.kind,
  name: till.name,
  site: site.name,
})

/** An alert as staff who may see devices may know it. */
export const alertView = ({ id, kind, count, at, missing }: OpenAlert): DeviceAlert => ({
  id,
  kind,
  count,
  at,
  missing: missing.map(({ stream, from, to }) => ({ stream, from, to })),
})
