import type { z } from 'zod'
import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import { askConsent } from '#shared/consents/consent-request.contract.ts'
import {
  decideSuspicion,
  facePicture,
  facePupils,
  faceSuspicions,
  forgetFace,
  pupilObjects,
  setCustomerPin,
} from '#shared/faces/face-pupils.contract.ts'
import {
  decideCharge,
  faceAudit,
  faceCalibration,
  faceCertificate,
  faceDevices,
  faceForgotten,
  heldCharges,
} from '#shared/faces/face-report.contract.ts'
import {
  changeFaceRotation,
  changeFaceSettings,
  type FaceAssessmentAnswers,
  faceAssessments,
  faceSettings,
  type RotationReason,
  recordAssessment,
  switchFaces,
} from '#shared/faces/face-settings.contract.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'

export const listPupils = (className?: string) => ask(facePupils, className === undefined ? {} : { className })
export const readPicture = async (customerId: CustomerId) => (await ask(facePicture, { customerId })).picture
export const forget = (customerId: CustomerId) => ask(forgetFace, { customerId })
export const recordObjection = (customerId: CustomerId, objects: boolean) => ask(pupilObjects, { customerId, objects })
export const setPin = (customerId: CustomerId, pin: string | null) => ask(setCustomerPin, { customerId, pin })

export const askGuardian = (input: z.input<typeof askConsent.body>) => ask(askConsent, input)

export const listSuspicions = async () => (await ask(faceSuspicions, {})).suspicions
export const decideOnSuspicion = (id: string, is: 'different' | 'mistaken') => ask(decideSuspicion, { id, is })
export const listCharges = async () => (await ask(heldCharges, {})).charges
export const decideOnCharge = (tenderId: string, pays: boolean) => ask(decideCharge, { tenderId, pays })

export const listHolders = async () => (await ask(faceDevices, {})).devices
export const listForgotten = async (customerId?: CustomerId) =>
  (await ask(faceForgotten, customerId ? { customerId } : {})).forgotten
/** Saves the certificate of a deletion as a letter. @throws AppError letter.incomplete, letter.not-made, letter.differs */
export const saveCertificate = async (id: string): Promise<void> => saveFile(await ask(faceCertificate, { id }))
export const listRecord = (customerId?: CustomerId, before?: string) =>
  ask(faceAudit, { ...(customerId && { customerId }), ...(before && { before }) })
export const readCalibration = async () => (await ask(faceCalibration, {})).calibration

export const readSettings = async () => (await ask(faceSettings, {})).settings
export const changeSettings = async (changes: z.input<typeof changeFaceSettings.body>) =>
  (await ask(changeFaceSettings, changes)).settings
export const changeRotation = async (why: RotationReason) => (await ask(changeFaceRotation, { why })).settings
export const switchOn = async (on: boolean) => (await ask(switchFaces, { on })).settings
export const listAssessments = async () => (await ask(faceAssessments, {})).assessments
export const record = async (answers: FaceAssessmentAnswers) => (await ask(recordAssessment, { answers })).assessment
