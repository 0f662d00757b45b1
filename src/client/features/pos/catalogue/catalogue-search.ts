import { latinDigits } from '#shared/kernel/digits.ts'
import { barcodesOf } from '#shared/pos/catalogue/barcodes.rules.ts'
import type { CatalogueItem } from '#shared/pos/catalogue-edit.contract.ts'

/** What narrows the list; the address of the page keeps it. */
export interface CatalogueSearch {
  text?: string
  category?: string
  state?: string
  /** `grid` to edit as a table. */
  view?: string
}

export const itemStates = ['sold', 'hidden'] as const

/** The address as it comes. */
export type CatalogueAddress = Partial<Record<keyof CatalogueSearch, unknown>>

/** Read only by the screen: what a route does with its address is part of the first load. */
export function readCatalogueSearch(search: CatalogueAddress): CatalogueSearch {
  const known = (['text', 'category', 'state', 'view'] as const).flatMap((name) => {
    const value = search[name]
    return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 100)] as const] : []
  })
  return Object.fromEntries(known)
}

/** Returns the items that the search means: by a part of either name, or by the whole barcode. */
export function itemsFound(items: readonly CatalogueItem[], { text = '', category, state }: CatalogueSearch) {
  const asked = latinDigits(text.trim()).toLowerCase()
  return items.filter(
    ({ name, categoryId, active, ...item }) =>
      (category === undefined || categoryId === category) &&
      (state === undefined || active === (state === 'sold')) &&
      (asked === '' ||
        barcodesOf(item).includes(asked) ||
        name.en.toLowerCase().includes(asked) ||
        latinDigits(name.ar).toLowerCase().includes(asked)),
  )
}
