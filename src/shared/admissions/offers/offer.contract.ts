// chunk: offer
import { z } from 'zod'
import { Signature, TypedName } from '#shared/consents/consent.contract.ts'
import { FormSlug } from '#shared/forms/form.contract.ts'
import { Email } from '#shared/identity/account.contract.ts'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Currency, Day, Instant, Language, Minor, OpId, Uuid } from '#shared/kernel/fields.ts'
import { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { LinkToken } from '#shared/kernel/link.ts'
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
export const SignerAsked = z.object({ name: TypedName, email: Email, language: Language })

/** The input of staff for an offer. */
export const OfferRequest = z.object({
  terms: OfferTerms,
  /** Two guardians of a child may share an email address; each has a link. */
  signers: z.array(SignerAsked).min(1).max(4),
  /** Last day for an answer, in the school's time zone. */
  expiresOn: Day,
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

/** States of an offer as its link shows them: whether it can still be answered, and if not, why. */
export const offerPageStates = [
  'open',
  'paused',
  'signed',
  'accepted',
  'booked',
  'declined',
  'withdrawn',
  'expired',
  'rescinded',
  'superseded',
] as const

/**
 * The page behind an offer link. `offer` is present only while there is one to read (open, paused, signed, accepted,
 * booked): a link whose offer is over says so and reveals nothing about the child. Other signers appear by name only;
 * what is written to one is not for the other.
 */
export const OfferPage = z.object({
  state: z.enum(offerPageStates),
  /** The page the link belongs to; links opened under another path are redirected to it. */
  letter: OfferLetter,
  language: Language,
  student_data: z
    .object({
      registration_id: z.string(),
      student_name: z.string().nullable(),
      student_name_ar: z.string().nullable(),
      grade: z.string().nullable(),
      entryYear: z.int().nullable(),
    })
    .nullable(),
  offer: z
    .object({
      id: Uuid,
      version: z.int(),
      terms: OfferTerms,
      /** The letter as read: in both languages, with the signatures so far. */
      document: ResolvedLetter,
      expiresAt: Instant,
      sentAt: Instant,
      depositDueOn: Day.nullable(),
      /** The signer who reads this page, and the other signers. */
      you: z.object({ name: z.string(), signedAt: Instant.nullable() }),
      others: z.array(z.object({ name: z.string(), signedAt: Instant.nullable() })),
      /** When the reader asked for more time, while that is not granted. */
      askedForTime: Instant.nullable(),
      /**
       * The consent form, when the school requires it before signing: whether the reader has answered it, which of
       * the others have not, and whether the reader may sign now. Null when it is not required.
       */
      consents: z
        .object({ isDone: z.boolean(), waitsFor: z.array(z.string()), maySign: z.boolean() })
        .nullable()
        .default(null),
      /** Other forms required before signing: answered once per child, by any guardian. */
      forms: z.array(z.object({ slug: FormSlug, title: Bilingual, isDone: z.boolean() })).default([]),
    })
    .nullable(),
})
export type OfferPage = z.infer<typeof OfferPage>

/**
 * Opens an offer by its link; a wrong link or one of another school gives `link.over`. @throws AppError link.over,
 * request.too-many
 */
export const offerData = endpoint({
  method: 'get',
  path: '/public/student_data',
  audience: 'open',
  body: z.object({ offerLetterToken: LinkToken }),
  reply: OfferPage,
})

/**
 * Answers an offer by link. The server's time decides. Repeating the command changes nothing and returns the current
 * state. A signature counts for the owner of the link; the last signer's signature accepts the offer. After that it
 * can only be withdrawn.
 * @throws AppError link.over, request.too-many, offer.over (expired, ended, answered; kept without effect),
 * offer.paused, offer.other-version, offer.forms-open (sign again once the form is answered)
 */
export const answerOffer = endpoint({
  method: 'post',
  path: '/public/offer_letter',
  audience: 'open',
  query: ['offerLetterToken'],
  body: z.object({
    offerLetterToken: LinkToken,
    commandId: OpId,
    /** The offer that was read; an answer to any other offer is invalid. */
    offerId: Uuid,
    language: Language,
    answer: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('sign'), signature: Signature }),
      z.object({
        kind: z.literal('decline'),
        reason: DeclineReason,
        note: z.string().trim().max(1000).optional(),
        chosenSchool: z.string().trim().max(200).optional(),
        /** Declines the seat but stays on the waiting list. */
        keepPlace: z.boolean(),
      }),
      z.object({ kind: z.literal('more-time'), note: z.string().trim().max(1000).optional() }),
      /** Only after acceptance. */
      z.object({ kind: z.literal('withdraw'), reason: DeclineReason, note: z.string().trim().max(1000).optional() }),
    ]),
  }),
  reply: OfferPage,
})

/**
 * Opens the consent form for the owner of the link: returns the token of a new link, which replaces earlier ones.
 * @throws AppError link.over, request.too-many, offer.over (nothing required of this signer)
 */
export const offerConsent = endpoint({
  method: 'post',
  path: '/public/offer_consent',
  audience: 'open',
  body: z.object({ offerLetterToken: LinkToken }),
  reply: z.object({ token: z.string() }),
})

/**
 * Opens a form required before signing: returns the id and token of a link by which the reader of the offer continues
 * their draft.
 * @throws AppError link.over, request.too-many, offer.over (form not required)
 */
export const offerForm = endpoint({
  method: 'post',
  path: '/public/offer_form',
  audience: 'open',
  body: z.object({ offerLetterToken: LinkToken, slug: FormSlug }),
  reply: z.object({ id: Uuid, token: z.string() }),
})
