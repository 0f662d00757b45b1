import type { Actor, SaleInput } from '#local/pos/till-inputs.types.ts'
import type { Till } from '#local/pos/till.types.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import { SaleId } from '#shared/kernel/fields.ts'
import type { CustomerId, Random } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Item } from '#shared/pos/catalogue.contract.ts'
import type { Tender } from '#shared/pos/sale.contract.ts'
import type { CloseShift } from '#shared/pos/shift.contract.ts'
import { cashTender } from '#shared/pos/tender.rules.ts'

/** Who stands at a till, and whom they serve. */
export interface Cashier {
  actor: Actor
  /** Nobody else's customers, so that what a till knows of their accounts is right. */
  customers: readonly CustomerId[]
  random: Random
}

const shiftLength = 40

/** What a till's books call the operation of a screen that said "saved": a close has no id of its own. */
export const nameInBooks = ({ kind, opId, body }: Pick<StoredOp, 'kind' | 'opId' | 'body'>): string =>
  kind === 'pos.closeShift' ? closeOf((body as CloseShift).shiftId) : opId

const closeOf = (shiftId: string) => `close of ${shiftId}`

/** One thing that a cashier does. @returns the names of the operations that the screen called saved; throws as the till does */
export async function doSomething(till: Till, cashier: Cashier): Promise<string[]> {
  const { shift } = till
  const { actor, random } = cashier
  if (!shift) return [(await till.openShift({ floatAmount: minor(5000) }, actor)).id]
  const { sales } = shift
  if (sales.length >= shiftLength) {
    const { expectedCash } = till.report()
    const { shiftId } = await till.closeShift({ countedCash: expectedCash }, actor)
    return [closeOf(shiftId)]
  }
  const chance = random.float()
  const last = sales.at(-1)
  // A supervisor asks nobody, however late it is.
  if (chance < 0.05 && last && !shift.voids.some(({ saleId }) => saleId === last.id))
    return [(await till.voidSale({ saleId: last.id, reason: 'wrong item' }, { ...actor, roles: ['supervisor'] })).id]
  if (chance < 0.09) {
    const movement = { id: till.newId(), kind: 'paid-in', amount: minor(1000), reason: 'coins' } as const
    return [(await till.moveCash(movement, actor)).id]
  }
  const input = anySale(till, cashier)
  const taps = chance > 0.97 ? [1, 2] : [1]
  const saved = await Promise.all(taps.map(() => till.completeSale(input, actor)))
  return saved.map(({ id }) => id)
}

function anySale(till: Till, { customers, random }: Cashier): SaleInput {
  const oneOf = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random.float() * list.length)]
    if (found === undefined) throw new Error('nothing to choose from')
    return found
  }
  const plain = till.catalogue.items.filter((item: Item) => item.modifierGroupIds.length === 0)
  const lines = Array.from({ length: 1 + Math.floor(random.float() * 3) }, () => ({
    id: till.newId(),
    item: oneOf(plain),
    qtyMilli: 1000 * (1 + Math.floor(random.float() * 2)),
    modifiers: [],
  }))
  const cart = { lines, discount: null }
  const { total } = till.priceCart(cart).totals
  const customerId = random.float() < 0.5 ? oneOf(customers) : null
  const canPay = customerId !== null && till.account(customerId).spendable >= total
  return {
    saleId: SaleId.parse(till.newId()),
    cart,
    customerId,
    customerProof: customerId ? 'card' : 'none',
    tenders: canPay ? onAccount(till, total, customerId, random) : inCash(till, total, till.settings.cashIncrement),
  }
}

/** The whole, or a part with the rest by card. */
function onAccount(till: Till, total: number, customerId: CustomerId, random: Random): Tender[] {
  const part = random.float() < 0.7 ? total : Math.floor(total / 2)
  const account: Tender = { kind: 'account', id: till.newId(), amount: minor(part), customerId }
  if (part === total) return [account]
  return [account, { kind: 'card', id: till.newId(), amount: minor(total - part), terminalRef: 'T1' }]
}

function inCash(till: Till, total: number, increment: number): Tender[] {
  const tender = cashTender(till.newId(), total, (Math.floor(total / increment) + 1) * increment, increment)
  if (!tender) throw new Error('no such tender')
  return [tender]
}
