import { asc, eq } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Catalogue } from '#shared/pos/catalogue-edit.contract.ts'
import { categories, items, modifierGroups } from './catalogue.table.ts'
import { categoryView, itemView } from './catalogue.view.ts'
import { listFavourites } from './favourites.service.ts'
import { applyDuePrices, readNextPrices, schoolDay } from './next-prices.service.ts'

/** Returns the whole catalogue in the order of the tills, with the prices of this business day. */
export async function readWholeCatalogue(tx: Tx, schoolId: string, nowMs: number): Promise<Catalogue> {
  await applyDuePrices(tx, schoolId, nowMs)
  const school = await readSchool(tx, schoolId)
  const nextPrices = await readNextPrices(tx, schoolId)
  const knownCategories = await tx
    .select()
    .from(categories)
    .where(eq(categories.schoolId, schoolId))
    .orderBy(asc(categories.sort), asc(categories.id))
  const knownItems = await tx
    .select()
    .from(items)
    .where(eq(items.schoolId, schoolId))
    .orderBy(asc(items.sort), asc(items.id))
  return {
    currency: school.currency,
    today: schoolDay(school, nowMs),
    taxCodes: school.tillPolicy.taxCodes,
    categories: knownCategories.map(categoryView),
    items: knownItems.map((row) => itemView(row, nextPrices.get(row.id))),
    modifierGroups: await tx
      .select()
      .from(modifierGroups)
      .where(eq(modifierGroups.schoolId, schoolId))
      .orderBy(asc(modifierGroups.id)),
    favourites: await listFavourites(tx, schoolId),
  }
}
