import { foldText, matchScore, searchWords } from '#shared/kernel/text/search.rules.ts'
import type { Category, Item, ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import type { Catalogue } from './till.types.ts'

const bySort = (a: { sort: number }, b: { sort: number }) => a.sort - b.sort

/** Builds the catalogue of a snapshot: active rows only, look-ups ready, names folded once for searching. */
export function buildCatalogue(
  allCategories: readonly Category[],
  allItems: readonly Item[],
  groups: readonly ModifierGroup[],
): Catalogue {
  const categories = allCategories.filter((c) => c.active).sort(bySort)
  const shown = new Set(categories.map((c) => c.id))
  const items = allItems.filter((i) => i.active && shown.has(i.categoryId)).sort(bySort)
  const byId = new Map(items.map((i) => [i.id as string, i]))
  const byBarcode = new Map(items.flatMap((i) => (i.barcode ? [[i.barcode, i] as const] : [])))
  const byCategory = Map.groupBy(items, (i) => i.categoryId)
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
