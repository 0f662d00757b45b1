import { type Authority, anywhere, atDesk, proven } from './authority-groups.ts'

const readers = atDesk('finance', 'registrar', 'head', 'auditor', 'admin')
const receivers = anywhere('finance', 'admin')
const exporters = atDesk('finance', 'admin')
const keepers = atDesk('finance', 'admin')
const family = atDesk('family')

/** Rows of the calls about cheques, bank statements, online payments and what payers see themselves. */
export const feeOnlineAuthority: Readonly<Record<string, Authority>> = {
  'post /fees/cheque': receivers,
  'post /fees/cheque_move': receivers,
  'get /fees/cheques': readers,
  'get /fees/cheque_events': readers,
  'post /fees/bank_import': receivers,
  'get /fees/bank_lines': receivers,
  'post /fees/bank_decide': receivers,
  'get /fees/bank_transfers': receivers,
  'get /fees/bank_imports': receivers,
  'post /fees/bank_import_stop': receivers,
  'post /fees/bank_import_resume': receivers,
  'get /fees/gateways': keepers,
  'post /fees/gateway_set': proven(keepers),
  'post /fees/link': receivers,
  'get /fees/intents': readers,
  'post /fees/intent_ask': receivers,
  'post /fees/intent_book': receivers,
  'post /fees/intent_said': receivers,
  'post /fees/online_return': 'open',
  'post /fees/online_receipt': 'open',
  'post /fees/settlement_import': receivers,
  'post /fees/export_batch': exporters,
  'get /fees/export_batches': exporters,
  'post /fees/export_file': exporters,
  'get /fees/export_files': exporters,
  'post /fees/gateway_replay': keepers,
  'post /fees/paper': readers,
  'post /fees/statement': readers,
  'get /fees/page_links': readers,
  'post /fees/page_link': keepers,
  'post /fees/page_link_end': keepers,
  'post /fees/family_open': 'open',
  'post /fees/family_pay': 'open',
  'post /fees/family_paper': 'open',
  'post /fees/family_statement': 'open',
  'get /fees/my_account': family,
  'post /fees/my_pay': family,
  'post /fees/my_paper': family,
  'post /fees/my_statement': family,
  'post /fees/gateway_try': keepers,
  'get /fees/gateway_events': readers,
  'get /fees/settlements': readers,
}

/** What these calls send, for a record with this id. */
export const feeOnlineInput = (id: string) => ({
  // Not of another record: a cheque is a journal of its own.
  chequeId: '0190a5a5-0000-7000-8000-00000000ec01',
  bank: 'QNB',
  account: '1234',
  datedOn: '2030-03-03',
  step: 'deposit',
  movedOn: '2030-03-03',
  items: [{ chargeId: id, amount: 1000 }],
  lineId: id,
  importId: id,
  batchId: id,
  profile: 'neutral',
  intentId: id,
  // Not of another record, since the answer names it.
  linkId: '0190a5a5-0000-7000-8000-00000000ec02',
  asOf: '2030-03-03',
  settlementId: id,
  settledOn: '2030-03-03',
  gateway: 'tap',
  isEnabled: false,
  isLive: false,
  merchantCountry: 'QA',
})
