import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { ShiftId } from '#shared/kernel/ids.ts'
import { type Minor, minor } from '#shared/kernel/money.ts'
import type { CardSlip } from '#shared/pos/pos-report.contract.ts'

/** Lists the card payments of a shift's sales that stand, by receipt, to be compared with the slips of the terminal. */
export async function listCardSlips(tx: Tx, schoolId: string, shiftId: ShiftId): Promise<CardSlip[]> {
  const { rows } = await tx.execute<{ receipt_no: string; terminal_ref: string; amount: Minor | string }>(sql`
    select s.receipt_no, coalesce(t.terminal_ref, '') as terminal_ref, t.amount
    from tenders t join sales s on s.school_id = t.school_id and s.id = t.sale_id
    where t.school_id = ${schoolId} and t.kind = 'card' and s.shift_id = ${shiftId}
      and not exists (select 1 from sale_voids v where v.school_id = ${schoolId} and v.sale_id = s.id)
    order by s.receipt_no, t.id`)
  return rows.map(({ receipt_no: receiptNo, terminal_ref: terminalRef, amount }) => {
    return { receiptNo, terminalRef, amount: minor(Number(amount)) }
  })
}
