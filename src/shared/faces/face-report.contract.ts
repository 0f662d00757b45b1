import { z } from 'zod'
import { Bilingual, endpoint, FileReply, Nothing } from '#shared/kernel/endpoint.ts'
import { CustomerId, DeviceId, Instant, Minor, SaleId, Uuid } from '#shared/kernel/fields.ts'
import { FaceMode } from '#shared/recognition/face.contract.ts'
import { Till } from '#shared/sync/device.contract.ts'

/** Which version of the faces a device said it holds, and when its own word runs out. */
export const FaceDevice = z.object({
  deviceId: DeviceId,
  till: Till,
  version: z.int(),
  /** How many people's faces. */
  count: z.int(),
  heardAt: Instant,
  /** From then on it has deleted them by itself, contact or none. */
  expiresAt: Instant,
  isCurrent: z.boolean(),
})
export type FaceDevice = z.infer<typeof FaceDevice>

export const faceDevices = endpoint({
  method: 'get',
  path: '/faces/devices',
  audience: 'session',
  body: Nothing,
  reply: z.object({ devices: z.array(FaceDevice) }),
})

export const ForgetReason = z.enum(['withdrawn', 'pupil-no', 'left', 'unused', 'expired', 'mistaken', 'staff'])
export type ForgetReason = z.infer<typeof ForgetReason>

/** The certificate of a deletion: when the server did it, and each device that had held the face. */
export const FaceForgotten = z.object({
  id: Uuid,
  customerId: CustomerId,
  name: Bilingual,
  reason: ForgetReason,
  at: Instant,
  devices: z.array(
    z.object({
      deviceId: DeviceId,
      till: Till.nullable(),
      /** Null while it has not been heard since. */
      doneAt: Instant.nullable(),
      /** By then it has deleted the face by itself, contact or none. */
      expiresAt: Instant,
    }),
  ),
  /** When the last of them had; null while one is left. */
  completeAt: Instant.nullable(),
})
export type FaceForgotten = z.infer<typeof FaceForgotten>

export const faceForgotten = endpoint({
  method: 'get',
  path: '/faces/forgotten',
  audience: 'session',
  body: z.object({ customerId: CustomerId.optional() }),
  reply: z.object({ forgotten: z.array(FaceForgotten) }),
})

/**
 * The certificate of a deletion as a letter of the school, which anybody can verify: issued when it is first asked for, and the
 * same one from then on. @throws AppError access.denied, request.not-found; letter.incomplete while a device may still have a copy;
 * letter.not-made, letter.differs
 */
export const faceCertificate = endpoint({
  method: 'post',
  path: '/faces/certificate',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: FileReply,
  isFile: true,
})

/** One line of the record. Never a distance, never a template. */
export const FaceAuditEntry = z.object({
  id: Uuid,
  at: Instant,
  action: z.string(),
  /** Null for what no single pupil is meant by. */
  pupil: z.object({ customerId: CustomerId, name: Bilingual }).nullable(),
  /** Null where nobody of the staff did it. */
  by: Bilingual.nullable(),
  deviceId: DeviceId.nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type FaceAuditEntry = z.infer<typeof FaceAuditEntry>

export const faceAudit = endpoint({
  method: 'get',
  path: '/faces/audit',
  audience: 'session',
  body: z.object({ customerId: CustomerId.optional(), before: Uuid.optional() }),
  reply: z.object({ entries: z.array(FaceAuditEntry), next: Uuid.nullable() }),
})

/**
 * How near people of this school come to themselves and to one another, as counts. The only place where distances leave the
 * server; null while it would rest on too few people to say anything, and to hide anybody.
 */
export const FaceCalibration = z.object({
  people: z.int(),
  leastPeople: z.int(),
  figures: z
    .object({
      /** Width of a step of the histograms; the first begins at 0. */
      step: z.number(),
      genuine: z.array(z.int()),
      impostor: z.array(z.int()),
      genuinePairs: z.int(),
      impostorPairs: z.int(),
      bands: z.array(
        z.object({
          mode: FaceMode,
          accept: z.number(),
          /** Share of pairs of different people that this band would accept. */
          falseAccept: z.number(),
          /** Share of pairs of one person that it would not. */
          falseReject: z.number(),
        }),
      ),
    })
    .nullable(),
})
export type FaceCalibration = z.infer<typeof FaceCalibration>

export const faceCalibration = endpoint({
  method: 'get',
  path: '/faces/calibration',
  audience: 'session',
  body: Nothing,
  reply: z.object({ calibration: FaceCalibration }),
})

/** What a face alone would have taken from an account and was not allowed to: staff say whether the account pays. */
export const HeldCharge = z.object({
  tenderId: Uuid,
  saleId: SaleId,
  receiptNo: z.string(),
  soldAt: Instant,
  pupil: z.object({ customerId: CustomerId, name: Bilingual, className: z.string() }),
  amount: Minor,
  /** Flags of the sale that say why. */
  why: z.array(z.string()),
  decision: z.object({ pays: z.boolean(), at: Instant, by: Bilingual }).nullable(),
})
export type HeldCharge = z.infer<typeof HeldCharge>

export const heldCharges = endpoint({
  method: 'get',
  path: '/faces/charges',
  audience: 'session',
  body: Nothing,
  reply: z.object({ charges: z.array(HeldCharge) }),
})

/** @throws AppError access.denied, request.not-found, face.decided */
export const decideCharge = endpoint({
  method: 'post',
  path: '/faces/charges/decide',
  audience: 'session',
  body: z.object({ tenderId: Uuid, pays: z.boolean() }),
  reply: z.object({ charge: HeldCharge }),
})
