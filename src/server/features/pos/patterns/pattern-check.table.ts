import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'

/** Up to which operation of a stream sequences of events have been looked for. */
export const patternChecks = pgTable(
  'pattern_checks',
  {
    schoolId: schoolId(),
    deviceId: uuid('device_id').$type<DeviceId>().notNull(),
    installEpoch: uuid('install_epoch').notNull(),
    stream: text('stream').notNull(),
    seq: integer('seq').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.deviceId, t.installEpoch, t.stream] }), tenantPolicy('pattern_checks')],
)
