// chunk: offer
import { z } from 'zod'
import { Signature } from '#shared/consents/consent.contract.ts'
import { FormSlug } from '#shared/forms/form.contract.ts'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Day, Instant, Language, OpId, Uuid } from '#shared/kernel/fields.ts'
import { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { LinkToken } from '#shared/kernel/link.ts'
import { DeclineReason, OfferLetter, OfferTerms } from './offer.contract.ts'

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
    /** That it was answered in; without it, the school's own. */
    language: Language.optional(),
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
