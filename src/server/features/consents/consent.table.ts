import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
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
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { CustomerId, DeviceId, UserId } from '#shared/kernel/ids.ts'

/** What a school asks consent for. */
export const consentPurposes = pgTable(
  'consent_purposes',
  {
    schoolId: schoolId(),
    purpose: text('purpose').notNull(),
    position: integer('position').notNull(),
    publishedVersion: integer('published_version').notNull(),
    /** False where the school has the wording and does not ask (yet): faces, until it has judged the risks. */
    isOffered: boolean('is_offered').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.purpose] }), tenantPolicy('consent_purposes')],
)

/** Every wording there ever was: a decision is read with the one under which it was made. */
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
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.purpose, t.version] }), ...appendOnlyPolicies('consent_wordings')],
)

/** One guardian who is asked about one child, by a link of their own. */
export const consentRequests = pgTable(
  'consent_requests',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    /** SHA-256 of the link's token, hex: who has the table has no link. A new link takes the place of the old one. */
    tokenHash: text('token_hash').notNull(),
    /** Of links that whoever was asked got beside the mailed one, the latest first: they live and end with it. */
    besideHashes: text('beside_hashes').array().notNull().default([]),
    submissionId: uuid('submission_id'),
    /** The student whom it is about, where it was asked for with an offer. */
    studentId: uuid('student_id'),
    /** The pupil whom it is about, once there is one. */
    customerId: uuid('customer_id').$type<CustomerId>(),
    /** Staff's word that this guardian may sign for the pupil. */
    maySign: boolean('may_sign').notNull().default(false),
    subject: text('subject').notNull(),
    guardian: text('guardian').notNull(),
    email: text('email').notNull(),
    language: text('language').$type<Language>().notNull(),
    purposes: text('purposes').array().notNull(),
    askedAt: instant('asked_at').notNull(),
    askedBy: uuid('asked_by').$type<UserId>().notNull(),
    /** Null once it was answered: from then on the link is there to withdraw by. */
    expiresAt: instant('expires_at'),
    answeredAt: instant('answered_at'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('consent_requests_token_key').on(t.schoolId, t.tokenHash),
    // Few have any.
    index('consent_requests_beside_idx').on(t.schoolId).where(sql`${t.besideHashes} <> '{}'`),
    index('consent_requests_submission_idx').on(t.schoolId, t.submissionId),
    index('consent_requests_student_idx').on(t.schoolId, t.studentId),
    index('consent_requests_customer_idx').on(t.schoolId, t.customerId),
    tenantPolicy('consent_requests'),
  ],
)

/** Browsers that opened a link: each may decide from then on, with or without a network. Part of the evidence. */
export const consentOpenings = pgTable(
  'consent_openings',
  {
    schoolId: schoolId(),
    requestId: uuid('request_id').notNull(),
    /** The visitor or device whose key signs the decision. */
    senderId: uuid('sender_id').$type<DeviceId>().notNull(),
    /** Of the link by which it was opened; another one has come in its place when the request has another. */
    tokenHash: text('token_hash').notNull(),
    language: text('language').$type<Language>().notNull(),
    /** SHA-256 of the network address with the request's id: tells the same from another, and names none. */
    addressHash: text('address_hash').notNull(),
    /** `phone`, `tablet`, `computer`, `other`: what it was, not which one. */
    agent: text('agent').notNull(),
    openedAt: instant('opened_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.requestId, t.senderId, t.tokenHash] }),
    foreignKey({ columns: [t.schoolId, t.requestId], foreignColumns: [consentRequests.schoolId, consentRequests.id] }),
    ...appendOnlyPolicies('consent_openings'),
    erasePolicy('consent_openings', { of: 'consent_openings.request_id = any(e.records)' }),
  ],
)

/** One time that somebody decided, with its evidence. Never changed: whoever changes their mind decides again. */
export const consentActs = pgTable(
  'consent_acts',
  {
    schoolId: schoolId(),
    /** The id of the operation that brought it. */
    id: uuid('id').notNull(),
    requestId: uuid('request_id').notNull(),
    /** Of what came by a link: the browser that decided, and the link by which it was opened. */
    senderId: uuid('sender_id').$type<DeviceId>(),
    tokenHash: text('token_hash'),
    /** Of what came on paper: who of the staff wrote it down, and the scan where there is one (`offer_scans`). */
    byUser: uuid('by_user').$type<UserId>(),
    scanId: uuid('scan_id'),
    language: text('language').$type<Language>().notNull(),
    signature: jsonb('signature').$type<Signature>(),
    /** By the device's clock as far as it can be believed: not before it opened the link, not after it arrived here. */
    decidedAt: instant('decided_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** False when the link was over: kept for staff to see, without effect. */
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
    erasePolicy('consent_acts', { of: 'consent_acts.request_id = any(e.records)' }),
  ],
)

/** The answers of an act, one row for each purpose. */
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
      of: 'consent_decisions.act_id in (select a.id from consent_acts a where a.school_id = e.school_id and a.request_id = any(e.records))',
    }),
  ],
)
