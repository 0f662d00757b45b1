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

/** How a school uses faces. No row: it has never thought of it, which is off. */
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
    /** Whether a small picture is kept with a face. */
    keepsPictures: boolean('keeps_pictures').notNull().default(false),
    acceptedWording: integer('accepted_wording').notNull(),
    /** Rises when the school gets another secret rotation: what leaked of the earlier one is worthless then. */
    rotationEpoch: integer('rotation_epoch').notNull(),
    /** What devices seal templates to; null until faces were switched on for the first time. */
    sealPublic: jsonb('seal_public').$type<PublicKeyJwk>(),
    /** Its other half, encrypted by the key from outside the database. */
    sealPrivate: text('seal_private'),
    /** Tells that key from another one, and nothing else about it. */
    keyCheck: text('key_check'),
  },
  (t) => [primaryKey({ columns: [t.schoolId] }), tenantPolicy('face_settings')],
)

/** What the school said before it used faces. Never changed: whoever judges anew records anew. */
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

/** A pupil's face: three to five templates, turned and encrypted. Gone with the consent that allowed it. */
export const faceTemplates = pgTable(
  'face_templates',
  {
    schoolId: schoolId(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    /** The operation that brought it. */
    id: uuid('id').notNull(),
    pipeline: text('pipeline').notNull(),
    rotationEpoch: integer('rotation_epoch').notNull(),
    samples: integer('samples').notNull(),
    content: text('content').notNull(),
    /** False while staff must say that it is not another pupil's face. */
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

/** One small picture of a pupil, encrypted; only where the school keeps any, and never without the face that it belongs to. */
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

/** Descriptors that were accepted, as marks that lead back to nothing: none is accepted twice. */
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

/** The pupil's own word, each time they gave it; the last one holds. */
export const faceObjections = pgTable(
  'face_objections',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    objects: boolean('objects').notNull(),
    at: instant('at').notNull(),
    by: uuid('by').$type<UserId>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('face_objections_customer_idx').on(t.schoolId, t.customerId, t.at),
    ...appendOnlyPolicies('face_objections'),
  ],
)

/** Two pupils whose faces are too near one another. Goes with either face. */
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

/** What checks a pupil's PIN on a device, encrypted; empty when it was taken away, so that devices hear of it. */
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
