// chunk: till-later
import { AppError } from '#shared/kernel/errors.ts'
import { endIdOf } from '#shared/kernel/ids.ts'
import { negate, sum } from '#shared/kernel/money.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { judgeRefund } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import { refundFaults } from '#shared/pos/refunds/refund-faults.rules.ts'
import type { Refund, RefundTender } from '#shared/pos/refunds/refund.contract.ts'
import {
  cashRefundRounding,
  priceRefund,
  type RefundPart,
  refundParts,
  refundShown,
} from '#shared/pos/refunds/refund.rules.ts'
import type { RefundableSale as RefundedSale } from '#shared/pos/refunds/refundable-sale.contract.ts'
import { requireApproval, savedActContext } from './approved-acts.ts'
import { withOwnRefunds } from './refundable.ts'
import { type ActionParts, type Numbers, save } from './save-action.ts'
import type { GivenApproval, Actor, RefundInput } from './till-inputs.types.ts'
import type { ShiftState } from './till.types.ts'
import { next, receiptNumber } from './receipt-number.ts'

/** A refund as the sheet shows it, before it has a number. */
export interface DraftRefund extends Pick<Refund, 'saleId' | 'lines' | 'taxes' | 'totals' | 'tenders'> {
  /** What an approval must be given for. */
  hash: string
}

export type DraftInput = Pick<RefundInput, 'id' | 'sale' | 'wishes' | 'toAccount' | 'terminalRef'>

/** Who asks, and with whose approval. */
interface Asked {
  approval: GivenApproval | undefined
  actor: Actor
  at: string
}

/** Prices a refund and says how the money goes back; `increment` is the smallest coin. Ids of its parts follow from its own. */
export function draftRefund(
  { id, sale: found, wishes, toAccount, terminalRef }: DraftInput,
  increment: number,
): DraftRefund {
  const { sale, earlier } = found
  const priced = priceRefund(sale, wishes, earlier)
  const parts = refundParts(sale, priced.totals.total, earlier)
  const tenders = parts.map((part, n) =>
    tenderOf({ part, id: endIdOf(id, n), found, toAccount, terminalRef, increment }),
  )
  const draft = { saleId: sale.id, ...priced, tenders }
  return { ...draft, hash: approvalHash('refund', refundShown(draft)) }
}

interface TenderParts extends Pick<RefundInput, 'toAccount' | 'terminalRef'> {
  part: RefundPart
  id: string
  found: RefundedSale
  increment: number
}

function tenderOf({ part, id, found, toAccount, terminalRef, increment }: TenderParts): RefundTender {
  const { tender, amount } = part
  const base = { id, amount, saleTenderId: tender.id }
  const { customerId } = found.sale
  if (tender.kind === 'account') return { kind: 'account', ...base, customerId: tender.customerId }
  if (toAccount && customerId) return { kind: 'account', ...base, customerId }
  if (tender.kind === 'cash') return { kind: 'cash', ...base, rounding: cashRefundRounding(amount, increment) }
  return { kind: 'card', ...base, terminalRef: terminalRef?.trim() ?? '' }
}

/** Saves a refund with the next receipt number of the till. What it throws stands at `Till.refund`. */
export async function refund(
  parts: ActionParts,
  shift: ShiftState,
  input: RefundInput,
  actor: Actor,
  at: string,
): Promise<Refund> {
  const saved = shift.refunds.find((each) => each.id === input.id)
  if (saved) return saved
  const { settings } = parts.memory.state
  const others = parts.memory.ops().filter(({ opId }) => opId !== input.corrects)
  const found = withOwnRefunds(others, input.sale)
  const draft = draftRefund({ ...input, sale: found }, settings.cashIncrement)
  checkDraft(draft, found)
  checkApproval(parts, { act: 'refund', shift, draft, sale: input.sale.sale, approval: input.approval, actor, at })
  return save<Refund>(
    parts,
    'pos.refund',
    input.id,
    actor,
    (_id, numbers) => {
      const { body, counters } = refundBody(parts, { shift, found, draft, input, actor, at }, numbers)
      return { body, counters, amountMinor: negate(draft.totals.total), label: body.receiptNo }
    },
    input.corrects,
  )
}

interface WrittenRefund {
  shift: ShiftState
  found: RefundedSale
  draft: DraftRefund
  input: Pick<RefundInput, 'id' | 'reason' | 'approval' | 'exchangeSaleId' | 'corrects'>
  actor: Actor
  at: string
}

/** The document with the next number of the till. */
export function refundBody(
  { memory, identity }: ActionParts,
  { shift, found, draft, input, actor, at }: WrittenRefund,
  numbers: Numbers,
): { body: Refund; counters: Numbers } {
  const { settings } = memory.state
  const { siteCode, tillCode } = settings.till
  const { id, corrects, exchangeSaleId, approval } = input
  const receiptSeq = next(numbers, 'receipt')
  const { hash: _, ...figures } = draft
  const body: Refund = {
    id,
    shiftId: shift.open.id,
    receiptNo: receiptNumber(siteCode, tillCode, numbers.epoch ?? identity.epoch, receiptSeq),
    receiptSeq,
    currency: settings.currency,
    businessDay: shift.open.businessDay,
    saleReceiptNo: found.sale.receiptNo,
    customerId: found.sale.customerId,
    ...figures,
    reason: input.reason,
    by: actor.userId,
    at,
    ...(approval && { approval: approval.given }),
    ...(exchangeSaleId && { exchangeSaleId }),
    ...(corrects && { corrects }),
  }
  return { body, counters: { ...numbers, receipt: receiptSeq } }
}

/** @throws AppError where the refund is of nothing, of what was voided or refunded before, or its money goes where it must not */
export function checkDraft(draft: DraftRefund, { sale, isVoided, earlier }: RefundedSale): void {
  if (isVoided) throw new AppError('request.invalid', { field: 'saleId' })
  if (draft.lines.length === 0 || draft.totals.total <= 0) throw new AppError('request.invalid', { field: 'lines' })
  const faults = refundFaults(draft, sale, earlier)
  if (faults.includes('over-refunded')) throw new AppError('pos.refund-more-than-sold')
  const settled = sum(draft.tenders.map((t) => t.amount))
  if (settled < draft.totals.total) throw new AppError('pos.refund-more-than-sold')
  if (faults.length > 0) throw new AppError('request.invalid', { field: 'tenders' })
  if (draft.tenders.some((t) => t.kind === 'card' && t.terminalRef === ''))
    throw new AppError('request.invalid', { field: 'terminalRef' })
}

export interface JudgedRefund extends Asked {
  act: 'refund' | 'exchange'
  shift: ShiftState
  draft: DraftRefund
  sale: RefundedSale['sale']
}

/** What it throws stands at `requireApproval`. */
export function checkApproval(parts: ActionParts, { act, shift, draft, sale, ...asked }: JudgedRefund): void {
  const judge = (person: Actor) => judgeRefund(draft, sale, savedActContext(parts, shift, person))
  requireApproval(parts, { act, hash: draft.hash, ...asked, judge })
}
