// chunk: till-calls
import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, Instant, Int4, Minor, Uuid } from '#shared/kernel/fields.ts'
import { FaceBands, FaceDeviceSettings } from '#shared/recognition/face-gallery.contract.ts'

const Written = z.string().trim().min(1).max(4000)

/**
 * What a school says before it uses faces: its impact assessment, question by question. The members are the questions;
 * the words stand in `faces.json`. Exported as it is.
 */
export const FaceAssessmentAnswers = z.object({
  /** What faces are used for, and for nothing else. */
  purpose: Written,
  /** Why what exists already (card, number) is not enough. */
  necessity: Written,
  /** The way without a face, and why it is as fast. */
  alternative: Written,
  /** The law of the country that allows it, and whose permission was asked. */
  legalBasis: Written,
  country: z.string().regex(/^[A-Z]{2}$/),
  /** From which age on pupils are asked at all. */
  youngestAge: z.int().min(6).max(18),
  parentsConsulted: z.boolean(),
  pupilsConsulted: z.boolean(),
  officerConsulted: z.boolean(),
  risks: Written,
  measures: Written,
  /** Who in the school answers for it. */
  responsible: z.string().trim().min(2).max(120),
  reviewOn: Day,
})
export type FaceAssessmentAnswers = z.infer<typeof FaceAssessmentAnswers>

export const FaceAssessment = z.object({
  id: Uuid,
  answers: FaceAssessmentAnswers,
  recordedAt: Instant,
  recordedBy: Bilingual,
})
export type FaceAssessment = z.infer<typeof FaceAssessment>

/** What a school decides about faces. Distances and templates are in none of it. */
export const FaceSettings = FaceDeviceSettings.pick({
  on: true,
  bands: true,
  capMinor: true,
  galleryHours: true,
  fallbackDays: true,
  chooseByName: true,
  keepsPictures: true,
  rotationEpoch: true,
  pipeline: true,
}).extend({
  /** `missing`: the server was started without its key · `other`: with another one than before, so nothing can be opened. */
  key: z.enum(['ready', 'missing', 'other']),
  assessment: FaceAssessment.nullable(),
  /** Consent to an earlier wording than this does not hold. */
  acceptedWording: z.int().min(1),
  /** Whose face is registered, and who has agreed. */
  people: z.int(),
  agreed: z.int(),
})
export type FaceSettings = z.infer<typeof FaceSettings>

/** @throws AppError access.denied */
export const faceSettings = endpoint({
  method: 'get',
  path: '/faces/settings',
  audience: 'session',
  body: Nothing,
  reply: z.object({ settings: FaceSettings }),
})

/** @throws AppError access.denied, request.invalid where a band asks further out than it accepts */
export const changeFaceSettings = endpoint({
  method: 'post',
  path: '/faces/settings/change',
  audience: 'session',
  body: z
    .object({
      bands: FaceBands,
      capMinor: Minor.refine((amount) => amount >= 0),
      galleryHours: FaceDeviceSettings.shape.galleryHours,
      fallbackDays: FaceDeviceSettings.shape.fallbackDays,
      chooseByName: z.boolean(),
      /** Switched off, every picture that is kept is deleted. */
      keepsPictures: z.boolean(),
      acceptedWording: Int4.min(1),
    })
    .partial(),
  reply: z.object({ settings: FaceSettings }),
})

/** Off at any time; on only after an assessment. Off takes every face from every device. @throws AppError access.denied, face.not-assessed, face.no-key */
export const switchFaces = endpoint({
  method: 'post',
  path: '/faces/switch',
  audience: 'session',
  body: z.object({ on: z.boolean() }),
  reply: z.object({ settings: FaceSettings }),
})

/** Why a school wants another rotation: a tablet is gone · something may have leaked · now and then, to be on the safe side. */
export const RotationReason = z.enum(['device-lost', 'leak', 'precaution'])
export type RotationReason = z.infer<typeof RotationReason>

/**
 * Turns every stored face by another secret rotation, all of them or none. What leaked before fits nothing any more; devices
 * get their faces again at their next contact. @throws AppError access.denied, face.no-key
 */
export const changeFaceRotation = endpoint({
  method: 'post',
  path: '/faces/rotation/change',
  audience: 'session',
  body: z.object({ why: RotationReason }),
  reply: z.object({ settings: FaceSettings }),
})

export const recordAssessment = endpoint({
  method: 'post',
  path: '/faces/assessment',
  audience: 'session',
  body: z.object({ answers: FaceAssessmentAnswers.extend({ reviewOn: DayInput }) }),
  reply: z.object({ assessment: FaceAssessment }),
})

/** All that were recorded, the newest first: for export and for the person who asks the school. */
export const faceAssessments = endpoint({
  method: 'get',
  path: '/faces/assessments',
  audience: 'session',
  body: Nothing,
  reply: z.object({ assessments: z.array(FaceAssessment) }),
})
