import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import { findPupils } from '#server/features/pos/accounts/customer.service.ts'
import { tillsOfDevices } from '#server/features/sync/devices/device.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FaceDevice, FaceForgotten } from '#shared/faces/face-report.contract.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { fromInstant, hourMs, toInstant } from '#shared/kernel/time.ts'
import { faceTemplates } from '../face.table.ts'
import { faceDevices, faceForgotten, faceForgottenDevices } from '../face-record.table.ts'
import { readRules } from '../face-rules.service.ts'

/** Lists devices with the version each reported, the last seen first. */
export async function listFaceDevices(tx: Tx, schoolId: string): Promise<FaceDevice[]> {
  const rows = await tx
    .select()
    .from(faceDevices)
    .where(eq(faceDevices.schoolId, schoolId))
    .orderBy(desc(faceDevices.heardAt), desc(faceDevices.deviceId))
  const { galleryHours } = await readRules(tx, schoolId)
  const tills = await tillsOfDevices(tx, schoolId)
  const newest = await newestChange(tx, schoolId)
  return rows.flatMap(({ deviceId, heldVersion, heldCount, heardAt }) => {
    const till = tills.get(deviceId)
    if (!till) return []
    const expiresAt = toInstant(fromInstant(heardAt) + galleryHours * hourMs)
    return [
      { deviceId, till, version: heldVersion, count: heldCount, heardAt, expiresAt, isCurrent: heldVersion >= newest },
    ]
  })
}

/** Returns the version of the latest change of any face. */
async function newestChange(tx: Tx, schoolId: string): Promise<number> {
  const [changed] = await tx
    .select({ version: faceTemplates.version })
    .from(faceTemplates)
    .where(eq(faceTemplates.schoolId, schoolId))
    .orderBy(desc(faceTemplates.version))
    .limit(1)
  const [deleted] = await tx
    .select({ version: faceForgotten.version })
    .from(faceForgotten)
    .where(eq(faceForgotten.schoolId, schoolId))
    .orderBy(desc(faceForgotten.version))
    .limit(1)
  return Math.max(changed?.version ?? 0, deleted?.version ?? 0)
}

const maxForgotten = 500

/** Lists the deletions of a school or of one pupil, the newest first. */
export const listForgotten = (tx: Tx, schoolId: string, customerId?: CustomerId): Promise<FaceForgotten[]> =>
  forgottenBy(tx, schoolId, customerId ? eq(faceForgotten.customerId, customerId) : undefined)

/** Returns one deletion. */
export const findForgotten = async (tx: Tx, schoolId: string, id: string): Promise<FaceForgotten | undefined> =>
  (await forgottenBy(tx, schoolId, eq(faceForgotten.id, id)))[0]

async function forgottenBy(tx: Tx, schoolId: string, isMeant: SQL | undefined): Promise<FaceForgotten[]> {
  const rows = await tx
    .select()
    .from(faceForgotten)
    .where(and(eq(faceForgotten.schoolId, schoolId), isMeant))
    .orderBy(desc(faceForgotten.at), desc(faceForgotten.id))
    .limit(maxForgotten)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const held = await tx
    .select()
    .from(faceForgottenDevices)
    .where(and(eq(faceForgottenDevices.schoolId, schoolId), inArray(faceForgottenDevices.forgottenId, ids)))
  const pupils = await findPupils(tx, schoolId, { ids: rows.map((row) => row.customerId) })
  const tills = await tillsOfDevices(tx, schoolId)
  return rows.map(({ id, customerId: of, reason, at }) => {
    const devices = held
      .filter(({ forgottenId }) => forgottenId === id)
      .map(({ deviceId, doneAt, expiresAt }) => ({ deviceId, till: tills.get(deviceId) ?? null, doneAt, expiresAt }))
    const done = devices.flatMap(({ doneAt }) => doneAt ?? [])
    const completeAt = done.length === devices.length ? (done.toSorted().at(-1) ?? at) : null
    return { id, customerId: of, name: pupils.get(of)?.name ?? { en: '', ar: '' }, reason, at, devices, completeAt }
  })
}
