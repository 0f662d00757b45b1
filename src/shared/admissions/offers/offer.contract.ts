// chunk: offer
import { z } from 'zod'
import { FullName } from '#shared/consents/consent-request.contract.ts'
import { Email } from '#shared/identity/account.contract.ts'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Currency, Day, DayInput, Instant, Language, Minor, Uuid } from '#shared/kernel/fields.ts'
import { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { isConditional, offerLetters } from '#shared/letters/letter-kinds.rules.ts'
import { feeKinds } from './offer-money.rules.ts'
import { offerStates } from './offer-state.rules.ts'

/*
 * Offers: a seat that a school holds for a child until its family answers. Each offer is a version with its own
 * links; a new one supersedes the one before. Made by `student_update` (student.ts), answered here by link.
 */

export const OfferState = z.enum(offerStates)
export const OfferLetter = z.enum(offerLetters)

const Written = z.object({ en: z.string().trim().min(1).max(600), ar: z.string().trim().min(1).max(600) })
const Amount = Minor.refine((minor) => minor >= 0)

/** The terms of an offer, as printed in the letter. Frozen when it is sent. */
export const OfferTerms = z
  .object({
    letter: OfferLetter,
    /** The child's first day. */
    startOn: Day,
    currency: Currency,
    /** A year's fees, line by line, each with its kind; a fee without a kind is not tuition. */
    fees: z.array(z.object({ of: z.enum(feeKinds).optional(), label: Written, amount: Amount })).max(20),
    /**
     * Deposit that keeps the seat after acceptance, due within that many days of it. Null when the school asks for
     * none.
     */
    deposit: z.object({ amount: Amount, dueDays: z.int().min(0).max(365) }).nullable(),
    /** Conditions to be met before the first day; only conditional letters have them, at least one. */
    conditions: z.array(Written).max(20),
  })
  .refine(({ letter, conditions }) => isConditional(letter) === conditions.length > 0, { path: ['conditions'] })
export type OfferTerms = z.infer<typeof OfferTerms>

/** A guardian who has to sign, with a link of their own. */
export const SignerAsked = z.object({ name: FullName, email: Email, language: Language })

/** The input of staff for an offer. */
export const OfferRequest = z.object({
  terms: OfferTerms.safeExtend({ startOn: DayInput }),
  /** Two guardians of a child may share an email address; each has a link. */
  signers: z.array(SignerAsked).min(1).max(4),
  /** Last day for an answer, in the school's time zone. */
  expiresOn: DayInput,
})
export type OfferRequest = z.infer<typeof OfferRequest>

/** Reasons why a family declines, by code; the texts are in `offer.json`. */
export const declineReasons = ['other-school', 'fees', 'moving', 'place-elsewhere-later', 'siblings', 'other'] as const
export const DeclineReason = z.enum(declineReasons)
export type DeclineReason = z.infer<typeof DeclineReason>

const OfferAnswerKind = z.enum(['sign', 'decline', 'more-time', 'withdraw', 'paper'])
export type OfferAnswerKind = z.infer<typeof OfferAnswerKind>

/** One answer of the family. Kept permanently; a late one has no effect and is shown as such. */
export const OfferAnswerStored = z.object({
  id: Uuid,
  kind: OfferAnswerKind,
  /** Name of the signer whose link was used. */
  signer: z.string(),
  reason: DeclineReason.nullable(),
  note: z.string().nullable(),
  /** The school the child goes to instead, as stated by the family. */
  chosenSchool: z.string().nullable(),
  keepPlace: z.boolean(),
  at: Instant,
  counts: z.boolean(),
})

/** An offer as staff see it. */
export const StaffOffer = z.object({
  id: Uuid,
  /** From 1, per student. */
  version: z.int(),
  state: OfferState,
  terms: OfferTerms,
  expiresAt: Instant,
  /** Until when an answer still counts; families are not notified of it. */
  graceUntil: Instant,
  /** When the offer was paused. */
  pausedAt: Instant.nullable(),
  sentAt: Instant.nullable(),
  viewedAt: Instant.nullable(),
  settledAt: Instant.nullable(),
  signers: z.array(
    SignerAsked.extend({
      id: Uuid,
      /** When the latest link was emailed; null before it was sent. */
      linkSentAt: Instant.nullable(),
      viewedAt: Instant.nullable(),
      signedAt: Instant.nullable(),
      /** The signer still has to answer the consent form before signing. */
      consentOpen: z.boolean().default(false),
      /**
       * The colleague who recorded a paper signature, and its scan; older papers have none. Null when not signed on
       * paper.
       */
      paper: z.object({ by: Colleague, scanId: Uuid.nullable() }).nullable().default(null),
    }),
  ),
  /** Latest first. */
  answers: z.array(OfferAnswerStored),
  /** Due date of the deposit; null before acceptance and when there is none. */
  depositDueOn: Day.nullable(),
  /** Deposit payments as recorded by finance. */
  received: z.array(z.object({ amount: Minor, method: z.string(), receipt: z.string(), at: Instant })),
  /** A proposed waiver of the deposit; it takes effect once a second person has approved it. */
  waiver: z.object({ by: Colleague, reason: z.string(), at: Instant, agreedBy: Colleague.nullable() }).nullable(),
  /** Refund due to the family since the offer has ended, and what was refunded so far. */
  refund: z
    .object({
      due: Minor,
      percent: z.int(),
      paid: z.array(z.object({ amount: Minor, method: z.string(), receipt: z.string(), at: Instant })),
    })
    .nullable(),
})
export type StaffOffer = z.infer<typeof StaffOffer>

/**
 * Returns the letter as a family reads it: of an existing version or of a draft. Drawn signatures are not shown.
 * @throws AppError access.denied, request.not-found
 */
export const staffOfferLetter = endpoint({
  method: 'post',
  path: '/student/offer_letter',
  audience: 'session',
  body: z.object({
    student_id: Uuid,
    of: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('version'), offerId: Uuid }),
      z.object({ kind: z.literal('draft'), offer: OfferRequest }),
    ]),
  }),
  reply: z.object({ document: ResolvedLetter }),
})
