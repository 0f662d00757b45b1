import type { Till } from '#shared/contract/device.ts'
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
