import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { isoText } from '#server/kernel/sql-values.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { ShiftId, UserId } from '#shared/kernel/ids.ts'
import type { ShiftApprover, ShiftReason } from '#shared/pos/pos-report.contract.ts'

/**
 * What people at tills gave as their reason, and who did or approved it, from the eight places that keep one:
 * `kind, text, by, item, subject_id, shift_id, receipt_no, at, n`. `subject_id` is the id under which the transaction report lists it.
 */
export const reasonRows = (schoolId: string): SQL => sql`
  select 'allergy' as kind, l.override_reason as text, s.cashier_id as by, l.name as item, s.id as subject_id, s.shift_id,
    s.receipt_no, s.sold_at as at, l.n
  from sale_lines l join sales s on s.school_id = l.school_id and s.id = l.sale_id
  where l.school_id = ${schoolId} and l.override_reason is not null
  union all
  select 'discount', s.discount->>'reason', (s.discount->>'by')::uuid, null, s.id, s.shift_id, s.receipt_no, s.sold_at, 1000
  from sales s where s.school_id = ${schoolId} and s.discount->>'reason' is not null
  union all
  select 'line-discount', l.own_discount->>'reason', (l.own_discount->>'by')::uuid, l.name, s.id, s.shift_id, s.receipt_no,
    s.sold_at, l.n
  from sale_lines l join sales s on s.school_id = l.school_id and s.id = l.sale_id
  where l.school_id = ${schoolId} and l.own_discount is not null
  union all
  select 'price', l.price_override->>'reason', (l.price_override->>'by')::uuid, l.name, s.id, s.shift_id, s.receipt_no,
    s.sold_at, l.n
  from sale_lines l join sales s on s.school_id = l.school_id and s.id = l.sale_id
  where l.school_id = ${schoolId} and l.price_override is not null
  union all
  select 'void', v.reason, v.by, null, v.id, v.shift_id, coalesce(o.receipt_no, w.receipt_no), v.at, 1001
  from sale_voids v left join sales o on o.school_id = v.school_id and o.id = v.sale_id
  left join top_ups w on w.school_id = v.school_id and w.id = v.sale_id where v.school_id = ${schoolId}
  union all
  select 'cash', m.reason, m.by, null, m.id, m.shift_id, null, m.at, 1002
  from cash_movements m where m.school_id = ${schoolId}
  union all
  select 'refund', f.reason, f.by, null, f.id, f.shift_id, f.receipt_no, f.at, 1004
  from refunds f where f.school_id = ${schoolId}
  union all
  select 'difference', h.difference_reason, h.closed_by, null, overlay(h.id::text placing '8' from 15 for 1)::uuid, h.id, null,
    h.closed_at, 1003
  from shifts h where h.school_id = ${schoolId} and h.difference_reason <> ''`

/** Name of who approved the act of a document, of a reason of `kind` there its own act; null for nobody. */
export const approverOf = (schoolId: string, subjectId: SQL, kind: SQL = sql`''`): SQL => sql`
  (select p.name from approvals a join users p on p.school_id = a.school_id and p.id = a.by
    where a.school_id = ${schoolId}
      and (a.subject_id = ${subjectId} or (a.subject_id is null and a.op_id = ${subjectId}))
      and case ${kind} when 'allergy' then a.act = 'allergen' when 'discount' then a.act = 'discount'
        when 'line-discount' then a.act in ('line-discount', 'price') when 'price' then a.act in ('line-discount', 'price')
        else true end
    order by a.at, a.id limit 1)`

/** Lists who approved acts of a shift, for the names on its report. */
export async function listApprovers(tx: Tx, schoolId: string, shiftId: ShiftId): Promise<ShiftApprover[]> {
  const { rows } = await tx.execute<{ id: UserId; name: Bilingual }>(sql`
    select u.id, u.name from users u where u.school_id = ${schoolId}
      and u.id in (select a.by from approvals a where a.school_id = ${schoolId} and a.shift_id = ${shiftId}) order by u.id`)
  return rows.map(({ id, name }) => ({ userId: id, name }))
}

/** Lists the reasons given in a shift, oldest first. */
export async function listShiftReasons(tx: Tx, schoolId: string, shiftId: ShiftId): Promise<ShiftReason[]> {
  const { rows } = await tx.execute<
    Omit<ShiftReason, 'receiptNo' | 'approvedBy'> & { receipt_no: string | null; approved_by: Bilingual | null }
  >(sql`
    select r.kind, r.text, u.name as by, r.item, r.receipt_no, ${approverOf(schoolId, sql`r.subject_id`, sql`r.kind`)} as approved_by, ${isoText('r.at')} as at
    from (${reasonRows(schoolId)}) r left join users u on u.school_id = ${schoolId} and u.id = r.by
    where r.shift_id = ${shiftId} order by r.at, r.subject_id, r.n`)
  return rows.map(({ receipt_no: receiptNo, approved_by: approvedBy, kind, text, by, item, at }) => {
    return { kind, text, by, item, approvedBy, receiptNo, at }
  })
}
