import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { ShiftId } from '#shared/kernel/ids.ts'
import type { ShiftReport } from '#shared/pos/shift.contract.ts'
import { shiftReport } from '#shared/pos/shift-report.rules.ts'
import { findShift, readShiftRows, type Shift } from './shifts/shift-rows.ts'

/**
 * Returns the X report (while the shift is open) or Z report of a shift, from its rows by the rules the till uses. @throws
 * AppError request.not-found
 */
export async function posReport(
  tx: Tx,
  schoolId: string,
  shiftId: ShiftId,
): Promise<{ shift: Shift; report: ShiftReport }> {
  const shift = await findShift(tx, schoolId, shiftId)
  if (!shift) throw new AppError('request.not-found', { field: 'shiftId' })
  return { shift, report: shiftReport(await readShiftRows(tx, schoolId, shift)) }
}

const maxMissing = 1000

/**
 * Returns receipt numbers missing although the next one has arrived, in this shift, of the series of its till and epoch: lowest
 * first, at most a thousand. A number between two shifts counts for the later one; one on its way counts until it arrives.
 */
export async function missingReceipts(
  tx: Tx,
  schoolId: string,
  { id, tillId, epoch }: Pick<Shift, 'id' | 'tillId' | 'epoch'>,
): Promise<number[]> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    select n::int as n from (
      select receipt_seq as upper, is_here, coalesce(lag(receipt_seq) over (order by receipt_seq), 0) as lower
      from (select receipt_seq, bool_or(shift_id = ${id}) as is_here from (
          select receipt_seq, shift_id from sales
          where school_id = ${schoolId} and till_id = ${tillId} and epoch = ${epoch}
          union all select receipt_seq, shift_id from top_ups
          where school_id = ${schoolId} and till_id = ${tillId} and epoch = ${epoch}
          union all select receipt_seq, shift_id from refunds
          where school_id = ${schoolId} and till_id = ${tillId} and epoch = ${epoch}) receipts
        group by receipt_seq) numbers
    ) steps cross join lateral generate_series(lower + 1, least(upper - 1, lower + ${maxMissing}::int)) as n
    where is_here and upper > lower + 1 order by n limit ${maxMissing}`)
  return rows.map(({ n }) => n)
}
