import { z } from 'zod'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { type Minor, minor, wholeQty } from '#shared/kernel/money.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import { businessDay, type Day, fromInstant } from '#shared/kernel/time.ts'
import { allergensOf, type CartLine } from '#shared/pos/cart.rules.ts'
import type { Item } from '#shared/pos/catalogue.contract.ts'
import type { Sale, VoidSale } from '#shared/pos/sale.contract.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'
import { stageOf } from '#shared/pos/spending/food-pack.rules.ts'
import { FoodClass, SchoolSpending, SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import {
  type BrokenRule,
  judgeSpending,
  type RuledLine,
  type RulesOf,
  type Spent,
  spendingLeft,
} from '#shared/pos/spending/spending.rules.ts'
import { minuteOfDay, type Purchase, spentOf } from '#shared/pos/spending/spent.rules.ts'
import { saleIn } from '../documents.ts'
import type { Catalogue, Till } from '../till.types.ts'

/** What of a till its rules are judged by. */
export type RuledTill = Pick<Till, 'settings' | 'catalogue' | 'customer' | 'shift' | 'recentSpending'>

/** Rules that this release cannot read are left out: the server knows them, and flags what breaks them. */
const readable = <T>(schema: z.ZodType<T>, rows: readonly unknown[] = []): T[] =>
  rows.flatMap((row) => schema.safeParse(row).data ?? [])

const SchoolShell = z.object({ pack: SchoolSpending.shape.pack.catch(null), rules: z.array(z.unknown()).catch([]) })

const StaleShell = z.object({ stale: z.array(z.string()) })

/** Items of which the stock has something past its last day: a till warns before it sells them. */
export const staleItems = ({ spending }: Pick<TillSettings, 'spending'>): readonly string[] =>
  StaleShell.safeParse(spending).data?.stale ?? []

/** Returns the rules of an account, the school's among them. `withAllergens`: also those of the account. */
export function rulesOf(till: RuledTill, customerId: string, { withAllergens }: { withAllergens: boolean }): RulesOf {
  const customer = till.customer(customerId)
  const school = SchoolShell.safeParse(till.settings.spending).data
  return {
    school: school && { pack: school.pack, rules: readable(SpendingRule, school.rules) },
    own: readable(SpendingRule, customer?.rules),
    allergens: withAllergens ? (customer?.allergens ?? []) : [],
    stage: customer && stageOf(customer),
  }
}

/** Returns what an account has spent, the server's part and what this device has not seen confirmed. */
function spentBy(till: RuledTill, customerId: string, day: Day): Spent {
  const { known, ops } = till.recentSpending(customerId)
  const voided = new Set(ops.flatMap(({ kind, body }) => (kind === 'pos.voidSale' ? [(body as VoidSale).saleId] : [])))
  const own = ops.flatMap((op) => purchasesIn(op, customerId, voided, till.settings.timeZone))
  const pieces = new Map<string, number>()
  for (const sale of till.shift?.sales ?? []) {
    if (sale.customerId !== customerId || sale.businessDay !== day || isVoided(till, sale)) continue
    for (const { itemId, qtyMilli } of sale.lines) pieces.set(itemId, (pieces.get(itemId) ?? 0) + qtyMilli / wholeQty)
  }
  return spentOf([...known, ...own], day, pieces)
}

const isVoided = ({ shift }: RuledTill, { id }: Pick<Sale, 'id'>): boolean =>
  shift?.voids.some(({ saleId }) => saleId === id) ?? false

function purchasesIn(op: StoredOp, customerId: string, voided: ReadonlySet<string>, timeZone: string): Purchase[] {
  const sale = saleIn(op)
  if (!sale || voided.has(sale.id)) return []
  return sale.tenders.flatMap((tender): Purchase[] =>
    tender.kind === 'account' && tender.customerId === customerId
      ? [[sale.businessDay, minuteOfDay(fromInstant(sale.soldAt), timeZone), tender.amount]]
      : [],
  )
}

const classesOf = ({ foodClasses = [] }: Pick<Item, 'foodClasses'>): FoodClass[] => readable(FoodClass, foodClasses)

/** Items that an option of a line stands for: those of its name. */
function partsOf(catalogue: Pick<Catalogue, 'items'>, { modifiers }: Pick<CartLine, 'modifiers'>): RuledLine['parts'] {
  const named = new Set(modifiers.flatMap(({ name }) => [foldText(name.en), foldText(name.ar)]))
  if (named.size === 0) return []
  return catalogue.items
    .filter(({ name }) => named.has(foldText(name.en)) || named.has(foldText(name.ar)))
    .map((item) => ({ itemId: item.id, categoryId: item.categoryId, classes: classesOf(item) }))
}

function lineOf(till: RuledTill, line: CartLine): RuledLine {
  const known = till.catalogue.item(line.item.id)
  return {
    lineId: line.id,
    itemId: line.item.id,
    categoryId: known?.categoryId ?? '',
    pieces: line.qtyMilli / wholeQty,
    classes: known ? classesOf(known) : [],
    allergens: allergensOf(line.item, line.modifiers),
    parts: partsOf(till.catalogue, line),
  }
}

interface Judged {
  customerId: CustomerId | string
  lines: readonly CartLine[]
  /** What the account is to pay; 0 judges the lines alone. */
  amount: number
  /** Corrected time in milliseconds. */
  nowMs: number
  withAllergens?: boolean
}

/** Returns the rules that a purchase breaks, by what this device knows. */
export function judgeCart(
  till: RuledTill,
  { customerId, lines, amount, nowMs, withAllergens = false }: Judged,
): BrokenRule[] {
  const { timeZone, cutoverMinute } = till.settings
  const day = businessDay(nowMs, timeZone, cutoverMinute)
  return judgeSpending(rulesOf(till, customerId, { withAllergens }), spentBy(till, customerId, day), {
    lines: lines.map((line) => lineOf(till, line)),
    amount,
    businessDay: day,
    minute: minuteOfDay(nowMs, timeZone),
  })
}

/** Returns what an account may spend in one purchase: what the till allows, and no more than its rules leave. */
export function spendableBy(till: RuledTill & Pick<Till, 'account'>, customerId: string, nowMs: number): Minor {
  const { timeZone, cutoverMinute } = till.settings
  const day = businessDay(nowMs, timeZone, cutoverMinute)
  const at = { businessDay: day, minute: minuteOfDay(nowMs, timeZone) }
  const limit = spendingLeft(rulesOf(till, customerId, { withAllergens: false }), spentBy(till, customerId, day), at)
  const { spendable } = till.account(customerId)
  return limit ? minor(Math.min(spendable, limit.left)) : spendable
}

/** Whether anything but allergens is ruled for this account: nothing has to be judged for most. */
export const hasRules = (till: Pick<RuledTill, 'customer' | 'settings'>, customerId: string): boolean =>
  till.settings.spending !== undefined || (till.customer(customerId)?.rules?.length ?? 0) > 0
