// chunk: till-sheets
import { endIdOf } from '#shared/kernel/ids.ts'
import { add, type Minor, subtract, zero } from '#shared/kernel/money.ts'
import type { Day, Instant } from '#shared/kernel/time.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import type { Exchange } from '#shared/pos/refunds/exchange.contract.ts'
import { carryOver } from '#shared/pos/refunds/exchange.rules.ts'
import type { RefundTender } from '#shared/pos/refunds/refund.contract.ts'
import { refundShown } from '#shared/pos/refunds/refund.rules.ts'
import type { RefundableSale } from '#shared/pos/refunds/refundable-sale.contract.ts'
import type { Sale, Tender } from '#shared/pos/sale.contract.ts'
import { checkApproval, checkDraft, type DraftInput, type DraftRefund, draftRefund, refundBody } from '../refund.ts'
import { withOwnRefunds } from '../refundable.ts'
import { type ActionParts, save } from '../save-action.ts'
import { checkSale, saleBody } from '../sell.ts'
import type { Actor, ExchangeInput } from '../till-inputs.types.ts'
import type { ShiftState } from '../till.types.ts'

export interface DraftExchange {
  /** The document for what comes back; its `hash` is that of the exchange. */
  refund: DraftRefund
  /** What the refund pays of the sale. */
  carried: Tender[]
}

interface ExchangedFor {
  refund: DraftInput
  saleId: string
  total: number
  /** Of the open shift. */
  businessDay: Day
}

const isSameDay = ({ sale }: RefundableSale, businessDay: Day): boolean => sale.businessDay === businessDay

/** What an exchange gives to accounts and may be spent in its sale. */
export const creditOf = (
  tenders: readonly RefundTender[],
  found: RefundableSale,
  businessDay: Day,
): ReadonlyMap<string, Minor> => {
  const credit = new Map<string, Minor>()
  if (!isSameDay(found, businessDay)) return credit
  for (const t of tenders) {
    if (t.kind === 'account') credit.set(t.customerId, add(credit.get(t.customerId) ?? zero, t.amount))
  }
  return credit
}

/** Room for the parts of the refund, whose ids follow from the same one. */
const firstCarried = 100

/**
 * Prices what comes back against a sale of `total` on a business day; `increment` is the smallest coin. Only the difference is to be
 * settled. What an account paid on another day pays nothing: the school's part of it goes back to the school, which no till knows.
 */
export function draftExchange(
  { refund: input, saleId, total, businessDay }: ExchangedFor,
  increment: number,
): DraftExchange {
  const draft = draftRefund(input, increment)
  const idOf = (n: number) => endIdOf(input.id, firstCarried + n)
  const named = draft.tenders.map((part) => withOwnSlip(part, input.sale, total >= draft.totals.total))
  const { tenders: carried, refundTenders } = carryOver(named, {
    total,
    increment,
    idOf,
    isCarried: ({ kind }) => kind !== 'account' || isSameDay(input.sale, businessDay),
  })
  const hash = approvalHash('exchange', {
    ...refundShown({ ...draft, tenders: refundTenders }),
    saleId,
    saleTotal: total,
  })
  return { refund: { ...draft, tenders: refundTenders, hash }, carried }
}

/** What a card paid and stays paid needs no slip of the terminal: it is named by the first one. */
function withOwnSlip(part: DraftRefund['tenders'][number], { sale }: RefundableSale, isCarried: boolean) {
  if (part.kind !== 'card' || part.terminalRef !== '' || !isCarried) return part
  const paid = sale.tenders.find(({ id }) => id === part.saleTenderId)
  return paid?.kind === 'card' ? { ...part, terminalRef: paid.terminalRef } : part
}

/**
 * Saves a refund and the sale in its place as one operation, with the next two numbers of the till: either both are there or
 * neither. What it throws stands at `Till.exchange`.
 */
export async function exchange(
  parts: ActionParts,
  shift: ShiftState,
  { refund: back, ...input }: ExchangeInput,
  actor: Actor,
  at: Instant,
): Promise<Sale> {
  const saved = shift.sales.find(({ id }) => id === input.saleId)
  if (saved) return saved
  const { settings } = parts.memory.state
  const found = withOwnRefunds(parts.memory.ops(), back.sale)
  const { total } = parts.memory.price(input.cart).totals
  const { businessDay } = shift.open
  const exchanged = { refund: { ...back, sale: found }, saleId: input.saleId, total, businessDay }
  const { refund: draft, carried } = draftExchange(exchanged, settings.cashIncrement)
  checkDraft(draft, found)
  checkApproval(parts, { act: 'exchange', shift, draft, sale: found.sale, approval: back.approval, actor, at })
  const tenders = [...carried, ...input.tenders]
  const sale = { ...input, tenders }
  const credit = creditOf(draft.tenders, found, businessDay)
  const checked = await checkSale(parts, { shift, input: sale, actor, at, credit })
  const written = await save<Exchange>(parts, 'pos.exchange', back.id, actor, (id, numbers) => {
    const first = refundBody(
      parts,
      { shift, found, draft, input: { ...back, exchangeSaleId: input.saleId }, actor, at },
      numbers,
    )
    const second = saleBody(parts, { shift, input: sale, checked, actor, at }, first.counters)
    const body: Exchange = { id, refund: first.body, sale: { ...second.body, exchangeOf: first.body.id } }
    const amountMinor = subtract(second.body.totals.total, first.body.totals.total)
    return { body, counters: second.counters, amountMinor, label: second.body.receiptNo }
  })
  return written.sale
}
