import { z } from 'zod'
import type { SnapshotState, UnreadRows } from '#local/storage/snapshot-db.ts'
import { Category, Item, ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import { Balance, Customer } from '#shared/pos/customer.contract.ts'
import { type Cursors, SnapshotPage, TillSettings } from '#shared/pos/snapshot.contract.ts'
import { TaxCode } from '#shared/school/tax-code.contract.ts'

type Feed = keyof Cursors

/** A page as far as this release understands it. */
export interface ReadPage {
  page: SnapshotPage
  /** Ids of the rows that it does not understand, per table; a table without any is absent. */
  unread: Partial<Record<Feed, string[]>>
}

const feeds = ['categories', 'modifierGroups', 'items', 'customers', 'balances'] as const satisfies readonly Feed[]

const rows = z.array(z.unknown())
const Envelope = SnapshotPage.extend({
  settings: z.looseObject({ currency: TillSettings.shape.currency }),
  categories: rows,
  modifierGroups: rows,
  items: rows,
  customers: rows,
  balances: rows,
})
const RowId = z.union([z.object({ id: z.string() }), z.object({ customerId: z.string() })])

/**
 * Reads the settings one by one; one that this release does not understand stays as it was, a tax code by itself.
 * @returns undefined where nothing is known of one of them; `unknownTax` are the codes of which nothing is known
 */
function readSettings(answer: Record<string, unknown>, former: TillSettings | undefined) {
  const [codes, unknownTax] = readTaxCodes(answer['taxCodes'], former?.taxCodes ?? [])
  const whole = { ...answer, taxCodes: codes ?? former?.taxCodes }
  const one = (name: string, schema: z.ZodType): [string, unknown] => {
    const known = schema.safeParse(Reflect.get(whole, name))
    return [name, known.success ? known.data : former && Reflect.get(former, name)]
  }
  const parts = Object.entries(TillSettings.shape).map(([name, schema]) => one(name, schema))
  const settings = TillSettings.safeParse(Object.fromEntries(parts)).data
  return settings && { settings, unknownTax }
}

const AnyTaxCode = z.looseObject({ code: z.string() })

function readTaxCodes(answer: unknown, former: readonly TaxCode[]): [codes: TaxCode[] | undefined, unknown: string[]] {
  const listed = z.array(AnyTaxCode).safeParse(answer).data
  if (!listed) return [undefined, []]
  const codes = listed.map((each) => TaxCode.safeParse(each).data ?? former.find(({ code }) => code === each.code))
  const unknown = listed.flatMap(({ code }, no) => (codes[no] ? [] : [code]))
  return [codes.filter((each) => each !== undefined), unknown]
}

/**
 * Reads a page row by row: what a newer server means by one of them must not keep the others away. Undefined if it is no page, or
 * one in a currency that this release does not know, since no price of it could be read.
 * @param former settings that this device has, for those that it cannot read
 */
export function readPage(answer: unknown, former?: TillSettings): ReadPage | undefined {
  const envelope = Envelope.safeParse(answer)
  if (!envelope.success) return undefined
  const known = readSettings(envelope.data.settings, former)
  if (!known) return undefined
  const { settings, unknownTax } = known
  // Without its tax an item would be sold as if it had none.
  const TaxedItem = Item.refine(({ taxCode }) => !unknownTax.includes(taxCode))
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
    settings,
    categories: read('categories', Category),
    modifierGroups: read('modifierGroups', ModifierGroup),
    items: read('items', TaxedItem),
    customers: read('customers', Customer),
    balances: read('balances', Balance),
  }
  return { page, unread }
}

/** Which fields of categories, items and customers this release reads: more than 1 did. Grows with each field. */
export const fieldsRead = 3

/**
 * Returns from where to ask: a release that has not tried to read what another could not gets it again, and one that reads more fields of
 * categories, items and customers gets all of them.
 */
export function cursorsFor(
  state: Pick<SnapshotState, 'cursors' | 'unread' | 'fieldsRead'> | undefined,
  release: string,
): Cursors {
  const { cursors: held = {}, unread } = state ?? {}
  const cursors =
    state?.fieldsRead === fieldsRead ? held : { ...held, categories: undefined, items: undefined, customers: undefined }
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
