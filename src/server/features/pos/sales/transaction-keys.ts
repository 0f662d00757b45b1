import { type SQL, sql } from 'drizzle-orm'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { CustomerId, UserId } from '#shared/kernel/ids.ts'
import type { Minor } from '#shared/kernel/money.ts'
import type { PaidWith } from '#shared/pos/reports/transaction-filter.contract.ts'

/** What a search means: any of these. */
export interface Sought {
  /** Part of a receipt's number, in small letters. */
  receipt: string
  customerIds: readonly CustomerId[]
  cashierIds: readonly UserId[]
  /** In whichever direction it moved. */
  amount: Minor | undefined
}

export interface TransactionKeys {
  schoolId: string
  /** Business days, the first and the last. */
  from?: string | undefined
  until?: string | undefined
  /** Code of a till. */
  till?: string | undefined
  paidWith?: PaidWith | undefined
  sought?: Sought | undefined
  before?: { at: string; id: string } | undefined
  /** Limits to this person's own. */
  by?: UserId | undefined
  limit: number
}

/** Selects keys from the seven sources, each limited to a page: `id, kind, at, received_at, sale_id, shift_id, by, amount`. */
export function keysOf(filter: TransactionKeys): SQL {
  const { schoolId } = filter
  const ofShift = sql`from shifts h where h.school_id = ${schoolId}`
  const nobody = sql`null::uuid, null::text`
  const sources = [
    sql`select s.id, 'sale' as kind, s.sold_at as at, s.received_at, s.id as sale_id, s.shift_id,
        s.cashier_id as by, s.total as amount, s.business_day as day, s.till_id, s.customer_id, s.receipt_no
      from sales s where s.school_id = ${schoolId}`,
    voidKeys(filter),
    sql`select m.id, m.kind, m.at, m.received_at, null::uuid, m.shift_id, m.by, m.amount, h.business_day,
        h.till_id, ${nobody}
      from cash_movements m left join shifts h on h.school_id = m.school_id and h.id = m.shift_id
      where m.school_id = ${schoolId}`,
    sql`select w.id, 'top-up', w.at, w.received_at, null::uuid, w.shift_id, w.by, w.amount, w.business_day, w.till_id,
        w.customer_id, w.receipt_no
      from top_ups w where w.school_id = ${schoolId}`,
    sql`select f.id, 'refund', f.at, f.received_at, null::uuid, f.shift_id, f.by, -f.total, f.business_day, f.till_id,
        f.customer_id, f.receipt_no
      from refunds f where f.school_id = ${schoolId}`,
    sql`select h.id, 'shift-open', h.opened_at, null::timestamptz, null::uuid, h.id, h.opened_by,
        h.float_amount, h.business_day, h.till_id, ${nobody} ${ofShift}`,
    sql`select overlay(h.id::text placing '8' from 15 for 1)::uuid, 'shift-close', h.closed_at,
        null::timestamptz, null::uuid, h.id, h.closed_by, h.counted_cash, h.business_day, h.till_id, ${nobody}
      ${ofShift} and h.closed_at is not null`,
  ]
  return sql.join(
    sources.map((rows) => branch(rows, filter)),
    sql` union all `,
  )
}

/** What a void is of is looked up only for a search: a page of all voids does without. */
function voidKeys({ schoolId, sought }: TransactionKeys): SQL {
  const of = sought
    ? sql`coalesce(-s.total, -w.amount), h.business_day, h.till_id, coalesce(s.customer_id, w.customer_id),
        coalesce(s.receipt_no, w.receipt_no)`
    : sql`null::bigint, h.business_day, h.till_id, null::uuid, null::text`
  const documents = sql`left join sales s on s.school_id = v.school_id and s.id = v.sale_id
      left join top_ups w on w.school_id = v.school_id and w.id = v.sale_id`
  return sql`select v.id, 'void', v.at, v.received_at, v.sale_id, v.shift_id, v.by, ${of}
      from sale_voids v left join shifts h on h.school_id = v.school_id and h.id = v.shift_id
      ${sought ? documents : sql``} where v.school_id = ${schoolId}`
}

const columns = sql.raw('id, kind, at, received_at, sale_id, shift_id, by, amount')

function branch(rows: SQL, filter: TransactionKeys): SQL {
  const { schoolId, from, until, till, paidWith, sought, before, by, limit } = filter
  const conditions = [
    from !== undefined && sql`day >= ${from}::date`,
    until !== undefined && sql`day <= ${until}::date`,
    till !== undefined && sql`till_id in (select id from tills where school_id = ${schoolId} and code = ${till})`,
    paidWith !== undefined && wasPaid(schoolId, paidWith),
    sought !== undefined && isSought(sought),
    by !== undefined && sql`by = ${by}::uuid`,
    before && sql`(at, id) < (${before.at}::timestamptz, ${before.id}::uuid)`,
  ].filter((condition) => condition !== false && condition !== undefined)
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const named = sql`(${rows}) as b(id, kind, at, received_at, sale_id, shift_id, by, amount, day, till_id, customer_id, receipt_no)`
  return sql`(select ${columns} from ${named} ${where} order by at desc, id desc limit ${limit})`
}

/** Cash that is put into a drawer or taken out of it pays nothing; a top-up is always paid in cash. */
function wasPaid(schoolId: string, kind: PaidWith): SQL {
  const isCash = sql`${kind}::text = 'cash'`
  return sql`case
    when b.kind in ('sale', 'void') then exists (select from tenders d
        where d.school_id = ${schoolId} and d.sale_id = b.sale_id and d.kind = ${kind})
      or ${isCash} and exists (select from top_ups d where d.school_id = ${schoolId} and d.id = b.sale_id)
    when b.kind = 'refund' then exists (select from refund_tenders d
        where d.school_id = ${schoolId} and d.refund_id = b.id and d.kind = ${kind})
    else b.kind = 'top-up' and ${isCash} end`
}

function isSought({ receipt, customerIds, cashierIds, amount }: Sought): SQL {
  return sql`(position(${receipt}::text in lower(b.receipt_no)) > 0 or b.customer_id = any(${uuidList(customerIds)})
    or b.by = any(${uuidList(cashierIds)}) ${amount === undefined ? sql`` : sql`or abs(b.amount) = ${amount}`})`
}
