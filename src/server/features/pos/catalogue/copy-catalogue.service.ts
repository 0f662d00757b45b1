import { eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import { categories, itemPictures, items, modifierGroups } from './catalogue.table.ts'

/** The catalogue of a school as another one may begin with it: without planned prices, days and favourites. */
export interface CatalogueCopy {
  categories: (typeof categories.$inferSelect)[]
  groups: (typeof modifierGroups.$inferSelect)[]
  items: (typeof items.$inferSelect)[]
  pictures: (typeof itemPictures.$inferSelect)[]
}

/** Reads what a school sells now. */
export const readCatalogueCopy = async (tx: Tx, schoolId: string): Promise<CatalogueCopy> => ({
  categories: await tx.select().from(categories).where(eq(categories.schoolId, schoolId)),
  groups: await tx.select().from(modifierGroups).where(eq(modifierGroups.schoolId, schoolId)),
  items: await tx.select().from(items).where(eq(items.schoolId, schoolId)),
  pictures: await tx.select().from(itemPictures).where(eq(itemPictures.schoolId, schoolId)),
})

/** Rows in one statement. */
const rowsPerStatement = 500

/**
 * Writes the catalogue of another school into a new one, under ids of its own. Tax codes must be the other school's, and so must the
 * currency: prices are taken over as they are.
 */
export async function writeCatalogueCopy(
  tx: Tx,
  schoolId: string,
  copy: CatalogueCopy,
  { version, newId }: { version: number; newId: () => string },
): Promise<void> {
  const ids = new Map([...copy.categories, ...copy.groups].map(({ id }) => [id, newId()]))
  const idOf = (id: string) => ids.get(id) ?? newId()
  const own = { schoolId, version }
  const pictures = copy.pictures.map((row) => ({ ...row, schoolId }))
  for (const part of parts(pictures)) await tx.insert(itemPictures).values(part)
  for (const part of parts(copy.categories.map((row) => ({ ...row, ...own, id: idOf(row.id) }))))
    await tx.insert(categories).values(part)
  for (const part of parts(copy.groups.map((row) => ({ ...row, ...own, id: idOf(row.id) }))))
    await tx.insert(modifierGroups).values(part)
  const sold = copy.items.map((row) => ({
    ...row,
    ...own,
    id: newId() as ItemId,
    categoryId: idOf(row.categoryId),
    modifierGroupIds: row.modifierGroupIds.map(idOf),
    soldOutOn: null,
  }))
  for (const part of parts(sold)) await tx.insert(items).values(part)
}

function* parts<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += rowsPerStatement) yield rows.slice(at, at + rowsPerStatement)
}
