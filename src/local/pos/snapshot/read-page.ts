import { z } from 'zod'
import type { UnreadRows } from '#local/storage/snapshot-db.ts'
import { Category, Item, ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import { Balance, Customer } from '#shared/pos/customer.contract.ts'
import { type Cursors, pullSnapshot, type SnapshotPage } from '#shared/pos/snapshot.contract.ts'

type Feed = keyof Cursors

/** A page as far as this release understands it. */
export interface ReadPage {
  page: SnapshotPage
  /** Ids of the rows that it does not understand, per table; a table without any is absent. */
  unread: Partial<Record<Feed, string[]>>
}

const feeds = ['categories', 'modifierGroups', 'items', 'customers', 'balances'] as const satisfies readonly Feed[]

const rows = z.array(z.unknown())
const Envelope = pullSnapshot.reply.extend({
  categories: rows,
  modifierGroups: rows,
  items: rows,
  customers: rows,
  balances: rows,
})
const RowId = z.union([z.object({ id: z.string() }), z.object({ customerId: z.string() })])

/** Reads a page row by row: what a newer server means by one of them must not keep the others away. Undefined if it is no page. */
export function readPage(answer: unknown): ReadPage | undefined {
  const envelope = Envelope.safeParse(answer)
  if (!envelope.success) return undefined
  const unread: ReadPage['unread'] = {}
  const read = <R extends z.ZodType>(feed: Feed, row: R): z.output<R>[] =>
    envelope.data[feed].flatMap((each) => {
      const known = row.safeParse(each)
      if (known.success) return [known.data]
      const ids = (unread[feed] ??= [])
      const named = RowId.safeParse(each).data
      if (named) ids.push('id' in named ? named.id : named.customerId)
      return []
    })
  const page = {
    ...envelope.data,
    categories: read('categories', Category),
    modifierGroups: read('modifierGroups', ModifierGroup),
    items: read('items', Item),
    customers: read('customers', Customer),
    balances: read('balances', Balance),
  }
  return { page, unread }
}

/** Returns from where to ask: a release that has not tried to read what another could not gets it again. */
export function cursorsFor(state: { cursors: Cursors; unread?: UnreadRows } | undefined, release: string): Cursors {
  const { cursors = {}, unread } = state ?? {}
  if (!unread || unread.release === release) return cursors
  const again = Object.entries(unread.from).map(([feed, cursor]) => [feed, cursor ?? undefined])
  return { ...cursors, ...Object.fromEntries(again) }
}

/**
 * Returns what a later release must ask for again: per table from before the first row that this release cannot read. `asked` are
 * the cursors that the page was asked for with.
 */
export function unreadAfter(
  before: UnreadRows | undefined,
  { unread }: ReadPage,
  asked: Cursors,
  release: string,
): UnreadRows | undefined {
  const from: UnreadRows['from'] = before?.release === release ? { ...before.from } : {}
  for (const feed of feeds) if (unread[feed] && from[feed] === undefined) from[feed] = asked[feed] ?? null
  return Object.keys(from).length > 0 ? { release, from } : undefined
}
