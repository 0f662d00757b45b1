import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { runBilling } from '#server/features/fees/billing/run-billing.service.ts'
import { type BillingRun, billingRun, previewBilling, startBilling } from '#shared/fees/billing-run.contract.ts'
import { feeAccount } from '#shared/fees/fee-account.contract.ts'
import { feeDocument } from '#shared/fees/fee-document.contract.ts'
import { type FeeReceipt, recordFeePayment } from '#shared/fees/fee-payment.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import type { TestSchool } from '#tests/support/factories.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'

export const newOpId = () => OpId.parse(crypto.randomUUID())

/** What the account of a child says. */
export async function accountOfChild(box: Box, caller: Caller, number: string) {
  const { status, body } = await call(box.app, caller, feeAccount, { number })
  if (status !== 200) throw new Error(`the account was refused: ${JSON.stringify(body)}`)
  return feeAccount.reply.parse(body)
}

export async function documentOf(box: Box, caller: Caller, documentId: string) {
  return feeDocument.reply.parse((await call(box.app, caller, feeDocument, { documentId })).body).document
}

type Payment = z.input<typeof recordFeePayment.body>

/** Money that came today in cash, unless said. @returns the receipt, or the id of the refusal */
export async function pay(
  box: Box,
  caller: Caller,
  payment: Pick<Payment, 'payerId'> & { amount: number } & Partial<Omit<Payment, 'amount'>>,
): Promise<FeeReceipt> {
  const whole = {
    opId: newOpId(),
    method: 'cash' as const,
    currency: 'QAR' as const,
    receivedOn: '2030-03-03',
    ...payment,
    amount: minor(payment.amount),
  }
  const { status, body } = await call(box.app, caller, recordFeePayment, whole)
  if (status !== 200) throw new Error(`the payment was refused: ${JSON.stringify(body)}`)
  return recordFeePayment.reply.parse(body).receipt
}

type Scope = Partial<z.input<typeof previewBilling.body>>

/** Previews, starts and finishes a billing run. */
export async function bill(
  box: Box,
  caller: Caller,
  { schoolId }: TestSchool,
  scope: Scope = {},
): Promise<z.infer<typeof BillingRun>> {
  const { body } = await call(box.app, caller, previewBilling, { year: 2030, ...scope })
  const { scopeHash } = previewBilling.reply.parse(body)
  const runId = newOpId()
  const started = await call(box.app, caller, startBilling, { runId, scope: { year: 2030, ...scope }, scopeHash })
  if (started.status !== 200) throw new Error(`the run was refused: ${JSON.stringify(started.body)}`)
  await runBilling(box.deps, schoolId, runId)
  return runOf(box, caller, runId)
}

export async function runOf(box: Box, caller: Caller, runId: string) {
  return billingRun.reply.parse((await call(box.app, caller, billingRun, { runId })).body).run
}

/**
 * What does not add up in the ledger of a school, by name; empty where all does: open items are the receivables, what no payment
 * settles is the credit of its payer, no item and no payment is allocated beyond its amount, no child has less than no seat
 * deposit, and what settled items by it is what left it; cash and cheques at hand are not below zero.
 * settles is the credit of its payer, no item and no payment is allocated beyond its amount. More than came may go back: of a
 * cheque that bounced after a refund.
 */
export async function ledgerFaults(box: Box, { schoolId }: TestSchool): Promise<unknown[]> {
  const { rows } = await box.db.owner.execute(sql`
    with balance as (
      select payer_id, account, sum(amount) as amount from (
        select payer_id, debit as account, amount from fee_postings where school_id = ${schoolId}
        union all select payer_id, credit, -amount from fee_postings where school_id = ${schoolId}) p group by 1, 2),
    charge as (
      select c.payer_id, c.id, c.net + c.tax as total, coalesce(sum(a.amount), 0) as settled
      from fee_charges c left join fee_allocations a on a.school_id = c.school_id and a.charge_id = c.id
      where c.school_id = ${schoolId} group by 1, 2, 3),
    payment as (
      select p.payer_id, p.id, p.amount, coalesce((select sum(a.amount) from fee_allocations a
        where a.school_id = p.school_id and a.source_id = p.id), 0) as allocated,
        coalesce((select sum(r.amount) from fee_payment_returns r
          where r.school_id = p.school_id and r.payment_id = p.id), 0) as returned
      from fee_payments p where p.school_id = ${schoolId})
    select 'sum of all accounts' as fault, null::uuid as id, sum(amount) as amount from balance having sum(amount) <> 0
    union all select 'charge settled beyond its amount', id, settled - total from charge where settled > total or settled < 0
    union all select 'payment allocated beyond its amount', id, allocated + returned - amount from payment
      where (allocated > 0 and allocated + returned > amount) or allocated < 0
    union all select 'receivable', coalesce(b.payer_id, c.payer_id), coalesce(b.amount, 0) - coalesce(c.open, 0)
      from (select * from balance where account = 'receivable') b
      full join (select payer_id, sum(total - settled) as open from charge group by 1) c on c.payer_id = b.payer_id
      where coalesce(b.amount, 0) <> coalesce(c.open, 0)
    union all select 'family credit', coalesce(b.payer_id, p.payer_id), coalesce(b.amount, 0) + coalesce(p.free, 0)
      from (select * from balance where account = 'family-credit') b
      full join (select payer_id, sum(amount - allocated - returned) as free from payment group by 1) p on p.payer_id = b.payer_id
      where coalesce(b.amount, 0) + coalesce(p.free, 0) <> 0
    union all select 'seat deposit', student_id, sum(amount) from (
        select student_id, amount from fee_postings where school_id = ${schoolId} and debit = 'seat-deposits'
        union all select student_id, -amount from fee_postings where school_id = ${schoolId} and credit = 'seat-deposits') s
      group by 2 having sum(amount) > 0
    union all select account, null, sum(amount) from balance where account in ('cash', 'cheques-held') group by 1
      having sum(amount) < 0`)
  return rows
}

/** Numbers of a kind of document in the order of issue. */
export async function numbersOf(box: Box, { schoolId }: TestSchool, kind: string): Promise<string[]> {
  const { rows } = await box.db.owner.execute<{ number: string }>(sql`
    select number from fee_documents where school_id = ${schoolId} and kind = ${kind} order by series_year, no`)
  return rows.map(({ number }) => number)
}
