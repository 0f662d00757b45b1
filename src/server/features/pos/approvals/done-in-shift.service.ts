import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { ShiftId } from '#shared/kernel/ids.ts'
import { freeVoidMs } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import type { DoneAct } from '#shared/pos/approvals/till-limits.rules.ts'

interface DoneRow extends Record<string, unknown> {
  act: DoneAct['act']
  by: DoneAct['by']
  amount: number | string
}

/**
 * Returns what was done in a shift as limits measure it (`doneInShift`), without the document `except`.
 * @param sales given to count also what is done in sales (prices, rules set aside, people found by name alone), which reads all sales of the
 * shift; those with these ids are left out
 */
export async function doneOfShift(
  tx: Tx,
  schoolId: string,
  { shiftId, except, sales }: { shiftId: ShiftId; except: string; sales?: readonly string[] | undefined },
): Promise<DoneAct[]> {
  const inSales = sql`
    union all select 'name-only', s.cashier_id, 1 from sales s
    where s.school_id = ${schoolId} and s.shift_id = ${shiftId} and s.id <> all(${uuidList([except, ...(sales ?? [])])}) and s.customer_proof = 'name'
      and exists (select 1 from tenders t where t.school_id = s.school_id and t.sale_id = s.id and t.kind = 'account')
    union all select x.act, s.cashier_id, count(*) from sales s
      join sale_lines l on l.school_id = s.school_id and l.sale_id = s.id
      cross join lateral (values ('price', l.price_override is not null), ('allergen', l.override_reason is not null)) as x(act, is_one)
      where s.school_id = ${schoolId} and s.shift_id = ${shiftId} and s.id <> all(${uuidList([except, ...(sales ?? [])])}) and x.is_one group by x.act, s.cashier_id`
  const { rows } = await tx.execute<DoneRow>(sql`
    select 'void' as act, v.by, coalesce(s.total, w.amount, 0) as amount from sale_voids v
      left join sales s on s.school_id = v.school_id and s.id = v.sale_id
      left join top_ups w on w.school_id = v.school_id and w.id = v.sale_id
      where v.school_id = ${schoolId} and v.shift_id = ${shiftId} and v.id <> ${except}
    union all select 'void-late', v.by, s.total from sale_voids v
      join sales s on s.school_id = v.school_id and s.id = v.sale_id and v.at > s.sold_at + make_interval(secs => ${freeVoidMs / 1000})
      where v.school_id = ${schoolId} and v.shift_id = ${shiftId} and v.id <> ${except}
    union all select 'void-late', v.by, w.amount from sale_voids v
      join top_ups w on w.school_id = v.school_id and w.id = v.sale_id and v.at > w.at + make_interval(secs => ${freeVoidMs / 1000})
      where v.school_id = ${schoolId} and v.shift_id = ${shiftId} and v.id <> ${except}
    union all select 'refund-without-receipt', f.by, f.total from refunds f
      where f.school_id = ${schoolId} and f.shift_id = ${shiftId} and f.id <> ${except} and f.without_sale
    union all select case t.kind when 'cash' then 'refund-cash' else 'refund-account' end, f.by,
      t.amount + case t.kind when 'cash' then coalesce(t.rounding, 0) else 0 end
      from refunds f join refund_tenders t on t.school_id = f.school_id and t.refund_id = f.id and t.kind in ('cash', 'account')
      where f.school_id = ${schoolId} and f.shift_id = ${shiftId} and f.id <> ${except}
    union all select m.kind, m.by, case m.kind when 'no-sale' then 1 else m.amount end from cash_movements m
      where m.school_id = ${schoolId} and m.shift_id = ${shiftId} and m.id <> ${except} and m.kind <> 'paid-in'
    union all select 'top-up', u.by, u.amount from top_ups u
      where u.school_id = ${schoolId} and u.shift_id = ${shiftId} and u.id <> ${except}
    ${sales ? inSales : sql``}`)
  return rows.map(({ act, by, amount }) => ({ act, by, amount: Number(amount) }))
}
