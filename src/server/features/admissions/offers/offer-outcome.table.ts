import { sql } from 'drizzle-orm'
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
import { appendOnlyPolicies, erasePolicy, instant, minorUnits, onlyOf, schoolId } from '#server/kernel/columns.ts'
import type { DeclineReason, OfferAnswerKind } from '#shared/admissions/offers/offer.contract.ts'
import type { Signature } from '#shared/consents/consent.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { offerSigners, offers } from './offer.table.ts'

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
      by: ['offer_id'],
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
    /** Number of rows of that kind, from 1: of what is owed more than one once it was taken back. */
    entry: integer('entry').notNull().default(1),
    /** Negative where it takes back what is owed. */
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
    uniqueIndex('offer_settlements_entry_key')
      .on(t.schoolId, t.offerId, t.kind, t.entry)
      .where(sql`kind <> 'refund-paid'`),
    uniqueIndex('offer_settlements_receipt_key').on(t.schoolId, t.offerId, t.receipt),
    onlyOf('offer_settlements_kind_check', t.kind, settlementKinds),
    foreignKey({ columns: [t.schoolId, t.offerId], foreignColumns: [offers.schoolId, offers.id] }),
    ...appendOnlyPolicies('offer_settlements'),
    erasePolicy('offer_settlements', {
      by: ['offer_id'],
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
