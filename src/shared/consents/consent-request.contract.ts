// chunk: form-calls
import { z } from 'zod'
import { Email } from '#shared/identity/account.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { CustomerId, Instant, Language, TypedName, Uuid } from '#shared/kernel/fields.ts'
import { ConsentAct, ConsentAnswer, ConsentPurpose, ConsentWording, Signature } from './consent.contract.ts'

/** How a request stands. `answered` also when everything was refused: that is an answer. */
export const ConsentState = z.enum(['waiting', 'opened', 'answered', 'expired', 'revoked'])

/** One time that somebody decided, with all there is to prove it by to those who ask families. */
export const ConsentEvidence = ConsentAct.omit({ signedBy: true }).extend({
  signature: Signature.nullable(),
  counts: z.boolean(),
  /** Staff have written it down from a paper. */
  onPaper: z.boolean().default(false),
})
export type ConsentEvidence = z.infer<typeof ConsentEvidence>

/** A request as staff see it. */
export const ConsentRequest = z.object({
  id: Uuid,
  submissionId: Uuid.nullable(),
  /** The pupil whom it is about, where it is about one. */
  customerId: CustomerId.nullable(),
  /** Staff's word that this guardian may sign for the pupil. */
  maySign: z.boolean(),
  subject: z.string(),
  guardian: z.string(),
  email: z.string(),
  language: Language,
  purposes: z.array(ConsentPurpose),
  state: ConsentState,
  askedAt: Instant,
  /** Null once it was answered: from then on the link is there to withdraw by. */
  expiresAt: Instant.nullable(),
  /** What holds now; a purpose without an answer is not in it. */
  standing: z.array(ConsentAnswer.extend({ decidedAt: Instant })),
  /** Decisions that came by a link which was over: read by staff, of no effect. */
  uncounted: z.int(),
  /** Every decision, the earliest first; null for those who may only see how it stands. */
  evidence: z.array(ConsentEvidence).nullable(),
})
export type ConsentRequest = z.infer<typeof ConsentRequest>

/**
 * The purposes that the school asks about, in its order; of those that need a pupil (faces) only where one is asked about.
 * @throws AppError access.denied
 */
export const consentWordings = endpoint({
  method: 'get',
  path: '/consent/wordings',
  audience: 'session',
  body: z.object({ about: z.enum(['family', 'pupil']).optional() }),
  reply: z.object({ wordings: z.array(ConsentWording) }),
})

export const consentRequests = endpoint({
  method: 'get',
  path: '/consent/requests',
  audience: 'session',
  body: z.object({ submissionId: Uuid }),
  reply: z.object({ requests: z.array(ConsentRequest) }),
})

/** A person's whole name as staff type it, in the script it is written in. */
export const FullName = TypedName.pipe(
  z
    .string()
    .min(1)
    .max(120)
    .regex(/^\P{Cc}+$/u),
)

/** Asks one guardian: mails a link in their language. @throws AppError access.denied, request.invalid, request.not-found */
export const askConsent = endpoint({
  method: 'post',
  path: '/consent/ask',
  audience: 'session',
  body: z.object({
    submissionId: Uuid.nullable(),
    customerId: CustomerId.nullable().default(null),
    maySign: z.boolean().default(false),
    subject: FullName,
    guardian: FullName,
    email: Email,
    language: Language,
    purposes: z.array(ConsentPurpose).min(1).max(30),
  }),
  reply: z.object({ request: ConsentRequest }),
})

/** Ends the link of a request at once; with `again`, mails a new one in its place. */
export const endConsentLink = endpoint({
  method: 'post',
  path: '/consent/end-link',
  audience: 'session',
  body: z.object({ id: Uuid, again: z.boolean() }),
  reply: z.object({ request: ConsentRequest }),
})
