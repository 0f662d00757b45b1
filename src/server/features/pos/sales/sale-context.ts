import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows } from '#server/kernel/sql-values.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { deletionOf } from '../reports/days/unsum-days.service.ts'
import type { PosFlag } from './exceptions.ts'
import type { TillContext } from './till-context.ts'

/** Till, epoch and shift of a sale, and existing rows that collide. */
export interface SaleContext {
  tillId: string
  epoch: number
  /** True if a sale with this id exists. */
  taken: boolean
  /** True if its void arrived first. */
  voided: boolean
  /** Its tenders whose ids belong to other sales. */
  takenTenders: string[]
  flags: PosFlag[]
}

interface PlaceRow extends Record<string, unknown> {
  till_id: string | null
  epoch: number | null
  foreign: boolean | null
  closed: boolean
  taken: boolean
  number_taken: boolean
  voided: boolean
  taken_tenders: string[]
}

/*
 * Each look-up is lateral and limited to one row, so that it stays one probe of an index. With `exists` or `any` the planner,
 * lacking statistics of a growing table, reads all sales of the school instead. What a look-up compares with is a column of a
 * materialized part: under row-level security `coalesce` of a column is no condition of an index, and each look-up would read the
 * numbers of all tills of the school.
 */

/**
 * Resolves the place of each sale, in order, and lets reports read their days from the documents again: one statement for both. Till and epoch are the shift's: a device paired again still submits what it sold
 * before. Without a shift they are the device's own.
 */
export async function resolveSaleContexts(tx: Tx, ctx: TillContext, sales: readonly Sale[]): Promise<SaleContext[]> {
  const { schoolId, device } = ctx
  const asked = sales.map(({ id, shiftId, receiptSeq, businessDay, tenders }, at) => {
    return { at, id, shiftId, receiptSeq, businessDay, tenderIds: tenders.map((t) => t.id) }
  })
  const { rows } = await tx.execute<PlaceRow>(sql`
    with a as materialized (
      select given.*, h.till_id, h.epoch, h.device_id, h.closed_at, h.business_day as shift_day, coalesce(h.till_id, ${device.tillId}::uuid) as number_till,
        coalesce(h.epoch, ${device.epoch}::int) as number_epoch
      from jsonb_to_recordset(${jsonRows(asked)})
        as given(at int, id uuid, "shiftId" uuid, "receiptSeq" int, "businessDay" date, "tenderIds" uuid[])
      left join shifts h on h.school_id = ${schoolId} and h.id = given."shiftId"
    ), unsummed as (${deletionOf(schoolId, sql`select unnest(array[a."businessDay", a.shift_day]) from a`)})
    select a.till_id, a.epoch, a.device_id <> ${device.deviceId}::uuid as foreign, a.closed_at is not null as closed,
      coalesce(same.hit, false) as taken, coalesce(number.hit, false) as number_taken,
      coalesce(undone.hit, false) as voided, paid.ids as taken_tenders
    from a
    left join lateral (select true as hit from sales s where s.school_id = ${schoolId} and s.id = a.id limit 1) same on true
    left join lateral (
      (select true as hit from sales s where s.school_id = ${schoolId} and s.till_id = a.number_till
        and s.epoch = a.number_epoch and s.receipt_seq = a."receiptSeq" limit 1)
      union all (select true from top_ups u where u.school_id = ${schoolId} and u.till_id = a.number_till
        and u.epoch = a.number_epoch and u.receipt_seq = a."receiptSeq" limit 1)
      union all (select true from refunds f where f.school_id = ${schoolId} and f.till_id = a.number_till
        and f.epoch = a.number_epoch and f.receipt_seq = a."receiptSeq" limit 1)
      limit 1) number on true
    left join lateral (select true as hit from sale_voids v
      where v.school_id = ${schoolId} and v.sale_id = a.id limit 1) undone on true
    left join lateral (select coalesce(jsonb_agg(known.id), '[]') as ids from unnest(a."tenderIds") as each(id)
      cross join lateral (select t.id from tenders t
        where t.school_id = ${schoolId} and t.id = each.id limit 1) known) paid on true
    order by a.at`)
  return rows.map((row) => ({
    tillId: row.till_id ?? device.tillId,
    epoch: row.epoch ?? device.epoch,
    taken: row.taken,
    voided: row.voided,
    takenTenders: row.taken_tenders,
    flags: flagsOf(row),
  }))
}

function flagsOf(row: PlaceRow): PosFlag[] {
  const flags: PosFlag[] = row.number_taken ? ['number-repeated'] : []
  if (row.voided) flags.push('voided-before')
  if (row.till_id === null) return ['shift-unknown', ...flags]
  if (row.closed) flags.push('shift-closed')
  if (row.foreign) flags.push('foreign-shift')
  return flags
}
