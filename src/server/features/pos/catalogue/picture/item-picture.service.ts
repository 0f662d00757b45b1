import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { cleanPicture } from '#server/features/school/logo/clean-picture.service.ts'
import { lockSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Database, Tx } from '#server/kernel/db.ts'
import { fromBase64 } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256OfBytes } from '#shared/kernel/hash.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { pictureSide } from '#shared/pos/catalogue/catalogue-parts.contract.ts'
import { assignVersions } from '../../snapshot/version.service.ts'
import { itemPictures, items } from '../catalogue.table.ts'
import { picturePath } from '../catalogue.view.ts'

/** Half of a SHA-256: enough for an address. */
const hashLength = 32

/**
 * Sets the picture of an item, null for none. @returns the item's version and the path of the picture
 * @throws AppError request.not-found, catalogue.picture-refused
 */
export async function changePicture(tx: Tx, ctx: SessionCtx, itemId: ItemId, base64: string | null) {
  const { schoolId } = ctx.school
  const clean = base64 === null ? null : cleanPicture(fromBase64(base64), pictureSide)
  if (clean === undefined) throw new AppError('catalogue.picture-refused', { field: 'data' })
  await lockSchool(tx, schoolId)
  const own = and(eq(items.schoolId, schoolId), eq(items.id, itemId))
  const [known] = await tx.select({ picture: items.picture, version: items.version }).from(items).where(own)
  if (!known) throw new AppError('request.not-found', { field: 'itemId' })
  const pathOf = (hash: string | null) => hash && picturePath(schoolId, hash)
  const picture = clean && sha256OfBytes(clean.data).slice(0, hashLength)
  if (known.picture === picture) return { version: known.version, picture: pathOf(picture) }
  if (clean && picture) {
    const row = { ...clean, hash: picture, schoolId, at: toInstant(ctx.deps.clock.nowMs()) }
    await tx.insert(itemPictures).values(row).onConflictDoNothing()
  }
  await recordAuditEvent(tx, ctx, 'catalogue-item-set', { about: itemId, facts: { isNew: false, isRepriced: false } })
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx.update(items).set({ picture, version }).where(own)
  if (known.picture !== null) await deleteUnused(tx, schoolId, known.picture)
  return { version, picture: pathOf(picture) }
}

/** Deletes a picture that no item shows. */
async function deleteUnused(tx: Tx, schoolId: string, hash: string): Promise<void> {
  const [shown] = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.schoolId, schoolId), eq(items.picture, hash)))
    .limit(1)
  if (!shown) await tx.delete(itemPictures).where(and(eq(itemPictures.schoolId, schoolId), eq(itemPictures.hash, hash)))
}

/** Returns a picture by its hash; undefined where the school has none like that. */
export const readPicture = (db: Database, schoolId: string, hash: string) =>
  db.tenant(schoolId, async (tx) => {
    const [row] = await tx
      .select({ kind: itemPictures.kind, data: itemPictures.data })
      .from(itemPictures)
      .where(and(eq(itemPictures.schoolId, schoolId), eq(itemPictures.hash, hash)))
    return row
  })
