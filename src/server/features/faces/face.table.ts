import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, minorUnits, schoolId, tenantPolicy, version } from '#server/kernel/columns.ts'
import type { FaceAssessmentAnswers } from '#shared/faces/face-settings.contract.ts'
import type { CustomerId, UserId } from '#shared/kernel/ids.ts'
import type { FaceBy } from '#shared/recognition/face.contract.ts'
import type { FaceBands } from '#shared/recognition/face-gallery.contract.ts'
import type { PublicKeyJwk } from '#shared/sync/device.contract.ts'

/** Face settings of a school. No row means off. */
export const faceSettings = pgTable(
  'face_settings',
  {
    schoolId: schoolId(),
    isOn: boolean('is_on').notNull(),
    bands: jsonb('bands').$type<FaceBands>().notNull(),
    cap: minorUnits('cap').notNull(),
    galleryHours: integer('gallery_hours').notNull(),
    fallbackDays: integer('fallback_days').notNull(),
    weekend: integer('weekend').array().notNull(),
    choosesByName: boolean('chooses_by_name').notNull(),
    /** True if a small picture is kept with a face. */
    keepsPictures: boolean('keeps_pictures').notNull().default(false),
    acceptedWording: integer('accepted_wording').notNull(),
    /** Rises with each new secret rotation: leaked data of an earlier one is then worthless. */
    rotationEpoch: integer('rotation_epoch').notNull(),
    /** Public key that devices seal templates to; null until face recognition was first switched on. */
    sealPublic: jsonb('seal_public').$type<PublicKeyJwk>(),
    /** Private key, encrypted by the key outside the database. */
    sealPrivate: text('seal_private'),
    /** Identifies the root of the school's keys, and reveals nothing else about it. */
    keyCheck: text('key_check'),
    /** That root, encrypted by the server's newest key; null while it can be derived from one of the server's keys. */
    keyRoot: text('key_root'),
  },
  (t) => [primaryKey({ columns: [t.schoolId] }), tenantPolicy('face_settings')],
)

/** School's risk assessments before using faces. Never changed: a new assessment is a new row. */
export const faceAssessments = pgTable(
  'face_assessments',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    answers: jsonb('answers').$type<FaceAssessmentAnswers>().notNull(),
    recordedBy: uuid('recorded_by').$type<UserId>().notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.id] }), ...appendOnlyPolicies('face_assessments')],
)

/** Face of a pupil: three to five templates, transformed and encrypted. Deleted with the consent that allowed it. */
export const faceTemplates = pgTable(
  'face_templates',
  {
    schoolId: schoolId(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    /** Id of the submitting operation. */
    id: uuid('id').notNull(),
    pipeline: text('pipeline').notNull(),
    rotationEpoch: integer('rotation_epoch').notNull(),
    samples: integer('samples').notNull(),
    content: text('content').notNull(),
    /** False while staff must confirm that it is not another pupil's face. */
    isReady: boolean('is_ready').notNull(),
    isOneToOne: boolean('is_one_to_one').notNull(),
    by: jsonb('by').$type<FaceBy>().notNull(),
    capturedAt: instant('captured_at').notNull(),
    enrolledAt: instant('enrolled_at').notNull(),
    usedAt: instant('used_at').notNull(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.customerId] }),
    index('face_templates_version_idx').on(t.schoolId, t.version, t.customerId),
    tenantPolicy('face_templates'),
  ],
)

/** One small encrypted picture of a pupil; only where the school keeps any, and never without its face. */
export const facePictures = pgTable(
  'face_pictures',
  {
    schoolId: schoolId(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    content: text('content').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.customerId] }),
    foreignKey({
      columns: [t.schoolId, t.customerId],
      foreignColumns: [faceTemplates.schoolId, faceTemplates.customerId],
    }).onDelete('cascade'),
    tenantPolicy('face_pictures'),
  ],
)

/** Accepted descriptors as one-way marks: none is accepted twice. */
export const faceMarks = pgTable(
  'face_marks',
  {
    schoolId: schoolId(),
    mark: text('mark').notNull(),
    opId: uuid('op_id').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.mark] }),
    index('face_marks_at_idx').on(t.schoolId, t.at),
    tenantPolicy('face_marks'),
  ],
)

/** Pupils' objections, one row each time; the last one holds. */
export const faceObjections = pgTable(
  'face_objections',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    objects: boolean('objects').notNull(),
    at: instant('at').notNull(),
    /** Null where a restored server repeated a withdrawal. */
    by: uuid('by').$type<UserId>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('face_objections_customer_idx').on(t.schoolId, t.customerId, t.at),
    ...appendOnlyPolicies('face_objections'),
  ],
)

/** Pairs of pupils whose faces are too alike. Deleted with either face. */
export const faceSuspicions = pgTable(
  'face_suspicions',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    otherId: uuid('other_id').$type<CustomerId>().notNull(),
    likeness: text('likeness').$type<'same' | 'alike'>().notNull(),
    foundAt: instant('found_at').notNull(),
    decision: text('decision').$type<'different' | 'mistaken'>(),
    decidedAt: instant('decided_at'),
    decidedBy: uuid('decided_by').$type<UserId>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('face_suspicions_pair_key').on(t.schoolId, t.customerId, t.otherId),
    index('face_suspicions_other_idx').on(t.schoolId, t.otherId),
    tenantPolicy('face_suspicions'),
  ],
)

/** Encrypted PIN verifiers for devices; empty when removed, so that devices follow. */
export const facePins = pgTable(
  'face_pins',
  {
    schoolId: schoolId(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    content: text('content'),
    setAt: instant('set_at').notNull(),
    setBy: uuid('set_by').$type<UserId>().notNull(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.customerId] }),
    index('face_pins_version_idx').on(t.schoolId, t.version, t.customerId),
    tenantPolicy('face_pins'),
  ],
)
