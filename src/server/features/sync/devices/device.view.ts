import type { Person } from '#server/features/identity/sessions/people.service.ts'
import { countOf } from '#server/kernel/number-ranges.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { DeviceAlert } from '#shared/sync/device-health.contract.ts'
import type { Till } from '#shared/sync/device.contract.ts'
import type { deviceAlerts, sites, tills } from './device.table.ts'

/** Returns a till as everyone in the school may see it. */
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

const nobody: Bilingual = { en: '', ar: '' }

/** Returns an alert for staff who may see devices; `missing` when it is about numbers. */
export const alertView = (
  { id, kind, count, at, handledAt, handledBy, note }: typeof deviceAlerts.$inferSelect,
  missing: DeviceAlert['missing'] | undefined,
  people: ReadonlyMap<UserId, Person>,
): DeviceAlert => ({
  id,
  kind,
  count: missing && handledAt === null ? countOf(missing) : count,
  at,
  missing: (missing ?? []).map(({ stream, from, to }) => ({ stream, from, to })),
  handled:
    handledAt === null ? null : { at: handledAt, by: (handledBy && people.get(handledBy)?.name) ?? nobody, note },
})
