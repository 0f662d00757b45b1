import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, minorUnits, schoolId, tenantPolicy, version } from '#server/kernel/columns.ts'
import type { FaceAuditEntry, ForgetReason } from '#shared/faces/face-report.contract.ts'
import type { CustomerId, DeviceId, SaleId, UserId } from '#shared/kernel/ids.ts'
import type { FaceAttend, FaceMode, FaceOutcome } from '#shared/recognition/face.contract.ts'

/** Log of enrolments, decisions, overrides, deletions and changes of rules. Never a distance, never a template. */
export const faceAudit = pgTable(
  'face_audit',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    action: text('action').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>(),
    by: uuid('by').$type<UserId>(),
    deviceId: uuid('device_id').$type<DeviceId>(),
    detail: jsonb('detail').$type<FaceAuditEntry['detail']>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('face_audit_customer_idx').on(t.schoolId, t.customerId, t.id),
    index('face_audit_at_idx').on(t.schoolId, t.at, t.id),
    ...appendOnlyPolicies('face_audit'),
  ],
)

/** Face decisions of devices, with this server's own result. */
export const faceDecisions = pgTable(
  'face_decisions',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    deviceId: uuid('device_id').$type<DeviceId>().notNull(),
    customerId: uuid('customer_id').$type<CustomerId>(),
    saleId: uuid('sale_id').$type<SaleId>(),
    mode: text('mode').$type<FaceMode>().notNull(),
    outcome: text('outcome').$type<FaceOutcome>().notNull(),
    /** `unchecked`: the face was deleted before this arrived, or it came without a descriptor. */
    checked: text('checked').$type<FaceOutcome | 'unchecked'>().notNull(),
    isAlive: boolean('is_alive').notNull(),
    frames: integer('frames').notNull(),
    overrideBy: uuid('override_by').$type<UserId>(),
    overrideReason: text('override_reason'),
    flags: text('flags').array().notNull(),
    decidedAt: instant('decided_at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('face_decisions_sale_idx').on(t.schoolId, t.saleId),
    ...appendOnlyPolicies('face_decisions'),
  ],
)

/** Gallery version last reported by each device. */
export const faceDevices = pgTable(
  'face_devices',
  {
    schoolId: schoolId(),
    deviceId: uuid('device_id').$type<DeviceId>().notNull(),
    heldVersion: bigint('held_version', { mode: 'number' }).notNull(),
    heldCount: integer('held_count').notNull(),
    heardAt: instant('heard_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.deviceId] }), tenantPolicy('face_devices')],
)

/** Faces sent to each device, while they exist. */
export const faceDeliveries = pgTable(
  'face_deliveries',
  {
    schoolId: schoolId(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    deviceId: uuid('device_id').$type<DeviceId>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.customerId, t.deviceId] }), tenantPolicy('face_deliveries')],
)

/** Deletions, stored as the basis of certificates. */
export const faceForgotten = pgTable(
  'face_forgotten',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    reason: text('reason').$type<ForgetReason>().notNull(),
    at: instant('at').notNull(),
    /** A device at this version or a later one has deleted it. */
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('face_forgotten_customer_idx').on(t.schoolId, t.customerId),
    ...appendOnlyPolicies('face_forgotten'),
  ],
)

/** Devices that held a deleted face, and when each confirmed its deletion. */
export const faceForgottenDevices = pgTable(
  'face_forgotten_devices',
  {
    schoolId: schoolId(),
    forgottenId: uuid('forgotten_id').notNull(),
    deviceId: uuid('device_id').$type<DeviceId>().notNull(),
    /** By then its copy has expired. */
    expiresAt: instant('expires_at').notNull(),
    doneAt: instant('done_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.forgottenId, t.deviceId] }),
    index('face_forgotten_devices_device_idx').on(t.schoolId, t.deviceId),
    tenantPolicy('face_forgotten_devices'),
  ],
)

/** Payments a face alone was not allowed to charge to an account; staff decide. */
export const faceCharges = pgTable(
  'face_charges',
  {
    schoolId: schoolId(),
    tenderId: uuid('tender_id').notNull(),
    saleId: uuid('sale_id').$type<SaleId>().notNull(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    amount: minorUnits('amount').notNull(),
    businessDay: date('business_day', { mode: 'string' }).notNull(),
    soldAt: instant('sold_at').notNull(),
    why: text('why').array().notNull(),
    pays: boolean('pays'),
    decidedAt: instant('decided_at'),
    decidedBy: uuid('decided_by').$type<UserId>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.tenderId] }),
    index('face_charges_sale_idx').on(t.schoolId, t.saleId),
    tenantPolicy('face_charges'),
  ],
)

/** Attendance lists taken by camera, as corrected by hand. */
export const faceLists = pgTable(
  'face_lists',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<FaceAttend['kind']>().notNull(),
    list: text('list').notNull(),
    entries: jsonb('entries').$type<FaceAttend['entries']>().notNull(),
    at: instant('at').notNull(),
    by: uuid('by').$type<UserId>().notNull(),
    deviceId: uuid('device_id').$type<DeviceId>().notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('face_lists_at_idx').on(t.schoolId, t.at),
    ...appendOnlyPolicies('face_lists'),
  ],
)
