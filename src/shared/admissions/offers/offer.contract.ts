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
 * Offers: a seat that a school holds for a child until its family answers. Each is a version of its own, with links of its own;
 * a new one ends the one before. Made by `student_update` (student.ts), answered here by link.
 */

export const OfferState = z.enum(offerStates)
export const OfferLetter = z.enum(offerLetters)

const Written = z.object({ en: z.string().trim().min(1).max(600), ar: z.string().trim().min(1).max(600) })
const Amount = Minor.refine((minor) => minor >= 0)

/** What is offered, as it stands in the letter. Frozen when it is sent. */
export const OfferTerms = z
  .object({
    letter: OfferLetter,
    /** The child's first day. */
    startOn: Day,
    currency: Currency,
    /** A year's fees, row by row, and of each what it is for; what is not said is no tuition. */
    fees: z.array(z.object({ of: z.enum(feeKinds).optional(), label: Written, amount: Amount })).max(20),
    /** What keeps the seat once it is accepted; paid within so many days of that. Null where the school asks for none. */
    deposit: z.object({ amount: Amount, dueDays: z.int().min(0).max(365) }).nullable(),
    /** What has to come true before the first day; only conditional letters have them, and they have at least one. */
    conditions: z.array(Written).max(20),
  })
  .refine(({ letter, conditions }) => isConditional(letter) === conditions.length > 0, { path: ['conditions'] })
export type OfferTerms = z.infer<typeof OfferTerms>

/** Who has to sign, each by a link of their own. */
export const SignerAsked = z.object({ name: TypedName, email: Email, language: Language })

/** What staff say to make an offer. */
export const OfferAsked = z.object({
  terms: OfferTerms,
  /** Two guardians of one child may share an address; each has a link. */
  signers: z.array(SignerAsked).min(1).max(4),
  /** The last day on which it may be answered, in the school's time zone. */
  expiresOn: Day,
})
export type OfferAsked = z.infer<typeof OfferAsked>

/** Why a family says no, by code; the words stand in `offer.json`. */
export const declineReasons = ['other-school', 'fees', 'moving', 'place-elsewhere-later', 'siblings', 'other'] as const
export const DeclineReason = z.enum(declineReasons)
export type DeclineReason = z.infer<typeof DeclineReason>

const OfferAnswerKind = z.enum(['sign', 'decline', 'more-time', 'withdraw', 'paper'])
export type OfferAnswerKind = z.infer<typeof OfferAnswerKind>

/** One time that somebody of the family answered. Kept for ever; one that came too late counts for nothing and is told so. */
export const OfferAnswerKept = z.object({
  id: Uuid,
  kind: OfferAnswerKind,
  /** Whose link it was. */
  signer: z.string(),
  reason: DeclineReason.nullable(),
  note: z.string().nullable(),
  /** Where the child goes instead, as the family says. */
  chosenSchool: z.string().nullable(),
  keepPlace: z.boolean(),
  at: Instant,
  counts: z.boolean(),
})

/** An offer as staff see it. */
export const StaffOffer = z.object({
  id: Uuid,
  /** From 1, for each student. */
  version: z.int(),
  state: OfferState,
  terms: OfferTerms,
  expiresAt: Instant,
  /** Until when an answer still counts; families are not told of it. */
  graceUntil: Instant,
  /** Its time stands still since then. */
  pausedAt: Instant.nullable(),
  sentAt: Instant.nullable(),
  viewedAt: Instant.nullable(),
  settledAt: Instant.nullable(),
  signers: z.array(
    SignerAsked.extend({
      id: Uuid,
      /** When the latest link was mailed; null before it was sent. */
      linkSentAt: Instant.nullable(),
      viewedAt: Instant.nullable(),
      signedAt: Instant.nullable(),
      /** The consent form has still to be answered by them before they may sign. */
      consentOpen: z.boolean().default(false),
      /** Who wrote down that it was signed on paper, and the scan of it; older papers were not scanned. Null where it was not. */
      paper: z.object({ by: Colleague, scanId: Uuid.nullable() }).nullable().default(null),
    }),
  ),
  /** The latest first. */
  answers: z.array(OfferAnswerKept),
  /** By which the deposit is due; null before acceptance and where there is none. */
  depositDueOn: Day.nullable(),
  /** What came of it so far, as finance wrote it down. */
  received: z.array(z.object({ amount: Minor, method: z.string(), receipt: z.string(), at: Instant })),
  /** Somebody asks to do without the deposit; it is done without once another has agreed. */
  waiver: z.object({ by: Colleague, reason: z.string(), at: Instant, agreedBy: Colleague.nullable() }).nullable(),
  /** What the family is to have back of what came, since the offer has ended, and what went back so far. */
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
 * The letter as a family reads it: of a version there is, or of what is being written. How anybody drew their name is not shown.
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
      z.object({ kind: z.literal('draft'), offer: OfferAsked }),
    ]),
  }),
  reply: z.object({ document: ResolvedLetter }),
})

