import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { isoText } from '#server/kernel/sql-values.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { ShiftId, UserId } from '#shared/kernel/ids.ts'
import type { ShiftException, ShiftSummary } from '#shared/pos/pos-report.contract.ts'
import { type BusinessDays, isWithin } from '../reports/business-days.ts'

interface ShiftFilter extends BusinessDays {
  schoolId: string
  shiftId?: ShiftId
  /** Code of a till. */
  till?: string | undefined
  /** Limits to shifts that this person opened or closed. */
  by?: UserId | undefined
  limit: number
}

const nobody: Bilingual = { en: '', ar: '' }

/** Lists shifts of the school, the last opened first. */
export async function listShifts(tx: Tx, filter: ShiftFilter): Promise<ShiftSummary[]> {
  const { rows } = await tx.execute<ShiftRow>(sql`
    select h.id, h.no, h.business_day::text as business_day, s.code || '-' || t.code || '-' || h.epoch as series,
      t.name as till, ${isoText('h.opened_at')} as opened_at, ${isoText('h.closed_at')} as closed_at,
      (select u.name from users u where u.school_id = ${filter.schoolId} and u.id = h.opened_by) as opened_by,
      (select u.name from users u where u.school_id = ${filter.schoolId} and u.id = h.closed_by) as closed_by,
      coalesce(e.n, 0)::int as exceptions
    from shifts h
    join tills t on t.school_id = h.school_id and t.id = h.till_id
    join sites s on s.school_id = t.school_id and s.id = t.site_id
    left join (select shift_id, count(*) as n from pos_exceptions where school_id = ${filter.schoolId} group by shift_id) e
      on e.shift_id = h.id
    where ${conditionsOf(filter)}
    order by h.opened_at desc, h.id desc limit ${filter.limit}`)
  return rows.map((row) => ({
    shiftId: row.id,
    no: row.no,
    businessDay: row.business_day,
    series: row.series,
    till: row.till,
    openedAt: row.opened_at,
    openedBy: row.opened_by ?? nobody,
    closedAt: row.closed_at,
    closedBy: row.closed_at === null ? null : (row.closed_by ?? nobody),
    exceptionCount: row.exceptions,
  }))
}

interface ShiftRow extends Record<string, unknown> {
  id: ShiftId
  no: number
  business_day: string
  series: string
  till: Bilingual
  opened_at: string
  closed_at: string | null
  opened_by: Bilingual | null
  closed_by: Bilingual | null
  exceptions: number
}

function conditionsOf({ schoolId, shiftId, till, by, ...days }: ShiftFilter): SQL {
  const conditions = [
    sql`h.school_id = ${schoolId}`,
    shiftId !== undefined && sql`h.id = ${shiftId}`,
    isWithin(sql`h.business_day`, days),
    till !== undefined && sql`t.code = ${till}`,
    by !== undefined && sql`${by}::uuid in (h.opened_by, h.closed_by)`,
  ]
  return sql.join(
    conditions.filter((condition) => condition !== false && condition !== undefined),
    sql` and `,
  )
}

/** Lists the exceptions of a shift, oldest first. */
export async function listExceptions(tx: Tx, schoolId: string, shiftId: ShiftId): Promise<ShiftException[]> {
  const { rows } = await tx.execute<{ op_id: string; code: string; receipt_no: string | null; at: string }>(sql`
    select e.op_id, e.code, ${isoText('e.at')} as at, coalesce(s.receipt_no, o.receipt_no, w.receipt_no, f.receipt_no) as receipt_no
    from pos_exceptions e
    left join sales s on s.school_id = e.school_id and s.id = e.subject_id
    left join sale_voids v on v.school_id = e.school_id and v.id = e.subject_id
    left join top_ups w on w.school_id = e.school_id and w.id = coalesce(v.sale_id, e.subject_id)
    left join refunds f on f.school_id = e.school_id and f.id = e.subject_id
    left join sales o on o.school_id = v.school_id and o.id = v.sale_id
    where e.school_id = ${schoolId} and e.shift_id = ${shiftId}
    order by e.at, receipt_no, e.op_id, e.code`)
  return rows.map(({ op_id: opId, receipt_no: receiptNo, ...rest }) => ({ opId, ...rest, receiptNo }))
}
