import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { isoText } from '#server/kernel/sql-values.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Reason, Transaction } from '#shared/pos/pos-report.contract.ts'
import { approverOf, reasonRows } from './reasons.ts'
import { keysOf, type TransactionKeys } from './transaction-keys.ts'

/** Report row from the tables. Instants are ISO text, amounts whole minor units. */
export interface TransactionRow extends Record<string, unknown> {
  id: string
  kind: Transaction['kind']
  receipt_no: string | null
  at: string
  received_at: string | null
  business_day: string
  till: string | null
  shift_no: number | null
  cashier: Bilingual | null
  customer: { name: Bilingual; admissionNo: string } | null
  item_count: number
  amount: number | string
  tenders: { kind: string; amount: number }[]
  voided: boolean
  flags: string[]
  reasons: Reason[]
}

/**
 * Lists sales, voids, refunds, top-ups, cash movements, and openings and closings of shifts, newest first. The page is found on the keys alone, in
 * each table separately; only its rows are then looked up.
 */
export async function listTransactions(tx: Tx, filter: TransactionKeys): Promise<TransactionRow[]> {
  const { rows } = await tx.execute<TransactionRow>(sql`
    with keys as (${keysOf(filter)}), page as (select * from keys order by at desc, id desc limit ${filter.limit})
    select p.id, p.kind, coalesce(s.receipt_no, w.receipt_no, f.receipt_no) as receipt_no, ${isoText('p.at')} as at, ${isoText('p.received_at')} as received_at,
      coalesce(s.business_day, w.business_day, f.business_day, h.business_day, (select ((p.at at time zone z.time_zone) - make_interval(mins => z.cutover_minute))::date
        from schools z where z.school_id = ${filter.schoolId}))::text as business_day, t.code as till,
      h.no as shift_no, u.name as cashier,
      case when c.id is null then null else jsonb_build_object('name', c.name, 'admissionNo', c.admission_no) end
        as customer,
      case when f.id is null then (select coalesce(sum(ceil(l.qty_milli / 1000.0)), 0)::int from sale_lines l
        where l.school_id = ${filter.schoolId} and l.sale_id = s.id)
        else (select coalesce(sum(ceil(l.qty_milli / 1000.0)), 0)::int from refund_lines l
        where l.school_id = ${filter.schoolId} and l.refund_id = f.id) end as item_count,
      coalesce(p.amount, -s.total, -w.amount, 0) as amount,
      case when f.id is null then (select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'amount', d.amount) order by d.id), '[]')
        from tenders d where d.school_id = ${filter.schoolId} and d.sale_id = s.id)
        else (select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'amount', -d.amount) order by d.n), '[]')
        from refund_tenders d where d.school_id = ${filter.schoolId} and d.refund_id = f.id) end as tenders,
      p.kind in ('sale', 'top-up') and exists (select from sale_voids v
        where v.school_id = ${filter.schoolId} and v.sale_id = p.id) as voided,
      case when p.kind = 'sale' then to_jsonb(s.flags) else coalesce((select jsonb_agg(e.code order by e.code)
        from pos_exceptions e where e.school_id = ${filter.schoolId} and e.subject_id = p.id), '[]') end as flags,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', r.kind, 'text', r.text, 'by', b.name, 'item', r.item,
          'approvedBy', ${approverOf(filter.schoolId, sql`r.subject_id`, sql`r.kind`)})
          order by r.n), '[]')
        from (${reasonRows(filter.schoolId)}) r left join users b on b.school_id = ${filter.schoolId} and b.id = r.by
        where r.shift_id = p.shift_id and r.subject_id = p.id) as reasons
    from page p
    left join sales s on s.school_id = ${filter.schoolId} and s.id = p.sale_id
    left join top_ups w on w.school_id = ${filter.schoolId}
      and w.id = case p.kind when 'top-up' then p.id when 'void' then p.sale_id end
    left join refunds f on f.school_id = ${filter.schoolId} and f.id = p.id and p.kind = 'refund'
    left join shifts h on h.school_id = ${filter.schoolId} and h.id = p.shift_id
    left join tills t on t.school_id = ${filter.schoolId} and t.id = coalesce(s.till_id, w.till_id, f.till_id, h.till_id)
    left join users u on u.school_id = ${filter.schoolId} and u.id = p.by
    left join customers c on c.school_id = ${filter.schoolId} and c.id = coalesce(s.customer_id, w.customer_id, f.customer_id)
    order by p.at desc, p.id desc`)
  return rows
}
