import type { Item } from '#shared/pos/catalogue.contract.ts'
import type { CatalogueItem } from '#shared/pos/catalogue-edit.contract.ts'
import type { categories, items } from './catalogue.table.ts'

type NextPrices = NonNullable<Item['nextPrices']>

/** Returns the path of a picture: with the school's id, so that it is the same on every host. */
export const picturePath = (schoolId: string, hash: string): string => `/branding/${schoolId}/item/${hash}`

/** Returns a category as tills and editors get it: without what it does not have. */
export function categoryView({ schoolId: _school, hue, ...same }: typeof categories.$inferSelect) {
  return { ...same, ...(hue !== null && { hue }) }
}

/** Returns an item as tills and editors get it: without what it does not have, since thousands are pulled. */
export function itemView(row: typeof items.$inferSelect, nextPrices: NextPrices = []): CatalogueItem {
  const { schoolId, moreBarcodes, soldOutOn, availableFrom, availableUntil, picture, foodClasses, ...same } = row
  return {
    ...same,
    ...(moreBarcodes.length > 0 && { moreBarcodes }),
    ...(soldOutOn !== null && { soldOutOn }),
    ...(availableFrom !== null && { availableFrom }),
    ...(availableUntil !== null && { availableUntil }),
    ...(picture !== null && { picture: picturePath(schoolId, picture) }),
    ...(foodClasses.length > 0 && { foodClasses }),
    ...(nextPrices.length > 0 && { nextPrices }),
  }
}
