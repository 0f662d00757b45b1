// chunk: device-calls
import { z } from 'zod'
import { CustomerId, Instant, SaleId, UserId, Uuid } from '#shared/kernel/fields.ts'
import { PublicKeyJwk } from '#shared/sync/device.contract.ts'

/*
 * What a device says about faces. A template leaves the browser that made it only sealed to the school's public key
 * (kernel/seal.ts): the device itself cannot read it again, and the server's log keeps everything but that part.
 */

/** `one`: who it is was said before · `few`: one of this sitting's list · `school` · `group`: before one camera. */
export const FaceMode = z.enum(['one', 'few', 'school', 'group'])
export type FaceMode = z.infer<typeof FaceMode>

export const FaceOutcome = z.enum(['accepted', 'unsure', 'refused'])
export type FaceOutcome = z.infer<typeof FaceOutcome>

/** How a template was made (rules/face-template.rules.ts); two pipelines are never compared. */
export const FacePipelineId = z.string().min(1).max(80)

/** Base64 of what only the server can open. */
export const SealedText = z
  .string()
  .max(8192)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/)

/** The same of one small picture. */
export const SealedPicture = z
  .string()
  .max(32_768)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/)

/** Who took the pictures: a person of the staff, or a guardian by the link under which they decided. */
export const FaceBy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('staff'), userId: UserId }),
  z.object({ kind: z.literal('link'), requestId: Uuid }),
])
export type FaceBy = z.infer<typeof FaceBy>

/** `camera`: several pictures of one moment, of somebody who was there · `portraits`: pictures that the school has had made. */
export const FaceSource = z.enum(['camera', 'portraits'])
export type FaceSource = z.infer<typeof FaceSource>

/** What a browser that is no paired device needs to register one pupil's face by a guardian's link. */
export const FaceByLink = z.object({
  /** The school's code, which a seal is bound to. */
  school: z.string(),
  customerId: CustomerId,
  sealKey: PublicKeyJwk,
  pipeline: FacePipelineId,
  /** When the face that is there now was received; null while there is none. */
  registeredAt: Instant.nullable().default(null),
})
export type FaceByLink = z.infer<typeof FaceByLink>

/**
 * Why a link that asks about faces registers none now: this guardian may not sign · nobody has decided, or only on a wording
 * that counts no more · somebody has said no, no matter who it was · the pupil has left or is too young · the school uses no faces.
 */
export const FaceLinkClosed = z.enum(['not-signing', 'undecided', 'refused', 'not-allowed', 'off'])
export type FaceLinkClosed = z.infer<typeof FaceLinkClosed>

/** The body of `face.enrol`; its id is the operation's. Sealed: the templates one after the other, 128 floats each. */
export const FaceEnrol = z.object({
  id: Uuid,
  customerId: CustomerId,
  pipeline: FacePipelineId,
  sealed: SealedText,
  /** One small JPEG, where the school has decided to keep pictures; absent from a device that does not know of it. */
  picture: SealedPicture.optional(),
  /** Before a camera three at least; of a portrait even one. */
  count: z.int().min(1).max(5),
  source: FaceSource,
  capturedAt: Instant,
  by: FaceBy,
})
export type FaceEnrol = z.infer<typeof FaceEnrol>

/** Staff said who it is, whatever the camera saw. */
export const FaceOverride = z.object({ by: UserId, reason: z.string().trim().min(1).max(200) })
export type FaceOverride = z.infer<typeof FaceOverride>

/** The body of `face.decide`: what a device made of a face. The server matches again, by the same function. */
export const FaceDecide = z.object({
  id: Uuid,
  /** Whom it was taken for; null for nobody. */
  customerId: CustomerId.nullable(),
  mode: FaceMode,
  outcome: FaceOutcome,
  /** Frames that agreed. */
  frames: z.int().min(0).max(100),
  /** Whether the asked head turn was seen. */
  alive: z.boolean(),
  saleId: SaleId.nullable(),
  override: FaceOverride.nullable(),
  pipeline: FacePipelineId,
  /** The version of the faces it was matched with, and when that device last heard from the server about them. */
  galleryVersion: z.int().min(0),
  galleryAt: Instant,
  /** The mean descriptor of the agreeing frames; null where there was none. */
  sealed: SealedText.nullable(),
  decidedAt: Instant,
})
export type FaceDecide = z.infer<typeof FaceDecide>

/** The body of `face.attend`: a list taken before a camera and corrected by hand. */
export const FaceAttend = z.object({
  id: Uuid,
  kind: z.enum(['attendance', 'meal']),
  /** A class, a trip: what the list is of. */
  list: z.string().trim().min(1).max(120),
  entries: z
    .array(z.object({ customerId: CustomerId, by: z.enum(['face', 'hand']) }))
    .min(1)
    .max(500),
  at: Instant,
  by: UserId,
})
export type FaceAttend = z.infer<typeof FaceAttend>