/** How the offer of a link stands for the family: whether it may still be answered, and if not, why. */
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
 * What a link shows. `offer` only as long as there is one to read (open, paused, signed, accepted, booked): a link whose offer is over
 * says so and tells nothing about the child. Other signers are names alone: what is written to one is not the other's.
 */
export const OfferPage = z.object({
  state: z.enum(offerPageStates),
  /** Which page it belongs to; another path leads there. */
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
      /** The letter, as it is read: in both languages, with what was signed so far. */
      document: ResolvedLetter,
      expiresAt: Instant,
      sentAt: Instant,
      depositDueOn: Day.nullable(),
      /** Whoever reads this page; the others who sign. */
      you: z.object({ name: z.string(), signedAt: Instant.nullable() }),
      others: z.array(z.object({ name: z.string(), signedAt: Instant.nullable() })),
      /** Time that whoever reads this page asked for, and that is not granted yet. */
      askedForTime: Instant.nullable(),
      /**
       * The consent form, where the school wants it answered before anybody signs: whether whoever reads this page has, who of the
       * others has not, and whether it stands in the way of signing now. Null where it is not asked for.
       */
      consents: z
        .object({ isDone: z.boolean(), waitsFor: z.array(z.string()), maySign: z.boolean() })
        .nullable()
        .default(null),
      /** What else the school has answered before anybody signs: once for the child, by whoever of the family. */
      forms: z.array(z.object({ slug: FormSlug, title: Bilingual, isDone: z.boolean() })).default([]),
    })
    .nullable(),
})
export type OfferPage = z.infer<typeof OfferPage>

/** Opens an offer by its link. Wrong, or of another school: `link.over`. @throws AppError link.over, request.too-many */
export const offerData = endpoint({
  method: 'get',
  path: '/public/student_data',
  audience: 'open',
  body: z.object({ offerLetterToken: LinkToken }),
  reply: OfferPage,
})

/**
 * Answers by link. The server's time decides. The same command again changes nothing and is answered as the offer stands.
 * Signing counts for whoever's link it is; the last who has to sign accepts. After that only withdrawing is left.
 * @throws AppError link.over, request.too-many, offer.over (expired, ended, answered; kept, and counts
 * for nothing), offer.paused, offer.other-version, offer.forms-open (sign again once the form is answered)
 */
export const answerOffer = endpoint({
  method: 'post',
  path: '/public/offer_letter',
  audience: 'open',
  query: ['offerLetterToken'],
  body: z.object({
    offerLetterToken: LinkToken,
    commandId: OpId,
    /** The offer that was read: an answer to another one is none. */
    offerId: Uuid,
    language: Language,
    answer: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('sign'), signature: Signature }),
      z.object({
        kind: z.literal('decline'),
        reason: DeclineReason,
        note: z.string().trim().max(1000).optional(),
        chosenSchool: z.string().trim().max(200).optional(),
        /** Gives the seat up and stays on the waiting list. */
        keepPlace: z.boolean(),
      }),
      z.object({ kind: z.literal('more-time'), note: z.string().trim().max(1000).optional() }),
      /** After it was accepted. */
      z.object({ kind: z.literal('withdraw'), reason: DeclineReason, note: z.string().trim().max(1000).optional() }),
    ]),
  }),
  reply: OfferPage,
})

/**
 * Opens the consent form of whoever's link it is: the token of a link of its own, beside which no other works any more.
 * @throws AppError link.over, request.too-many, offer.over where nothing is asked of them
 */
export const offerConsent = endpoint({
  method: 'post',
  path: '/public/offer_consent',
  audience: 'open',
  body: z.object({ offerLetterToken: LinkToken }),
  reply: z.object({ token: z.string() }),
})

/**
 * Opens a form that has to be answered before the place is accepted: the id and the token of a link of its own, by which whoever
 * reads the offer goes on with what they have begun. @throws AppError link.over, request.too-many, offer.over where it is not asked for
 */
export const offerForm = endpoint({
  method: 'post',
  path: '/public/offer_form',
  audience: 'open',
  body: z.object({ offerLetterToken: LinkToken, slug: FormSlug }),
  reply: z.object({ id: Uuid, token: z.string() }),
})
