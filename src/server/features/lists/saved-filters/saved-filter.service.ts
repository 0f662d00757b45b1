import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { maxSavedFilters, type SavedFilter, type savedFilterSave } from '#shared/lists/saved-filter.contract.ts'
import { savedFilters } from './saved-filter.table.ts'

interface Whose {
  schoolId: string
  userId: UserId
}

/** Lists a person's own filters and the shared ones, by name. */
export async function listFilters(tx: Tx, { schoolId, userId }: Whose): Promise<SavedFilter[]> {
  const rows = await tx
    .select()
    .from(savedFilters)
    .where(and(eq(savedFilters.schoolId, schoolId), or(eq(savedFilters.ownerId, userId), savedFilters.isShared)))
    .orderBy(sql`lower(${savedFilters.name})`, savedFilters.id)
  return rows.map(({ id, name, address, isShared, isDefault, ownerId }) => {
    const isOwn = ownerId === userId
    return { id, name, address, isShared, isDefault: isOwn && isDefault, isOwn }
  })
}

type Params = z.output<typeof savedFilterSave.body>

/** Saves a filter. @throws AppError request.not-found, request.invalid */
export async function saveFilter(
  tx: Tx,
  { schoolId, userId, at }: Whose & { at: Instant },
  { id, saved }: Params,
): Promise<void> {
  // Serialised: the second of two concurrent saves counts the first.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`saved_filters ${schoolId}`}, 0))`)
  const [before] = await tx
    .select({ ownerId: savedFilters.ownerId })
    .from(savedFilters)
    .where(and(eq(savedFilters.schoolId, schoolId), eq(savedFilters.id, id)))
  if (before && before.ownerId !== userId) throw new AppError('request.not-found')
  await requireRoom(tx, { schoolId, userId }, id, saved.isShared)
  const own = and(eq(savedFilters.schoolId, schoolId), eq(savedFilters.ownerId, userId))
  if (saved.isDefault) await tx.update(savedFilters).set({ isDefault: false }).where(own)
  await tx
    .insert(savedFilters)
    .values({ schoolId, id, ownerId: userId, ...saved, savedAt: at })
    .onConflictDoUpdate({ target: [savedFilters.schoolId, savedFilters.id], set: { ...saved, savedAt: at } })
}

async function requireRoom(tx: Tx, { schoolId, userId }: Whose, id: string, isShared: boolean): Promise<void> {
  const [row] = await tx
    .select({
      own: sql<number>`(count(*) filter (where ${savedFilters.ownerId} = ${userId}))::int`,
      shared: sql<number>`(count(*) filter (where ${savedFilters.isShared}))::int`,
    })
    .from(savedFilters)
    .where(and(eq(savedFilters.schoolId, schoolId), ne(savedFilters.id, id)))
  const { own = 0, shared = 0 } = row ?? {}
  if (own >= maxSavedFilters || (isShared && shared >= maxSavedFilters))
    throw new AppError('request.invalid', { field: 'saved' })
}

/** Deletes one's own filter, or with `anyShared` a shared one too. */
export async function deleteFilter(tx: Tx, { schoolId, userId }: Whose, id: string, anyShared: boolean): Promise<void> {
  const isTheirs = eq(savedFilters.ownerId, userId)
  await tx
    .delete(savedFilters)
    .where(
      and(
        eq(savedFilters.schoolId, schoolId),
        eq(savedFilters.id, id),
        anyShared ? or(isTheirs, savedFilters.isShared) : isTheirs,
      ),
    )
}

/** Counts the filters that a person has saved. */
export const countFilters = (tx: Tx, { schoolId, userId }: Whose): Promise<number> =>
  tx.$count(savedFilters, and(eq(savedFilters.schoolId, schoolId), eq(savedFilters.ownerId, userId)))

/** Gives all saved filters of a person to another, whose own default stays. */
export async function giveFilters(tx: Tx, { schoolId, userId }: Whose, to: UserId): Promise<void> {
  await tx
    .update(savedFilters)
    .set({ ownerId: to, isDefault: false })
    .where(and(eq(savedFilters.schoolId, schoolId), eq(savedFilters.ownerId, userId)))
}
