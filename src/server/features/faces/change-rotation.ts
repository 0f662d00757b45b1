import { asc, eq } from 'drizzle-orm'
import { assignVersions } from '#server/features/pos/snapshot/version.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { RotationReason } from '#shared/faces/face-settings.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { rerotateTemplates } from '#shared/recognition/face-rotation.rules.ts'
import { facePictures, faceTemplates } from './face.table.ts'
import { type FaceCtx, note } from './face-audit.service.ts'
import { lockRotation } from './face-consent.service.ts'
import { readRules, requireKeys, writeRules } from './face-rules.service.ts'
import { lockRules } from './face-settings.service.ts'
import { decryptTemplates, encryptTemplates, type TemplateRow } from './face-templates.ts'

/** Rows written by one statement. */
const writeAtOnce = 200

/**
 * Transforms every stored face by the rotation of the next epoch: all, or none if anything fails. Each gets a new version, so
 * that devices fetch it again. @throws AppError face.no-key
 */
export async function changeRotation(tx: Tx, ctx: FaceCtx, by: UserId, why: RotationReason): Promise<void> {
  const { schoolId } = ctx
  await lockRules(tx, schoolId)
  await lockRotation(tx, schoolId)
  const keys = await requireKeys(tx, ctx)
  const rules = await readRules(tx, schoolId)
  const epoch = rules.rotationEpoch + 1
  const to = await keys.rotation(epoch)
  // In the order in which a device's pull reads them.
  const rows = await tx
    .select()
    .from(faceTemplates)
    .where(eq(faceTemplates.schoolId, schoolId))
    .orderBy(asc(faceTemplates.version), asc(faceTemplates.customerId))
    .for('update')
  const turned: TemplateRow[] = []
  for (const row of rows) {
    const from = await keys.rotation(row.rotationEpoch)
    const anew = (await decryptTemplates(keys, row)).map((each) => rerotateTemplates(from, to, each))
    turned.push({ ...row, rotationEpoch: epoch, content: await encryptTemplates(keys, ctx, row, anew) })
  }
  await writeRules(tx, { ...rules, rotationEpoch: epoch })
  await note(tx, ctx, { action: 'rotated', by, detail: { why, epoch, people: rows.length } })
  if (turned.length === 0) return
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  // Deleted, not updated: deleted rows also leave the database's files soon (kernel/maintenance/deleted-rows.ts).
  const pictures = await tx.select().from(facePictures).where(eq(facePictures.schoolId, schoolId))
  await tx.delete(faceTemplates).where(eq(faceTemplates.schoolId, schoolId))
  for (let at = 0; at < turned.length; at += writeAtOnce) {
    await tx.insert(faceTemplates).values(turned.slice(at, at + writeAtOnce).map((row) => ({ ...row, version })))
  }
  // They were deleted with the rows, and are independent of any rotation.
  for (const picture of pictures) await tx.insert(facePictures).values(picture)
}
