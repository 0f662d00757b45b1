// chunk: device
import { AppError } from '#shared/kernel/errors.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { Approval } from '#shared/pos/approvals/approval.contract.ts'
import type { PricedCart } from '#shared/pos/cart.rules.ts'
import { isDiscountAllowed } from '#shared/pos/discount.rules.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { tenderFaults } from '#shared/pos/tender.rules.ts'
import { next, receiptNumber } from './receipt-number.ts'
import { type ActionParts, type Numbers, save } from './save-action.ts'
import type { Actor, SaleInput } from './till-inputs.types.ts'
import type { ShiftState } from './till.types.ts'

interface WantedSale {
  shift: ShiftState
  input: SaleInput
  actor: Actor
  at: Instant
  /** What a refund in the same step gives to accounts. */
  credit?: ReadonlyMap<string, number>
}

/** Saves a sale. What it throws stands at `Till.completeSale`. */
export async function completeSale(parts: ActionParts, wanted: WantedSale): Promise<Sale> {
  const { shift, input, actor } = wanted
  const saved = shift.sales.find((s) => s.id === input.saleId)
  // Pressed twice: its own charge must not count against it.
  if (saved) return saved
  const checked = await checkSale(parts, wanted)
  return save<Sale>(
    parts,
    'pos.sale',
    input.saleId,
    actor,
    (_id, numbers) => {
      const { body, counters } = saleBody(parts, { ...wanted, checked }, numbers)
      return { body, counters, amountMinor: body.totals.total, label: body.receiptNo }
    },
    input.corrects,
  )
}

/** A priced cart, with the approvals that it rests on. */
interface CheckedCart extends PricedCart {
  approvals?: readonly Approval[]
}

/** Prices a sale and checks what till and server agree on. What it throws stands at `Till.completeSale`. */
export async function checkSale(
  parts: ActionParts,
  { shift, input, actor, at, credit }: WantedSale,
): Promise<CheckedCart> {
  if (!isDiscountAllowed(input.cart.discount, [actor, input.discountGiver])) {
    throw new AppError('pos.discount-not-allowed', { field: 'discount' })
  }
  const { cashIncrement } = parts.memory.state.settings
  const priced = parts.memory.price(input.cart)
  if (tenderFaults(priced.totals.total, input.tenders, cashIncrement).length > 0)
    throw new AppError('pos.tenders-do-not-settle')
  checkAccounts(parts, shift, input, credit)
  if (isPlain(parts, input)) return priced
  const { checkActs } = await import('./carts/check-acts.ts')
  return { ...priced, ...checkActs(parts, input, { shift, priced, actor, at }) }
}

/** The document with the next number of the till. */
export function saleBody(
  { memory, identity }: ActionParts,
  { shift, input, actor, at, checked }: WantedSale & { checked: CheckedCart },
  numbers: Numbers,
): { body: Sale; counters: Numbers } {
  const { settings, takenAt } = memory.state
  const { siteCode, tillCode } = settings.till
  const { discount } = input.cart
  const receiptSeq = next(numbers, 'receipt')
  const body: Sale = {
    id: input.saleId,
    shiftId: shift.open.id,
    receiptNo: receiptNumber(siteCode, tillCode, numbers.epoch ?? identity.epoch, receiptSeq),
    receiptSeq,
    currency: settings.currency,
    businessDay: shift.open.businessDay,
    soldAt: at,
    cashierId: actor.userId,
    customerId: input.customerId,
    customerProof: input.customerProof,
    priceListVersion: settings.priceListVersion,
    snapshotAt: takenAt,
    lines: checked.lines,
    discount: discount ? { ...discount, amount: checked.discountAmount } : null,
    taxes: checked.taxes,
    totals: checked.totals,
    tenders: [...input.tenders],
    ...(input.removed?.length && { removed: [...input.removed] }),
    ...(checked.approvals?.length && { approvals: [...checked.approvals] }),
    judged: true,
    ...(input.corrects && { corrects: input.corrects }),
    ...(input.face && { face: input.face }),
  }
  return { body, counters: { ...numbers, receipt: receiptSeq } }
}

/** Whether nothing but the account's limits has to be judged, as for most sales. */
const isPlain = ({ memory }: ActionParts, { cart, customerId, customerProof }: SaleInput): boolean =>
  !cart.discount &&
  customerProof !== 'name' &&
  !cart.lines.some(({ discount, price, overrideReason }) => discount ?? price ?? overrideReason) &&
  (!customerId || !(memory.state.settings.spending ?? memory.customers.get(customerId)?.rules))

/** Refuses sales beyond what an account's rules leave here and now, as promised to families. */
function checkAccounts(
  parts: ActionParts,
  shift: ShiftState,
  input: SaleInput,
  credit: ReadonlyMap<string, number> = new Map(),
): void {
  const wanted = new Map<string, number>()
  for (const t of input.tenders) {
    if (t.kind === 'account') wanted.set(t.customerId, (wanted.get(t.customerId) ?? 0) + t.amount)
  }
  for (const [customerId, amount] of wanted) {
    const { spendable } = parts.memory.account(customerId, shift.open.businessDay, parts.inContact(), input.corrects)
    if (amount > spendable + (credit.get(customerId) ?? 0)) throw new AppError('pos.over-limit', { field: 'account' })
  }
}
