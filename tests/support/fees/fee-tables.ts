/** Tables of what a school has set for its fees: they name nobody. */
export const feeSetupTables = [
  'fee_components',
  'fee_plans',
  'fee_schedules',
  'fee_discount_rules',
  'fee_settings',
  'fee_gateways',
  'fee_period_locks',
]

/** Tables of ids, codes, days and amounts, which stay with the money when a file is erased. */
export const feeLedgerTables = [
  'fee_series',
  'fee_shares',
  'fee_plan_choices',
  'fee_billing_runs',
  'fee_billing_pupils',
  'fee_charges',
  'fee_documents',
  'fee_journals',
  'fee_postings',
  'fee_payments',
  'fee_allocations',
  'fee_payment_clearings',
  'fee_payment_returns',
  'fee_claim_ends',
  'fee_refund_attempts',
  'fee_receipt_prints',
  'fee_cheque_events',
  'fee_bank_imports',
  'fee_bank_stops',
  'fee_intents',
  'fee_settlements',
  'fee_settlement_lines',
  'fee_export_batches',
  'fee_export_journals',
]
