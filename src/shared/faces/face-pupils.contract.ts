import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { CustomerId, Instant, Uuid } from '#shared/kernel/fields.ts'

/** How a pupil stands to being recognised: what guardians and the pupil said, in one word. */
export const FaceConsent = z.enum(['not-asked', 'waiting', 'agreed', 'refused', 'pupil-said-no'])
export type FaceConsent = z.infer<typeof FaceConsent>

/** A pupil as those see them who register faces. No template and no distance is in it. */
export const FacePupil = z.object({
  customerId: CustomerId,
  admissionNo: z.string(),
  name: Bilingual,
  className: z.string(),
  active: z.boolean(),
  consent: FaceConsent,
  /** `waiting`: somebody must first say that it is not another pupil's face. */
  face: z
    .object({
      state: z.enum(['ready', 'waiting']),
      capturedAt: Instant,
      enrolledAt: Instant,
      dueAt: Instant,
      samples: z.int(),
      oneToOne: z.boolean(),
      /** The guardian who handed it in by their link; null where staff registered it. */
      handedInBy: z.string().nullable(),
      /** Kept only where the school decided so. */
      hasPicture: z.boolean().default(false),
    })
    .nullable(),
  hasPin: z.boolean(),
})
export type FacePupil = z.infer<typeof FacePupil>

/** @throws AppError access.denied */
export const facePupils = endpoint({
  method: 'get',
  path: '/faces/pupils',
  audience: 'session',
  body: z.object({ className: z.string().max(60).optional() }),
  reply: z.object({ pupils: z.array(FacePupil), isCut: z.boolean() }),
})

/** The picture that was kept with a pupil's face, as base64 of a JPEG. @throws AppError access.denied, face.no-key */
export const facePicture = endpoint({
  method: 'get',
  path: '/faces/picture',
  audience: 'session',
  body: z.object({ customerId: CustomerId }),
  reply: z.object({ picture: z.string().nullable() }),
})

/** The pupil's own no outranks everybody's yes; it deletes at once. They may change their mind. */
export const pupilObjects = endpoint({
  method: 'post',
  path: '/faces/objection',
  audience: 'session',
  body: z.object({ customerId: CustomerId, objects: z.boolean() }),
  reply: z.object({ pupil: FacePupil }),
})

/** Deletes a pupil's face at once, on the server now and on devices at their next contact. @throws AppError access.denied, request.not-found */
export const forgetFace = endpoint({
  method: 'post',
  path: '/faces/forget',
  audience: 'session',
  body: z.object({ customerId: CustomerId }),
  reply: z.object({ pupil: FacePupil }),
})

const NamedPupil = FacePupil.pick({ customerId: true, admissionNo: true, name: true, className: true })

/**
 * Two faces that are too near one another. `same`: perhaps one person under two names, so the newer one waits until staff
 * decide · `alike`: sisters, brothers, twins; such two are only ever confirmed after they said who they are.
 */
export const FaceSuspicion = z.object({
  id: Uuid,
  likeness: z.enum(['same', 'alike']),
  /** Whose face was registered later. */
  pupil: NamedPupil,
  other: NamedPupil,
  foundAt: Instant,
  decision: z.object({ is: z.enum(['different', 'mistaken']), at: Instant, by: Bilingual }).nullable(),
})
export type FaceSuspicion = z.infer<typeof FaceSuspicion>

/** Those that wait for somebody first. @throws AppError access.denied */
export const faceSuspicions = endpoint({
  method: 'get',
  path: '/faces/suspicions',
  audience: 'session',
  body: Nothing,
  reply: z.object({ suspicions: z.array(FaceSuspicion) }),
})

/** `different`: two people, both stay · `mistaken`: the later pictures are deleted. @throws AppError access.denied, request.not-found, face.decided */
export const decideSuspicion = endpoint({
  method: 'post',
  path: '/faces/suspicions/decide',
  audience: 'session',
  body: z.object({ id: Uuid, is: z.enum(['different', 'mistaken']) }),
  reply: z.object({ suspicion: FaceSuspicion }),
})

/** Sets a pupil's four digits for paying without a card, or takes them away. Nobody can read them again. */
export const setCustomerPin = endpoint({
  method: 'post',
  path: '/faces/pin',
  audience: 'session',
  body: z.object({
    customerId: CustomerId,
    pin: z
      .string()
      .regex(/^\d{4}$/)
      .nullable(),
  }),
  reply: z.object({ pupil: FacePupil }),
})
