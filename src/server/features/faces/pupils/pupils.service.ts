import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { findPupils, type Pupil } from '#server/features/pos/accounts/customer.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { FacePupil } from '#shared/faces/face-pupils.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type CustomerId, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import { forget } from '../face.service.ts'
import { faceObjections, facePictures, facePins, faceTemplates } from '../face.table.ts'
import { type FaceCtx, note } from '../face-audit.service.ts'
import { faceConsentDueAt } from '../face-consent.rules.ts'
import { consentState, faceConsents, lockPupil, type Standing } from '../face-consent.service.ts'
import { readRules } from '../face-rules.service.ts'
import type { TemplateRow } from '../face-templates.ts'

const maxPupils = 1000

/** Lists pupils with their face status; those who have left only while data of them remains. */
export async function listPupils(
  tx: Tx,
  ctx: FaceCtx,
  of: { ids?: readonly string[]; className?: string } = {},
): Promise<{ pupils: FacePupil[]; isCut: boolean }> {
  const { schoolId, nowMs } = ctx
  const found = [...(await findPupils(tx, schoolId, of)).values()]
  const { acceptedWording } = await readRules(tx, schoolId)
  const standing = await faceConsents(tx, schoolId, nowMs)
  const faces = new Map(
    (await tx.select().from(faceTemplates).where(eq(faceTemplates.schoolId, schoolId))).map((row) => [
      row.customerId,
      row,
    ]),
  )
  const pins = new Set(
    (await tx.select().from(facePins).where(eq(facePins.schoolId, schoolId)))
      .filter(({ content }) => content !== null)
      .map(({ customerId }) => customerId),
  )
  const pictures = await tx
    .select({ customerId: facePictures.customerId })
    .from(facePictures)
    .where(eq(facePictures.schoolId, schoolId))
  const pictured = new Set(pictures.map(({ customerId }) => customerId))
  const guardians = await guardiansOf(tx, schoolId, [...faces.values()])
  const shown = found.filter(({ id, active }) => active || of.ids !== undefined || faces.has(id))
  const pupils = shown.slice(0, maxPupils).map((pupil) => {
    const face = faces.get(pupil.id)
    const handedInBy = (face?.by.kind === 'link' && guardians.get(face.by.requestId)) || null
    const shownFace = face && { ...face, handedInBy, hasPicture: pictured.has(pupil.id) }
    return pupilView(pupil, standing(pupil.id), acceptedWording, shownFace, pins.has(pupil.id))
  })
  return { pupils, isCut: shown.length > maxPupils }
}

/** Returns who submitted these by link. Reads by name, since a feature must not import another's tables. */
async function guardiansOf(tx: Tx, schoolId: string, faces: readonly TemplateRow[]): Promise<Map<string, string>> {
  const ids = faces.flatMap(({ by }) => (by.kind === 'link' ? by.requestId : []))
  if (ids.length === 0) return new Map()
  const { rows } = await tx.execute<{ id: string; guardian: string }>(sql`
    select id, guardian from consent_requests where school_id = ${schoolId} and id = any(${uuidList(ids)})`)
  return new Map(rows.map(({ id, guardian }) => [id, guardian]))
}

/** Deletes a face at a staff member's request. @throws AppError request.not-found */
export async function readPupil(tx: Tx, ctx: FaceCtx, customerId: CustomerId): Promise<FacePupil> {
  const [pupil] = (await listPupils(tx, ctx, { ids: [customerId] })).pupils
  if (!pupil) throw new AppError('request.not-found', { field: 'customerId' })
  return pupil
}

const pupilView = (
  { id, admissionNo, name, className, active, birthDate }: Pupil,
  standing: Standing,
  acceptedWording: number,
  face: (TemplateRow & { handedInBy: string | null; hasPicture: boolean }) | undefined,
  hasPin: boolean,
): FacePupil => ({
  customerId: id,
  admissionNo,
  name,
  className,
  active,
  consent: consentState(standing, acceptedWording),
  face: face
    ? {
        state: face.isReady ? 'ready' : 'waiting',
        capturedAt: face.capturedAt,
        enrolledAt: face.enrolledAt,
        dueAt: faceConsentDueAt(face.capturedAt, birthDate),
        samples: face.samples,
        oneToOne: face.isOneToOne,
        handedInBy: face.handedInBy,
        hasPicture: face.hasPicture,
      }
    : null,
  hasPin,
})

/**
 * Records a pupil's objection or its end: an objection deletes at once. Repeating it changes nothing. @throws AppError
 * request.not-found
 */
export async function recordObjection(
  tx: Tx,
  ctx: FaceCtx,
  { customerId, objects }: { customerId: CustomerId; objects: boolean },
  by: UserId | null,
): Promise<void> {
  const { schoolId, nowMs, random } = ctx
  await readPupil(tx, ctx, customerId)
  await lockPupil(tx, schoolId, customerId)
  const [last] = await tx
    .select()
    .from(faceObjections)
    .where(and(eq(faceObjections.schoolId, schoolId), eq(faceObjections.customerId, customerId)))
    .orderBy(desc(faceObjections.at), desc(faceObjections.id))
    .limit(1)
  if ((last?.objects ?? false) === objects) return
  // Their order counts: never at one moment.
  const at = toInstant(Math.max(nowMs, last ? fromInstant(last.at) + 1 : 0))
  await tx.insert(faceObjections).values({ schoolId, id: uuidv7(nowMs, random), customerId, objects, at, by })
  await note(tx, ctx, { action: objects ? 'pupil-said-no' : 'pupil-took-back-no', customerId, by })
  if (objects) await forget(tx, ctx, customerId, 'pupil-no', by)
}

/** Deletes a face at a staff member's request. @throws AppError request.not-found */
export async function forgetByStaff(tx: Tx, ctx: FaceCtx, customerId: CustomerId, by: UserId): Promise<void> {
  await readPupil(tx, ctx, customerId)
  await lockPupil(tx, ctx.schoolId, customerId)
  await forget(tx, ctx, customerId, 'staff', by)
}

/** Locks those of these pupils with a face, one by one in a fixed order. */
export async function lockFaces(tx: Tx, schoolId: string, ids: readonly CustomerId[]): Promise<CustomerId[]> {
  if (ids.length === 0) return []
  for (const id of [...new Set(ids)].sort()) await lockPupil(tx, schoolId, id)
  const rows = await tx
    .select({ customerId: faceTemplates.customerId })
    .from(faceTemplates)
    .where(and(eq(faceTemplates.schoolId, schoolId), inArray(faceTemplates.customerId, [...ids])))
  return rows.map(({ customerId }) => customerId)
}
