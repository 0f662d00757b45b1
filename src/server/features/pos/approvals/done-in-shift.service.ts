import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { ShiftId } from '#shared/kernel/ids.ts'
import type { DoneAct } from '#shared/pos/approvals/till-limits.rules.ts'

interface DoneRow extends Record<string, unknown> {
  act: DoneAct['act']
  by: DoneAct['by']
  amount: number | string
}

/**
 * Returns what was done in a shift as limits measure it (`doneInShift`), without the document `except`.
 * @param names true to count sales to people found by name alone, which reads all sales of the shift
 */
export async function doneOfShift(
  tx: Tx,
  schoolId: string,
  { shiftId, except, names = false }: { shiftId: ShiftId; except: string; names?: boolean },
): Promise<DoneAct[]> {
  const byName = sql`
    union all select 'name-only', s.cashier_id, 1 from sales s
    where s.school_id = ${schoolId} and s.shift_id = ${shiftId} and s.id <> ${except} and s.customer_proof = 'name'
      and exists (select 1 from tenders t where t.school_id = s.school_id and t.sale_id = s.id and t.kind = 'account')`
  const { rows } = await tx.execute<DoneRow>(sql`
    select 'void' as act, v.by, coalesce(s.total, w.amount, 0) as amount from sale_voids v
      left join sales s on s.school_id = v.school_id and s.id = v.sale_id
      left join top_ups w on w.school_id = v.school_id and w.id = v.sale_id
      where v.school_id = ${schoolId} and v.shift_id = ${shiftId} and v.id <> ${except}
    union all select case t.kind when 'cash' then 'refund-cash' else 'refund-account' end, f.by,
      t.amount + case t.kind when 'cash' then coalesce(t.rounding, 0) else 0 end
      from refunds f join refund_tenders t on t.school_id = f.school_id and t.refund_id = f.id and t.kind in ('cash', 'account')
      where f.school_id = ${schoolId} and f.shift_id = ${shiftId} and f.id <> ${except}
    union all select m.kind, m.by, case m.kind when 'no-sale' then 1 else m.amount end from cash_movements m
      where m.school_id = ${schoolId} and m.shift_id = ${shiftId} and m.id <> ${except} and m.kind <> 'paid-in'
    union all select 'top-up', u.by, u.amount from top_ups u
      where u.school_id = ${schoolId} and u.shift_id = ${shiftId} and u.id <> ${except}
    ${names ? byName : sql``}`)
  return rows.map(({ act, by, amount }) => ({ act, by, amount: Number(amount) }))
}
