// chunk: device
import { foldText, matchScore, searchWords } from '#shared/kernel/text/search.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { Category, Item, ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'
import type { Catalogue } from './till.types.ts'

const bySort = (a: { sort: number }, b: { sort: number }) => a.sort - b.sort

/** Category of the favourites: no other has this id. */
const favouritesId = '*'
const favouritesHue = 90

/** The hue of the nth category: a turn of the colour wheel after which even many steps stay apart (the golden angle). */
const hueOf = (index: number): number => Math.round((195 + index * 137.5) % 360)

/**
 * Builds the catalogue of a snapshot for a business day: rows that are active and sold on it, with its prices, look-ups ready, names
 * folded once for searching.
 */
export function buildCatalogue(
  allCategories: readonly Category[],
  allItems: readonly Item[],
  groups: readonly ModifierGroup[],
  { day, favourites }: { day: Day; favourites?: TillSettings['favourites'] },
): Catalogue {
  const categories = allCategories
    .filter((c) => c.active)
    .sort(bySort)
    .map((c, index) => ({ ...c, hue: c.hue ?? hueOf(index) }))
  const shown = new Set(categories.map((c) => c.id))
  const items = allItems
    .filter(
      ({ active, categoryId, availableFrom = day, availableUntil = day }) =>
        active && shown.has(categoryId) && availableFrom <= day && availableUntil >= day,
    )
    .map((i) => ({
      ...i,
      price: i.nextPrices?.findLast(({ from }) => from <= day)?.price ?? i.price,
      soldOutOn: i.soldOutOn === day ? day : undefined,
    }))
    .sort(bySort)
  const byId = new Map(items.map((i) => [i.id as string, i]))
  const byBarcode = new Map(items.flatMap((i) => [i.barcode, ...(i.moreBarcodes ?? [])].map((code) => [code, i])))
  const byCategory = Map.groupBy(items, (i) => i.categoryId)
  const first = favourites?.itemIds.flatMap((id) => byId.get(id) ?? []) ?? []
  if (favourites && first.length > 0) {
    categories.unshift({ id: favouritesId, name: favourites.name, sort: 0, active: true, hue: favouritesHue })
    byCategory.set(favouritesId, first)
  }
  const groupById = new Map(groups.map((g) => [g.id, g]))
  const folded = items.map((item) => ({
    item,
    names: [foldText(item.name.en), foldText(item.name.ar)],
    code: item.barcode ?? '',
  }))
  return {
    categories,
    items,
    itemsOf: (categoryId) => byCategory.get(categoryId) ?? [],
    item: (itemId) => byId.get(itemId),
    byBarcode: (barcode) => byBarcode.get(barcode.trim()),
    groupsOf: (item) => item.modifierGroupIds.flatMap((id) => groupById.get(id) ?? []),
    search: (text, limit) => {
      const words = searchWords(text)
      if (words.length === 0) return []
      const scored = folded.map(({ item, names, code }) => ({
        item,
        score: Math.max(...names.map((n) => matchScore(n, words)), code.startsWith(text.trim()) ? 1 : 0),
      }))
      const hits = scored.filter((s) => s.score > 0)
      return hits
        .sort((a, b) => b.score - a.score || bySort(a.item, b.item))
        .slice(0, limit)
        .map((s) => s.item)
    },
  }
}
