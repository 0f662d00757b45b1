import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { lockSchool } from '#server/features/school/school.service.ts'
import { findTill, listTills } from '#server/features/sync/devices/device.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { saveFavourites } from '#shared/pos/catalogue/catalogue-parts.contract.ts'
import type { TillFavourites } from '#shared/pos/catalogue-edit.contract.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'
import { items, tillFavourites } from './catalogue.table.ts'

const noName = { en: '', ar: '' }

/** Lists every place that sells, with the items that stand first there. */
export async function listFavourites(tx: Tx, schoolId: string): Promise<TillFavourites[]> {
  const rows = await tx.select().from(tillFavourites).where(eq(tillFavourites.schoolId, schoolId))
  const tills = await listTills(tx, schoolId)
  return tills.flatMap((till) => {
    if (till.kind === 'desk') return []
    const { name = noName, itemIds = [], version = 0 } = rows.find(({ tillId }) => tillId === till.tillId) ?? {}
    return [{ till, name, itemIds, version }]
  })
}

/** Returns the favourites that a till pulls; undefined for none. */
export async function favouritesOf(tx: Tx, schoolId: string, tillId: string): Promise<TillSettings['favourites']> {
  const [row] = await tx
    .select({ name: tillFavourites.name, itemIds: tillFavourites.itemIds })
    .from(tillFavourites)
    .where(and(eq(tillFavourites.schoolId, schoolId), eq(tillFavourites.tillId, tillId)))
  return row && row.itemIds.length > 0 ? row : undefined
}

/** Sets which items stand first on a till. @returns its version @throws AppError catalogue.changed, request.not-found */
export async function changeFavourites(
  tx: Tx,
  ctx: SessionCtx,
  { tillId, favourites: { name, itemIds }, seen }: z.output<typeof saveFavourites.body>,
) {
  const { schoolId } = ctx.school
  await lockSchool(tx, schoolId)
  const till = await findTill(tx, schoolId, tillId)
  if (!till || till.kind === 'desk') throw new AppError('request.not-found', { field: 'tillId' })
  const own = and(eq(tillFavourites.schoolId, schoolId), eq(tillFavourites.tillId, tillId))
  const [known] = await tx.select().from(tillFavourites).where(own)
  if ((known?.version ?? 0) !== seen) throw new AppError('catalogue.changed')
  const chosen = [...new Set(itemIds)]
  const found = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.schoolId, schoolId), inArray(items.id, chosen)))
  if (found.length < chosen.length) throw new AppError('request.not-found', { field: 'favourites.itemIds' })
  await recordAuditEvent(tx, ctx, 'catalogue-favourites-set', { about: null, facts: { count: chosen.length } })
  const version = seen + 1
  const row = { name, itemIds: chosen, version }
  if (known) await tx.update(tillFavourites).set(row).where(own)
  else await tx.insert(tillFavourites).values({ ...row, schoolId, tillId })
  return { version }
}
