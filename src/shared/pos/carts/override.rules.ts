// chunk: till-sheets
import { type ActContext, judgeAct, type Judgement } from '../approvals/till-limits.rules.ts'
import type { Sale, SaleLine } from '../sale.contract.ts'

type Line = Pick<SaleLine, 'overrideReason'>

/** Whether a line was sold on somebody's word although a rule of the customer forbids it. */
export const isOverridden = ({ overrideReason }: Line): boolean => overrideReason !== undefined

/** Judges the lines that were sold in spite of a rule, by how many they are. */
export const judgeOverrides = (lines: readonly Line[], context: ActContext): Judgement =>
  judgeAct('allergen', lines.filter(isOverridden).length, context)

/** What an approval of such lines is given for: whose they are, and what is in them. */
export const overridesShown = ({
  id,
  customerId,
  lines,
}: Pick<Sale, 'customerId' | 'id' | 'lines'>): Record<string, unknown> => ({
  saleId: id,
  customerId,
  lines: lines.filter(isOverridden).map((line) => ({
    id: line.id,
    itemId: line.itemId,
    qtyMilli: line.qtyMilli,
    allergens: line.allergens,
    reason: line.overrideReason ?? '',
  })),
})
