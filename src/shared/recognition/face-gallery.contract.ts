// chunk: till-calls
import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { CustomerId, DeviceId, Instant, Minor, Uuid } from '#shared/kernel/fields.ts'
import { PublicKeyJwk } from '#shared/sync/device.contract.ts'
import { FacePipelineId } from './face.contract.ts'

/** How near a face must be, for one way of searching (rules/face-bands.rules.ts). */
export const FaceBand = z.object({
  accept: z.number().min(0).max(2),
  ask: z.number().min(0).max(2),
  margin: z.number().min(0).max(2),
  mostPeople: z.int().min(0).max(100_000),
})
export const FaceBands = z.object({ one: FaceBand, few: FaceBand, school: FaceBand, group: FaceBand })
export type FaceBands = z.infer<typeof FaceBands>

/** What a device must know to recognise faces alone. Whole with every answer. */
export const FaceDeviceSettings = z.object({
  on: z.boolean(),
  bands: FaceBands,
  /** The most that one sale may take from an account when nothing but a face says whose it is. */
  capMinor: Minor,
  /** Without contact for longer, the device forgets its faces. */
  galleryHours: z
    .int()
    .min(1)
    .max(24 * 14),
  /** Days of school for which card and PIN go on without contact. */
  fallbackDays: z.int().min(1).max(60),
  /** Where its days begin. */
  timeZone: z.string(),
  /** Days without school, 0 for Sunday. */
  weekend: z.array(z.int().min(0).max(6)).max(6),
  /** Days without school besides the weekend; absent from an older server. */
  holidays: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
  /** Whether a pupil may be chosen from the class list. */
  chooseByName: z.boolean(),
  /** Whether one small picture goes with a face that is registered here; absent from an older server. */
  keepsPictures: z.boolean().optional(),
  /** What templates are sealed to; null while faces are off. */
  sealKey: PublicKeyJwk.nullable(),
  /** Base64 of the 32 bytes that the rotation is made from, by which a probe is turned before it is compared; null while off. */
  rotation: z.string().max(64).nullable(),
  rotationEpoch: z.int(),
  pipeline: FacePipelineId,
})
export type FaceDeviceSettings = z.infer<typeof FaceDeviceSettings>

/** The faces of one pupil, turned by the school's rotation. */
export const GalleryPerson = z.object({
  customerId: CustomerId,
  pipeline: FacePipelineId,
  enrolledAt: Instant,
  /** Better renewed from this day on. */
  dueAt: Instant,
  /** Somebody else looks too much like this pupil: only ever confirmed after they said who they are. */
  oneToOne: z.boolean(),
  /** Base64 of 128 floats each, little-endian. */
  templates: z.array(z.string().max(1024)).min(1).max(5),
  /** By which rotation they were turned: with a probe turned by another one they are never compared. */
  rotationEpoch: z.int(),
})
export type GalleryPerson = z.infer<typeof GalleryPerson>

/** What checks a pupil's PIN on a device: PBKDF2 with SHA-256, hex. */
export const PinVerifier = z.object({
  customerId: CustomerId,
  salt: z.string().max(64),
  iterations: z.int().min(1),
  /** Null when the PIN was taken away. */
  verifier: z.string().max(128).nullable(),
})
export type PinVerifier = z.infer<typeof PinVerifier>

/** Who is in it and who may be: short, so that it comes whole and nobody who left can be overlooked. */
export const GalleryLists = z.object({
  hash: z.string().max(64),
  /** All whose faces this device may hold; those of everybody else are deleted. */
  present: z.array(CustomerId),
  /** All whose face may be registered now, whether or not it is. */
  mayEnrol: z.array(CustomerId),
})
export type GalleryLists = z.infer<typeof GalleryLists>

const GalleryCursor = z.tuple([z.int(), Uuid])
export const GalleryCursors = z.object({ people: GalleryCursor.optional(), pins: GalleryCursor.optional() })
export type GalleryCursors = z.infer<typeof GalleryCursors>

/**
 * What changed of the faces and PINs that this device may hold. `held` says what it holds now: by it staff see what is
 * where, and a deletion counts as done on this device.
 */
export const pullGallery = endpoint({
  method: 'post',
  path: '/faces/gallery',
  audience: 'device',
  body: z.object({
    deviceId: DeviceId,
    installEpoch: Uuid,
    cursors: GalleryCursors,
    held: z.object({ version: z.int().min(0), count: z.int().min(0), lists: z.string().max(64).nullable() }),
  }),
  reply: z.object({
    serverTime: Instant,
    settings: FaceDeviceSettings,
    people: z.array(GalleryPerson),
    /** With the last page, unless `held.lists` names these very ones. */
    lists: GalleryLists.nullable(),
    pins: z.array(PinVerifier),
    cursors: GalleryCursors,
    more: z.boolean(),
    serverVersion: z.int(),
  }),
})
export type GalleryPage = z.infer<typeof pullGallery.reply>
