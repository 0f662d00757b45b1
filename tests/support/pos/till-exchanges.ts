import { draftExchange } from '#local/pos/refunds/exchange.ts'
import { endIdOf } from '#shared/kernel/ids.ts'
import { sum } from '#shared/kernel/money.ts'
import type { Exchange } from '#shared/pos/refunds/exchange.contract.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { cashTender, cashToAsk } from '#shared/pos/tender.rules.ts'
import type { SaleInput, TillOps } from './till-ops.ts'

/** Takes all of a sale back and sells something else in its place; the difference in cash. */
export function exchangeOp(till: TillOps, sold: Sale, wanted: SaleInput, change: Partial<Exchange> = {}) {
  const pieces = sold.lines.map(({ qtyMilli }) => qtyMilli / 1000)
  const refund = till.makeRefund(sold, pieces)
  const sale = till.makeSale(wanted)
  const { cashIncrement } = till.device.canteen.policy
  const wishes = sold.lines.map(({ id, qtyMilli }) => ({ saleLineId: id, qtyMilli, goods: 'kept' as const }))
  const back = { id: refund.id, sale: { sale: sold, isVoided: false, earlier: [] }, wishes, toAccount: false }
  const { total } = sale.totals
  const { refund: draft, carried } = draftExchange(
    { refund: back, saleId: sale.id, total, businessDay: sale.businessDay },
    cashIncrement,
  )
  const due = total - sum(carried.map((t) => t.amount))
  const rest = due > 0 ? cashTender(endIdOf(sale.id, 7), due, cashToAsk(due, cashIncrement), cashIncrement) : undefined
  const body: Exchange = {
    id: refund.id,
    refund: { ...refund, tenders: draft.tenders, exchangeSaleId: sale.id },
    sale: { ...sale, tenders: [...carried, ...(rest ? [rest] : [])], exchangeOf: refund.id },
    ...change,
  }
  till.shift?.refunds.push(body.refund)
  till.shift?.sales.push(body.sale)
  return till.op('pos.exchange', body)
}
