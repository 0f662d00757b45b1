import type { Catalogue } from '#local/pos/till.types.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { Item } from '#shared/pos/catalogue.contract.ts'

/** Choices on one screen: more than this nobody looks through. */
export const atOnce = 12
/** What cannot be had is shown so that nobody looks for it, but never in place of what can. */
const blockedAtOnce = 3
/** Sold on so few days, it is what the kitchen cooks now. */
const menuDays = 7

const daysBetween = (from: Day, until: Day): number => (Date.parse(until) - Date.parse(from)) / 86_400_000

/** Whether an item is on the menu of these days, and not sold all year. */
export const isOfToday = ({ availableFrom, availableUntil }: Pick<Item, 'availableFrom' | 'availableUntil'>): boolean =>
  availableFrom !== undefined && availableUntil !== undefined && daysBetween(availableFrom, availableUntil) < menuDays

/** Returns one page of a list; after the last page the first comes again. */
export function pageOf<T>(all: readonly T[], page: number, size: number): readonly T[] {
  const pages = Math.max(1, Math.ceil(all.length / size))
  const start = (page % pages) * size
  return all.slice(start, start + size)
}

/**
 * Returns what a pupil finds first: the menu of today, what the school has put first on this till, what this pupil has had before,
 * then something of every category in turns. Each item once, in the same order for everybody with the same `had`.
 */
export function forYou(
  catalogue: Pick<Catalogue, 'categories' | 'item' | 'items' | 'itemsOf'>,
  had: readonly string[] = [],
): Item[] {
  const shelves = catalogue.categories.map(({ id }) => catalogue.itemsOf(id))
  const [first = []] = shelves
  const longest = Math.max(0, ...shelves.map((shelf) => shelf.length))
  const inTurns = Array.from({ length: longest }, (_, n) => shelves.flatMap((shelf) => shelf[n] ?? [])).flat()
  const isFavourites = catalogue.categories[0]?.id === '*'
  return [
    ...new Set([
      ...catalogue.items.filter(isOfToday),
      ...(isFavourites ? first : []),
      ...had.flatMap((id) => catalogue.item(id) ?? []),
      ...inTurns,
    ]),
  ]
}

export interface ShelfPage {
  items: readonly Item[]
  /** Another page comes by a touch on "more". */
  hasMore: boolean
}

/**
 * Returns at most twelve tiles of a category: what can be had first, then up to three that cannot; beyond twelve the last place
 * leads to the next page. `isFirstOnly` for what is shown first of all: it has no further pages.
 */
export function shelfPage(
  all: readonly Item[],
  isBlocked: (item: Item) => boolean,
  { page, isFirstOnly = false }: { page: number; isFirstOnly?: boolean },
): ShelfPage {
  const blocked = all.filter(isBlocked)
  const free = all.filter((item) => !blocked.includes(item))
  if (isFirstOnly) {
    const quiet = blocked.slice(0, blockedAtOnce)
    return { items: [...free.slice(0, atOnce - quiet.length), ...quiet], hasMore: false }
  }
  const ordered = [...free, ...blocked]
  if (ordered.length <= atOnce) return { items: ordered, hasMore: false }
  return { items: pageOf(ordered, page, atOnce - 1), hasMore: true }
}
