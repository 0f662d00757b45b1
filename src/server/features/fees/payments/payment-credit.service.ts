import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { FeeMethod } from '#shared/fees/fee-values.contract.ts'
import { type Minor, minor } from '#shared/kernel/money.ts'

/** What of a payment is where, in minor units. amount − returned − allocated = free, the payer's credit. */
export interface PaymentState {
  paymentId: string
  payerId: string
  method: FeeMethod
  amount: Minor
  /** Bounced or refunded. */
  returned: Minor
  allocated: Minor
  free: Minor
  /** Cheque that has not cleared. */
  isHeld: boolean
}

type Of = { payerIds: readonly string[] } | { paymentIds: readonly string[] }

const only = (of: Of): SQL =>
  'payerIds' in of ? sql`p.payer_id = any(${uuidList(of.payerIds)})` : sql`p.id = any(${uuidList(of.paymentIds)})`

/** Returns payments with what of each is allocated and free, the earliest first. */
export async function paymentStates(tx: Tx, schoolId: string, of: Of): Promise<PaymentState[]> {
  const { rows } = await tx.execute<Record<string, unknown> & Omit<PaymentState, 'free'>>(sql`
    select p.id as "paymentId", p.payer_id as "payerId", p.method, p.amount,
      coalesce((select sum(r.amount) from fee_payment_returns r
        where r.school_id = ${schoolId} and r.payment_id = p.id), 0) as returned,
      coalesce((select sum(a.amount) from fee_allocations a
        where a.school_id = ${schoolId} and a.source_id = p.id and a.source = 'payment'), 0) as allocated,
      p.method = 'cheque' and l.payment_id is null and not exists (select from fee_payment_returns r
        where r.school_id = ${schoolId} and r.payment_id = p.id and r.kind = 'bounced') as "isHeld"
    from fee_payments p
    left join fee_payment_clearings l on l.school_id = p.school_id and l.payment_id = p.id
    where p.school_id = ${schoolId} and ${only(of)}
    order by p.recorded_at, p.id`)
  return rows.map(({ paymentId, payerId, method, isHeld, ...row }) => {
    const [amount, returned, allocated] = [row.amount, row.returned, row.allocated].map((each) => minor(Number(each)))
    const free = minor(Number(amount) - Number(returned) - Number(allocated))
    return {
      paymentId,
      payerId,
      method,
      isHeld,
      amount: minor(Number(amount)),
      returned: minor(Number(returned)),
      allocated: minor(Number(allocated)),
      free,
    }
  })
}
