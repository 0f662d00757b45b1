// chunk: till-sheets
import { AppError } from '#shared/kernel/errors.ts'
import { endIdOf, type SaleId } from '#shared/kernel/ids.ts'
import { negate } from '#shared/kernel/money.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { judgeWithoutReceipt } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import { priceCart } from '#shared/pos/cart.rules.ts'
import type { Refund, RefundLine } from '#shared/pos/refunds/refund.contract.ts'
import { refundShown } from '#shared/pos/refunds/refund.rules.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'
import type { DraftRefund } from '../refund.ts'
import { requireApproval, savedActContext } from '../approved-acts.ts'
import { type ActionParts, save } from '../save-action.ts'
import type { Actor, WithoutReceiptInput } from '../till-inputs.types.ts'
import type { ShiftState } from '../till.types.ts'
import { next, receiptNumber } from '../receipt-number.ts'

/** Prices goods that came back without a receipt at today's prices; all of it goes to one account. */
export function draftWithoutReceipt(
  { id, customerId, lines, goods }: Pick<WithoutReceiptInput, 'id' | 'customerId' | 'lines' | 'goods'>,
  { taxCodes }: Pick<TillSettings, 'taxCodes'>,
): DraftRefund {
  const priced = priceCart({ lines, discount: null }, taxCodes)
  const refunded = priced.lines.map(({ id: saleLineId, itemId, name, qtyMilli, ...line }): RefundLine => {
    const { gross, discount, taxCode, ratePpm, tax, net } = line
    return { saleLineId, itemId, name, qtyMilli, gross, discount, taxCode, ratePpm, tax, net, goods }
  })
  const part = { kind: 'account' as const, id: endIdOf(id), amount: priced.totals.total, saleTenderId: id, customerId }
  const { taxes, totals } = priced
  const draft = { saleId: id as SaleId, lines: refunded, taxes, totals, tenders: totals.total > 0 ? [part] : [] }
  return { ...draft, hash: approvalHash('refund-without-receipt', { ...refundShown(draft), customerId }) }
}

/** Saves it with the next receipt number of the till. What it throws stands at `Till.refundWithoutReceipt`. */
export async function refundWithoutReceipt(
  parts: ActionParts,
  shift: ShiftState,
  input: WithoutReceiptInput,
  actor: Actor,
  at: string,
): Promise<Refund> {
  const saved = shift.refunds.find((each) => each.id === input.id)
  if (saved) return saved
  if (!hasPermission(actor.roles, 'refund.give')) throw new AppError('access.denied')
  const { id, customerId, reason, approval } = input
  if (!parts.memory.customers.get(customerId)) throw new AppError('request.not-found', { field: 'customerId' })
  const { settings } = parts.memory.state
  const { hash, ...figures } = draftWithoutReceipt(input, settings)
  if (figures.totals.total <= 0) throw new AppError('request.invalid', { field: 'lines' })
  const judge = (person: Actor) => judgeWithoutReceipt(figures.totals.total, savedActContext(parts, shift, person))
  requireApproval(parts, { act: 'refund-without-receipt', hash, approval, actor, at, judge })
  const { siteCode, tillCode } = settings.till
  return save<Refund>(parts, 'pos.refund', id, actor, (_id, numbers) => {
    const receiptSeq = next(numbers, 'receipt')
    const receiptNo = receiptNumber(siteCode, tillCode, numbers.epoch ?? parts.identity.epoch, receiptSeq)
    const { id: shiftId, businessDay } = shift.open
    const place = { shiftId, receiptNo, receiptSeq, currency: settings.currency, businessDay }
    const body: Refund = {
      id,
      ...place,
      saleReceiptNo: '',
      withoutSale: true,
      customerId,
      ...figures,
      reason,
      by: actor.userId,
      at,
      ...(approval && { approval: approval.given }),
    }
    const counters = { ...numbers, receipt: receiptSeq }
    return { body, counters, amountMinor: negate(figures.totals.total), label: receiptNo }
  })
}
