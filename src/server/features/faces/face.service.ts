import { and, eq, or } from 'drizzle-orm'
import type { CountedAnswers } from '#server/features/consents/consent-effect.service.ts'
import { assignVersions } from '#server/features/pos/snapshot/version.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { noteForJournal } from '#server/kernel/journal.ts'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import type { ForgetReason } from '#shared/faces/face-report.contract.ts'
import { type CustomerId, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { fromInstant, hourMs, toInstant } from '#shared/kernel/time.ts'
import { faceSuspicions, faceTemplates } from './face.table.ts'
import { type FaceCtx, note } from './face-audit.service.ts'
import { faceConsents, isAllowed, lockPupil } from './face-consent.service.ts'
import { faceDeliveries, faceDevices, faceForgotten, faceForgottenDevices } from './face-record.table.ts'
import { readRules } from './face-rules.service.ts'
import { reassessSuspicion } from './suspicions/suspicions.ts'

/** Deletes a pupil's face in the same step when a guardian's decision ends consent. */
export async function consentDecided(tx: Tx, { customerId, answers, mail, ...at }: CountedAnswers): Promise<void> {
  if (!customerId || !answers.some(({ purpose }) => purpose === facesPurpose)) return
  const ctx = { ...at, keyRing: mail.deps.keyRing }
  await lockPupil(tx, ctx.schoolId, customerId)
  const { acceptedWording } = await readRules(tx, ctx.schoolId)
  const standing = (await faceConsents(tx, ctx.schoolId, ctx.nowMs, [customerId]))(customerId)
  if (!isAllowed(standing, acceptedWording)) await forget(tx, ctx, customerId, 'withdrawn')
}

/**
 * Deletes a pupil's face immediately; devices that received it follow at their next sync. The pupil must be locked. Does nothing
 * without a face. @returns whether there was one
 */
export async function forget(
  tx: Tx,
  ctx: FaceCtx,
  customerId: CustomerId,
  reason: ForgetReason,
  by: UserId | null = null,
): Promise<boolean> {
  const { schoolId, nowMs, random } = ctx
  const gone = await tx
    .delete(faceTemplates)
    .where(and(eq(faceTemplates.schoolId, schoolId), eq(faceTemplates.customerId, customerId)))
    .returning({ id: faceTemplates.id })
  if (gone.length === 0) return false
  const freed = await endSuspicions(tx, schoolId, customerId)
  const devices = await holdersOf(tx, ctx, customerId)
  await note(tx, ctx, { action: 'deleted', customerId, by, detail: { reason, devices: devices.length } })
  const id = uuidv7(nowMs, random)
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  const at = toInstant(nowMs)
  await tx.insert(faceForgotten).values({ schoolId, id, customerId, reason, at, version })
  noteForJournal(tx, { schoolId, id, at, what: 'face-deleted', about: customerId, code: reason })
  if (devices.length > 0) {
    await tx.insert(faceForgottenDevices).values(devices.map((device) => ({ schoolId, forgottenId: id, ...device })))
  }
  await reassessSuspicion(tx, schoolId, freed, version)
  return true
}

/** Returns the devices that received it, recorded in its certificate. */
async function holdersOf(tx: Tx, { schoolId, nowMs }: FaceCtx, customerId: CustomerId) {
  const { galleryHours } = await readRules(tx, schoolId)
  const held = await tx
    .delete(faceDeliveries)
    .where(and(eq(faceDeliveries.schoolId, schoolId), eq(faceDeliveries.customerId, customerId)))
    .returning({ deviceId: faceDeliveries.deviceId })
  if (held.length === 0) return []
  const heard = await tx
    .select({ deviceId: faceDevices.deviceId, heardAt: faceDevices.heardAt })
    .from(faceDevices)
    .where(eq(faceDevices.schoolId, schoolId))
  const heardMs = new Map(heard.map(({ deviceId, heardAt }) => [deviceId, fromInstant(heardAt)]))
  return held.map(({ deviceId }) => ({
    deviceId,
    expiresAt: toInstant((heardMs.get(deviceId) ?? nowMs) + galleryHours * hourMs),
  }))
}

/** Ends suspicions of either pupil. @returns the other pupils of those pairs */
async function endSuspicions(tx: Tx, schoolId: string, customerId: CustomerId): Promise<CustomerId[]> {
  const ended = await tx
    .delete(faceSuspicions)
    .where(
      and(
        eq(faceSuspicions.schoolId, schoolId),
        or(eq(faceSuspicions.customerId, customerId), eq(faceSuspicions.otherId, customerId)),
      ),
    )
    .returning({ customerId: faceSuspicions.customerId, otherId: faceSuspicions.otherId })
  return ended.map((pair) => (pair.customerId === customerId ? pair.otherId : pair.customerId))
}
