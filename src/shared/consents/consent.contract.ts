// chunk: form-calls
import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { DeviceId, Instant, Int4, Language, Uuid } from '#shared/kernel/fields.ts'
import { LinkToken } from '#shared/kernel/link.ts'
import { FaceByLink, FaceLinkClosed } from '#shared/recognition/face.contract.ts'
import { isReadableName, maxSignatureNumbers, signatureBox } from './consent.rules.ts'

/*
 * Consent: a school asks a guardian by a mailed link, one decision for each purpose. What was decided stays as it was
 * written; anyone who changes their mind decides again, and the later decision holds.
 */

/** What something is allowed for: `photos`, `trips` … Stable for ever, since decisions are kept under it. */
export const ConsentPurpose = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/)

/** One wording in both languages; its version stands for it for ever. */
export const ConsentWording = z.object({
  purpose: ConsentPurpose,
  version: Int4.min(1),
  title: Bilingual,
  wording: Bilingual,
  /** What happens without it: never a lost place. */
  otherwise: Bilingual,
})
export type ConsentWording = z.infer<typeof ConsentWording>

/** The answer to one purpose, with the version of the wording that was shown. */
export const ConsentAnswer = z.object({
  purpose: ConsentPurpose,
  version: Int4.min(1),
  agrees: z.boolean(),
})
export type ConsentAnswer = z.infer<typeof ConsentAnswer>

/** Points one after the other, x and y in turn. */
const Stroke = z
  .array(z.int().min(0).max(signatureBox.width))
  .min(4)
  .max(maxSignatureNumbers)
  .refine((numbers) => numbers.length % 2 === 0)

/** What is signed has to read as what it is: no characters that show nothing or turn others round. */
const SignedName = z
  .string()
  .trim()
  .min(2)
  .max(120)
  .refine((name) => isReadableName(name))

export const Signature = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('typed'), name: SignedName }),
  z.object({
    kind: z.literal('drawn'),
    strokes: z
      .array(Stroke)
      .min(1)
      .max(100)
      .refine((strokes) => strokes.reduce((sum, { length }) => sum + length, 0) <= maxSignatureNumbers),
  }),
])
export type Signature = z.infer<typeof Signature>

/**
 * The body of `consent.decide`. It carries no token: the browser that opened the link may decide, and signs what it sends.
 * The operation's id was minted when the page was opened, so the same decision cannot count twice.
 */
export const ConsentDecision = z.object({
  requestId: Uuid,
  language: Language,
  answers: z.array(ConsentAnswer).min(1).max(30),
  /** Anyone who agrees to anything signs; withdrawing and refusing need no signature. */
  signature: Signature.nullable(),
  decidedAt: Instant,
})
export type ConsentDecision = z.infer<typeof ConsentDecision>

/** One time that somebody decided, as it is told. */
export const ConsentAct = z.object({
  id: Uuid,
  language: Language,
  decidedAt: Instant,
  receivedAt: Instant,
  signedBy: z.enum(['typed', 'drawn']).nullable(),
  answers: z.array(ConsentAnswer),
})
export type ConsentAct = z.infer<typeof ConsentAct>

/** What the link of a guardian shows. */
export const ConsentPage = z.object({
  requestId: Uuid,
  /** Whom it is about, and who is asked. */
  subject: z.string(),
  guardian: z.string(),
  wordings: z.array(ConsentWording),
  /** Decided so far by this guardian, the earliest first. */
  acts: z.array(ConsentAct),
  /** With it this guardian may have the pupil's face registered here; null while consent to that does not hold. */
  face: FaceByLink.nullable().default(null),
  /** Why it is null; null also where the link does not ask about faces. */
  faceClosed: FaceLinkClosed.nullable().default(null),
  /** What this guardian's word has deleted last; null where it has deleted nothing. */
  faceDeleted: z
    .object({
      at: Instant,
      /** No device has a copy any more, so that the certificate can be had. */
      isGone: z.boolean(),
    })
    .nullable()
    .default(null),
})
export type ConsentPage = z.infer<typeof ConsentPage>

/**
 * Opens a link for the browser that will decide. Wrong, too old, ended or of another school: `link.over`, whichever it is.
 * @throws AppError link.over, request.too-many
 */
export const openConsent = endpoint({
  method: 'post',
  path: '/public/consent/open',
  audience: 'open',
  body: z.object({ token: LinkToken, senderId: DeviceId, language: Language }),
  reply: z.object({ consent: ConsentPage }),
})
