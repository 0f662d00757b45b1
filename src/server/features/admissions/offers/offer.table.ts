import { sql } from 'drizzle-orm'
import {
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
import { appendOnlyPolicies, erasePolicy, instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { OfferTerms } from '#shared/admissions/offers/offer.contract.ts'
import { type OfferState, offerStates } from '#shared/admissions/offers/offer-state.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** One version of what a school offers one student. Its terms never change: what is offered again is another version. */
export const offers = pgTable(
  'offers',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    /** From 1, for each student. */
    version: integer('version').notNull(),
    state: text('state').$type<OfferState>().notNull(),
    terms: jsonb('terms').$type<OfferTerms>().notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Since when its time stands still. */
    pausedAt: instant('paused_at'),
    madeAt: instant('made_at').notNull(),
    madeBy: uuid('made_by').$type<UserId>(),
    sentAt: instant('sent_at'),
    viewedAt: instant('viewed_at'),
    acceptedAt: instant('accepted_at'),
    depositDueOn: date('deposit_due_on'),
    settledAt: instant('settled_at'),
    /** The school's own address when it was sent: what later mails lead to where no setting names another. */
    origin: text('origin').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('offers_version_key').on(t.schoolId, t.studentId, t.version),
    uniqueIndex('offers_live_key').on(t.schoolId, t.studentId).where(sql`state in ('sent', 'viewed', 'accepted')`),
    index('offers_expires_idx').on(t.schoolId, t.expiresAt).where(sql`state in ('sent', 'viewed')`),
    index('offers_deposit_idx').on(t.schoolId, t.depositDueOn).where(sql`state = 'accepted'`),
    onlyOf('offers_state_check', t.state, offerStates),
    tenantPolicy('offers'),
  ],
)

/** Who has to sign a version. */
export const offerSigners = pgTable(
  'offer_signers',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    offerId: uuid('offer_id').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    language: text('language').$type<Language>().notNull(),
    viewedAt: instant('viewed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('offer_signers_position_key').on(t.schoolId, t.offerId, t.position),
    foreignKey({ columns: [t.schoolId, t.offerId], foreignColumns: [offers.schoolId, offers.id] }),
    tenantPolicy('offer_signers'),
  ],
)

/** Every link that was mailed to a signer; a reminder has one of its own, and the first goes on working. */
export const offerLinks = pgTable(
  'offer_links',
  {
    schoolId: schoolId(),
    /** SHA-256 of the link's token, hex: reading the table gives no link. */
    tokenHash: text('token_hash').notNull(),
    signerId: uuid('signer_id').notNull(),
    issuedAt: instant('issued_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.tokenHash] }),
    foreignKey({ columns: [t.schoolId, t.signerId], foreignColumns: [offerSigners.schoolId, offerSigners.id] }),
    ...appendOnlyPolicies('offer_links'),
    erasePolicy('offer_links', {
      by: ['signer_id'],
    }),
  ],
)
