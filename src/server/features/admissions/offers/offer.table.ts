import { sql } from 'drizzle-orm'
import {
  boolean,
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
import {
  appendOnlyPolicies,
  erasePolicy,
  instant,
  minorUnits,
  onlyOf,
  schoolId,
  tenantPolicy,
} from '#server/kernel/columns.ts'
import type { DeclineReason, OfferAnswerKind, OfferTerms } from '#shared/admissions/offers/offer.contract.ts'
import { type OfferState, offerStates } from '#shared/admissions/offers/offer-state.rules.ts'
import type { Signature } from '#shared/consents/consent.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** One version of what a school offers one student. Its terms never change: what is offered anew is another version. */
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
      of: 'offer_links.signer_id in (select g.id from offer_signers g join offers o on o.school_id = g.school_id and o.id = g.offer_id where g.school_id = e.school_id and o.student_id = e.student_id)',
    }),
  ],
)

/** Everything that was answered, with its evidence, for ever; what came too late too. */
export const offerAnswers = pgTable(
  'offer_answers',
  {
    schoolId: schoolId(),
    /** The command's id: sent again it is no second answer. */
    id: uuid('id').notNull(),
    offerId: uuid('offer_id').notNull(),
    signerId: uuid('signer_id').notNull(),
    kind: text('kind').$type<OfferAnswerKind>().notNull(),
    signature: jsonb('signature').$type<Signature>(),
    reason: text('reason').$type<DeclineReason>(),
    note: text('note'),
    chosenSchool: text('chosen_school'),
    keepPlace: boolean('keep_place').notNull(),
    language: text('language').$type<Language>(),
    /** SHA-256 of the network address with the offer's id: tells the same from another, and names none. */
    addressHash: text('address_hash'),
    /** `phone`, `tablet`, `computer`, `other`: the kind of machine, not the individual one. */
    agent: text('agent'),
    /** Staff in front of whom a paper was signed. */
    byUser: uuid('by_user').$type<UserId>(),
    /** The scan of that paper (`offer_scans`); null of papers from before scans were asked for. */
    scanId: uuid('scan_id'),
    /** Hash of the request: the same id with another request is not a repetition. */
    askedHash: text('asked_hash').notNull(),
    /** Why it counts for nothing; null when it counts. */
    refused: text('refused').$type<MessageId>(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('offer_answers_offer_idx').on(t.schoolId, t.offerId, t.at),
    foreignKey({ columns: [t.schoolId, t.offerId], foreignColumns: [offers.schoolId, offers.id] }),
    foreignKey({ columns: [t.schoolId, t.signerId], foreignColumns: [offerSigners.schoolId, offerSigners.id] }),
    ...appendOnlyPolicies('offer_answers'),
    erasePolicy('offer_answers', {
      of: 'offer_answers.offer_id in (select o.id from offers o where o.school_id = e.school_id and o.student_id = e.student_id)',
    }),
  ],
)

/** Money that came for a deposit, as finance wrote it down from its receipts. */
export const offerDeposits = pgTable(
  'offer_deposits',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    offerId: uuid('offer_id').notNull(),
    amount: minorUnits('amount').notNull(),
    method: text('method').$type<'cash' | 'card' | 'transfer' | 'cheque'>().notNull(),
    receipt: text('receipt').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('offer_deposits_receipt_key').on(t.schoolId, t.offerId, t.receipt),
    foreignKey({ columns: [t.schoolId, t.offerId], foreignColumns: [offers.schoolId, offers.id] }),
    ...appendOnlyPolicies('offer_deposits'),
  ],
)

/** What else happens to an offer's money. */
export const settlementKinds = ['waiver-asked', 'waiver-agreed', 'refund-due', 'refund-paid'] as const

/**
 * What became of a deposit besides what came in: done without by two people, owed to a family again, paid back. Rows are added and
 * never changed; what came in stays as it was written down.
 */
export const offerSettlements = pgTable(
  'offer_settlements',
  {
    schoolId: schoolId(),
    /** Id of the command; for a debt a new one. */
    id: uuid('id').notNull(),
    offerId: uuid('offer_id').notNull(),
    kind: text('kind').$type<(typeof settlementKinds)[number]>().notNull(),
    amount: minorUnits('amount').notNull(),
    /** Of what is owed: the share of what came, by the school's rule of that day. */
    percent: integer('percent'),
    method: text('method').$type<'cash' | 'card' | 'transfer' | 'cheque'>(),
    receipt: text('receipt'),
    /** Why a deposit is done without; how the file was closed of which money is owed. */
    reason: text('reason'),
    /** Null for what a family or the clock brought about. */
    byUser: uuid('by_user').$type<UserId>(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('offer_settlements_offer_idx').on(t.schoolId, t.offerId, t.at),
    uniqueIndex('offer_settlements_once_key').on(t.schoolId, t.offerId, t.kind).where(sql`kind <> 'refund-paid'`),
    uniqueIndex('offer_settlements_receipt_key').on(t.schoolId, t.offerId, t.receipt),
    onlyOf('offer_settlements_kind_check', t.kind, settlementKinds),
    foreignKey({ columns: [t.schoolId, t.offerId], foreignColumns: [offers.schoolId, offers.id] }),
    ...appendOnlyPolicies('offer_settlements'),
    erasePolicy('offer_settlements', {
      of: 'offer_settlements.offer_id in (select o.id from offers o where o.school_id = e.school_id and o.student_id = e.student_id)',
      blank: 'reason is null',
    }),
  ],
)

/** What a family was told of an offer, so that it is told once. */
export const offerNotices = pgTable(
  'offer_notices',
  {
    schoolId: schoolId(),
    offerId: uuid('offer_id').notNull(),
    /** The event: `sent`, `accepted`, `reminder 72` … */
    notice: text('notice').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.offerId, t.notice] }),
    foreignKey({ columns: [t.schoolId, t.offerId], foreignColumns: [offers.schoolId, offers.id] }),
    ...appendOnlyPolicies('offer_notices'),
  ],
)
