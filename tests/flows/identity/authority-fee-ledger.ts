import { type Authority, anywhere, atDesk } from './authority-groups.ts'

const readers = atDesk('finance', 'registrar', 'head', 'auditor', 'admin')
const keepers = atDesk('finance', 'admin')

/** Rows of the calls about what is owed and paid. Taking money is allowed in the session of a till, too. */
export const feeLedgerAuthority: Readonly<Record<string, Authority>> = {
  'get /fees/account': readers,
  'post /fees/payment': anywhere('finance', 'admin'),
  'get /fees/receipt': readers,
  'get /fees/receipts': readers,
  'get /fees/unmet': readers,
  'post /fees/receipt_print': anywhere('finance', 'admin'),
  'post /fees/reallocate': keepers,
  'get /fees/document': readers,
  'post /fees/credit_note': keepers,
  'post /fees/run_preview': keepers,
  'post /fees/run_start': keepers,
  'get /fees/run': keepers,
  'get /fees/runs': keepers,
  'post /fees/run_stop': keepers,
  'post /fees/run_resume': keepers,
  'post /fees/refund_ask': keepers,
  'post /fees/write_off_ask': keepers,
  'post /fees/claim_decide': atDesk('head', 'admin'),
  'post /fees/refund_pay': keepers,
  'get /fees/claims': readers,
  'post /fees/leaving_preview': readers,
  'post /fees/leaving_settle': keepers,
  'get /fees/period_lock': readers,
  'post /fees/period_lock': atDesk('finance', 'admin'),
}

/** What these calls send, for a record with this id. */
export const feeLedgerInput = (id: string) => ({
  opId: id,
  number: id,
  method: 'cash',
  amount: 1000,
  currency: 'QAR',
  payerId: id,
  receivedOn: '2030-03-03',
  paidOn: '2030-03-03',
  paymentId: id,
  printIds: [id],
  documentId: id,
  chargeId: id,
  claimId: id,
  runId: id,
  wished: [],
  lines: [{ chargeId: id, amount: 1000 }],
  scope: { year: 2030 },
  scopeHash: '',
  isApproved: true,
  requestedOn: '2030-03-03',
  note: 'Note',
  sums: { kept: 0, returned: 0 },
  until: '2030-03-02',
})
