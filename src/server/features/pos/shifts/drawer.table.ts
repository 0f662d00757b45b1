import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, schoolId } from '#server/kernel/columns.ts'
import type { DeviceId, ShiftId, UserId } from '#shared/kernel/ids.ts'
import type { DrawerCause } from '#shared/pos/shift.contract.ts'

/** Openings of cash drawers and copies of papers (`copy`), append-only. One may belong to no shift, or arrive before what it was opened for. */
export const drawerEvents = pgTable(
  'drawer_events',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    shiftId: uuid('shift_id').$type<ShiftId>(),
    tillId: uuid('till_id').notNull(),
    deviceId: uuid('device_id').$type<DeviceId>().notNull(),
    cause: text('cause').$type<DrawerCause>().notNull(),
    ref: uuid('ref'),
    by: uuid('by').$type<UserId>().notNull(),
    at: instant('at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('drawer_events_shift_idx').on(t.schoolId, t.shiftId),
    index('drawer_events_at_idx').on(t.schoolId, t.at, t.id),
    ...appendOnlyPolicies('drawer_events'),
  ],
)
