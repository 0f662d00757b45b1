import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
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
import { appendOnlyPolicies, erasePolicy, instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Signature } from '#shared/consents/consent.contract.ts'
import type { AgreeAgain } from '#shared/consents/consent-definition.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { CustomerId, DeviceId, UserId } from '#shared/kernel/ids.ts'

/** Purposes for which a school asks consent. */
export const consentPurposes = pgTable(
  'consent_purposes',
  {
    schoolId: schoolId(),
    purpose: text('purpose').notNull(),
    position: integer('position').notNull(),
    publishedVersion: integer('published_version').notNull(),
    /** False where the school has the wording and does not ask (yet): faces, until it has assessed the risks. */
    isOffered: boolean('is_offered').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.purpose] }), tenantPolicy('consent_purposes')],
)

/** Every wording ever published: a decision is shown with the one under which it was made. */
export const consentWordings = pgTable(
  'consent_wordings',
  {
    schoolId: schoolId(),
    purpose: text('purpose').notNull(),
    version: integer('version').notNull(),
    title: jsonb('title').$type<Bilingual>().notNull(),
    wording: jsonb('wording').$type<Bilingual>().notNull(),
    otherwise: jsonb('otherwise').$type<Bilingual>().notNull(),
    publishedAt: instant('published_at').notNull(),
    /** Null for the wordings that the school began with. */
    publishedBy: uuid('published_by').$type<UserId>(),
    /** Who must agree to it; see `AgreeAgain`. */
    again: text('again').$type<AgreeAgain>().notNull().default('nobody'),
    /** From this day agreements to earlier versions count no more; null where they go on counting. */
    lapsesOn: date('lapses_on'),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.purpose, t.version] }), ...appendOnlyPolicies('consent_wordings')],
)

/** Request to one guardian about one child, with its own link. */
export const consentRequests = pgTable(
  'consent_requests',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    /** SHA-256 of the link's token, hex: reading the table gives no link. A new link replaces the old one. */
    tokenHash: text('token_hash').notNull(),
    /** Hashes of links the guardian got beside the emailed one, the latest first: they expire with it. */
    besideHashes: text('beside_hashes').array().notNull().default([]),
    submissionId: uuid('submission_id'),
    /** Student it is about, where it was asked with an offer. */
    studentId: uuid('student_id'),
    /** Pupil it is about, once there is one. */
    customerId: uuid('customer_id').$type<CustomerId>(),
    /** Confirmation by staff that this guardian may sign for the pupil. */
    maySign: boolean('may_sign').notNull().default(false),
    subject: text('subject').notNull(),
    guardian: text('guardian').notNull(),
    email: text('email').notNull(),
    language: text('language').$type<Language>().notNull(),
    purposes: text('purposes').array().notNull(),
    askedAt: instant('asked_at').notNull(),
    askedBy: uuid('asked_by').$type<UserId>().notNull(),
    /** Null once answered: afterwards the link stays valid for withdrawing. */
    expiresAt: instant('expires_at'),
    answeredAt: instant('answered_at'),
    /** When the guardian was last asked to agree to a new wording. */
    askedAgainAt: instant('asked_again_at'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('consent_requests_token_key').on(t.schoolId, t.tokenHash),
    // Few rows have any.
    index('consent_requests_beside_idx').on(t.schoolId).where(sql`${t.besideHashes} <> '{}'`),
    index('consent_requests_submission_idx').on(t.schoolId, t.submissionId),
    index('consent_requests_student_idx').on(t.schoolId, t.studentId),
    index('consent_requests_customer_idx').on(t.schoolId, t.customerId),
    tenantPolicy('consent_requests'),
  ],
)

/** Browsers that opened a link: each may decide afterwards, online or offline. Part of the evidence. */
export const consentOpenings = pgTable(
  'consent_openings',
  {
    schoolId: schoolId(),
    requestId: uuid('request_id').notNull(),
    /** Anonymous sender or device whose key signs the decision. */
    senderId: uuid('sender_id').$type<DeviceId>().notNull(),
    /** Hash of the link that opened it; when the request has another hash, that link was replaced. */
    tokenHash: text('token_hash').notNull(),
    language: text('language').$type<Language>().notNull(),
    /** SHA-256 of the network address with the request's id: tells equal from different, and identifies none. */
    addressHash: text('address_hash').notNull(),
    /** `phone`, `tablet`, `computer`, `other`: the kind of machine, not the individual one. */
    agent: text('agent').notNull(),
    openedAt: instant('opened_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.requestId, t.senderId, t.tokenHash] }),
    foreignKey({ columns: [t.schoolId, t.requestId], foreignColumns: [consentRequests.schoolId, consentRequests.id] }),
    ...appendOnlyPolicies('consent_openings'),
    erasePolicy('consent_openings', { by: ['request_id'] }),
  ],
)

/** Decisions with their evidence. Never changed: a change of mind is a new decision. */
export const consentActs = pgTable(
  'consent_acts',
  {
    schoolId: schoolId(),
    /** Id of the submitting operation. */
    id: uuid('id').notNull(),
    requestId: uuid('request_id').notNull(),
    /** For decisions by link: the browser that decided, and the link that opened it. */
    senderId: uuid('sender_id').$type<DeviceId>(),
    tokenHash: text('token_hash'),
    /** For decisions on paper: the staff member who entered it, and the scan where there is one (`offer_scans`). */
    byUser: uuid('by_user').$type<UserId>(),
    scanId: uuid('scan_id'),
    language: text('language').$type<Language>().notNull(),
    signature: jsonb('signature').$type<Signature>(),
    /** By the device's clock within bounds: not before it opened the link, not after arrival here. */
    decidedAt: instant('decided_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** False when the link had expired: stored for staff to see, without effect. */
    counts: boolean('counts').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    check(
      'consent_acts_way_check',
      sql`case when ${t.byUser} is null then ${t.senderId} is not null and ${t.tokenHash} is not null and ${t.scanId} is null else ${t.senderId} is null and ${t.tokenHash} is null and ${t.signature} is null end`,
    ),
    index('consent_acts_request_idx').on(t.schoolId, t.requestId, t.decidedAt),
    foreignKey({ columns: [t.schoolId, t.requestId], foreignColumns: [consentRequests.schoolId, consentRequests.id] }),
    ...appendOnlyPolicies('consent_acts'),
    erasePolicy('consent_acts', { by: ['request_id'] }),
  ],
)

/** Answers of a decision, one row for each purpose. */
export const consentDecisions = pgTable(
  'consent_decisions',
  {
    schoolId: schoolId(),
    actId: uuid('act_id').notNull(),
    purpose: text('purpose').notNull(),
    version: integer('version').notNull(),
    agrees: boolean('agrees').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.actId, t.purpose] }),
    foreignKey({ columns: [t.schoolId, t.actId], foreignColumns: [consentActs.schoolId, consentActs.id] }),
    foreignKey({
      columns: [t.schoolId, t.purpose, t.version],
      foreignColumns: [consentWordings.schoolId, consentWordings.purpose, consentWordings.version],
    }),
    ...appendOnlyPolicies('consent_decisions'),
    erasePolicy('consent_decisions', {
      by: ['act_id'],
    }),
  ],
)
