// chunk: till-sheets
import { isByNameOnly } from '../approvals/judge-shift-acts.rules.ts'
import { type ActContext, judgeAct, type Judgement } from '../approvals/till-limits.rules.ts'
import type { Sale } from '../sale.contract.ts'

const wholePpm = 1_000_000

type Discounted = Pick<Sale, 'discount'> & { totals: Pick<Sale['totals'], 'gross'> }

/** Judges the discount on the whole receipt by its share, as given by the person who gave it. */
export function judgeDiscount({ discount, totals: { gross } }: Discounted, context: ActContext): Judgement {
  if (!discount || gross <= 0) return 'free'
  const { kind, value, amount } = discount
  return judgeAct('discount', kind === 'ppm' ? value : Math.ceil((amount * wholePpm) / gross), context)
}

/** What an approval of the discount on the whole receipt is given for. */
export const discountShown = ({ id, discount, totals }: Discounted & Pick<Sale, 'id'>): Record<string, unknown> => ({
  saleId: id,
  gross: totals.gross,
  kind: discount?.kind ?? 'amount',
  value: discount?.value ?? 0,
})

/** Judges a sale that an account pays whose owner was found by name alone. */
export const judgeNameOnly = (sale: Pick<Sale, 'customerProof' | 'tenders'>, context: ActContext): Judgement =>
  isByNameOnly(sale) ? judgeAct('name-only', 1, context) : 'free'

/** What an approval of such a sale is given for. */
export const nameShown = ({ id, customerId }: Pick<Sale, 'customerId' | 'id'>): Record<string, unknown> => ({
  saleId: id,
  customerId,
})
