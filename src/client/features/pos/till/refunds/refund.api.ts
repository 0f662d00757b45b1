import { ask } from '#client/platform/http.ts'
import { type RefundableSale, refundableSale } from '#shared/pos/refunds/refundable-sale.contract.ts'

/** Finds a sale of any till by the number on its receipt. @throws AppError request.not-found; HttpFailure without a network */
export const findRefundable = async (receiptNo: string): Promise<RefundableSale> =>
  (await ask(refundableSale, { receiptNo })).found
