import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows } from '#server/kernel/sql-lists.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { TillContext } from './till-context.ts'

/**
 * Reasons for staff to look at something although it counts; those of payment proofs stand beside them. Kept permanently, so an
 * id never changes its meaning.
 */
export type PosFlag =
  /** A unit price is not the item's, on the school's present price list. */
  | 'price-differs'
  /** A tax is not the school's, on its present price list, or of a code that the school does not have. */
  | 'tax-differs'
  /** Lines, taxes and totals do not follow from one another. */
  | 'totals-differ'
  /** The tenders do not settle the total, or their cash does not add up. */
  | 'tenders-differ'
  | 'currency-differs'
  | 'unknown-item'
  | 'unknown-customer'
  | 'unknown-cashier'
  | 'disabled-cashier'
  /** Whoever gave the discount has no right to, as the school has it now, or had no account any more. */
  | 'discount-not-allowed'
  /** More spent on account in a business day than the customer's limit. */
  | 'over-limit'
  /** The account is further below zero than its overdraft allows. */
  | 'below-zero'
  | 'shift-unknown'
  /** It came after its shift was closed; it belongs to that shift all the same. */
  | 'shift-closed'
  /** The shift was opened by another device. */
  | 'foreign-shift'
  | 'second-open-shift'
  /** A receipt's or shift's number that the till has used before in this epoch. */
  | 'number-repeated'
  /** Another operation has written this document before: nothing is written twice, the operation is kept. */
  | 'id-repeated'
  | 'sale-unknown'
  | 'already-voided'
  /** The sale was voided before it arrived: it is entered and taken back. */
  | 'voided-before'
  /** It was entered in place of an operation that never arrived. */
  | 'entered-again'
  /** The printed Z is not the one that follows from the rows. */
  | 'z-differs'

/** What is odd about one document; the operation's own flags come first. */
export interface Oddities {
  opId: string
  subjectId: string
  shiftId: string
  flags: ReadonlySet<string>
}

/** Puts what is odd on the list of exceptions. Does nothing for what is not. */
export async function noteOddities(tx: Tx, ctx: TillContext, odd: readonly Oddities[]): Promise<void> {
  const rows = odd.flatMap(({ flags, ...rest }) => [...flags].map((code) => ({ ...rest, code })))
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into pos_exceptions (school_id, op_id, code, subject_id, shift_id, at)
    select ${ctx.schoolId}::uuid, x."opId", x.code, x."subjectId", x."shiftId", ${toInstant(ctx.nowMs)}::timestamptz
    from jsonb_to_recordset(${jsonRows(rows)}) as x("opId" uuid, code text, "subjectId" uuid, "shiftId" uuid)
    on conflict do nothing`)
}
