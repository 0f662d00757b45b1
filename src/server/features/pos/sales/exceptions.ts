import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { givenRows } from '#server/kernel/given-rows.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { TillContext } from './till-context.ts'

/**
 * Flags for the exception list; those of payment proofs are defined beside them. Stored permanently, so an id never changes its
 * meaning.
 */
export type PosFlag =
  /** A unit price differs from the item's on the school's current price list. */
  | 'price-differs'
  /** Sold, offline as a rule, with a price of an earlier price list that has changed since. */
  | 'earlier-price'
  /** A tax differs from the school's current list, or has a code the school does not have. */
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
  /** The person who gave the discount has no permission as of now, or had no active account. */
  | 'discount-not-allowed'
  /** The person who took cash for an account has no permission as of now, or had no active account. */
  | 'top-up-not-allowed'
  /** A top-up outside what the school bounds, from a till that did not know it yet. */
  | 'top-up-limit'
  /** More was spent on account in a business day than the customer's limit. */
  | 'over-limit'
  /** The account is further below zero than its overdraft allows. */
  | 'below-zero'
  | 'shift-unknown'
  /** It arrived after its shift was closed; it belongs to that shift nevertheless. */
  | 'shift-closed'
  /** The shift was opened by another device. */
  | 'foreign-shift'
  | 'second-open-shift'
  /** A receipt or shift number that the till has used before in this epoch. */
  | 'number-repeated'
  /** Another operation has written this document before: nothing is written twice, the operation is kept. */
  | 'id-repeated'
  | 'sale-unknown'
  /** More was given back than was sold or paid: two tills without contact, as a rule. */
  | 'over-refunded'
  /** Given back for goods without a receipt. */
  | 'without-sale'
  /** The two documents of an exchange do not name one another. */
  | 'exchange-differs'
  /** A refund's amounts do not follow from its sale or from one another. */
  | 'refund-differs'
  /** Money went back another way than it may: what an account paid as cash, or to another account. */
  | 'refund-way'
  /** The sale was voided, so accounts got nothing more. */
  | 'refund-of-void'
  /** No account has paid for it, so accounts got nothing back. */
  | 'refund-unpaid'
  /** The person who refunded has no permission as of now. */
  | 'refund-not-allowed'
  /** The sale had been refunded, in part at least, before its void arrived: accounts got the rest. */
  | 'refunded-before'
  /** Beyond the limits of the person at the till, and nobody approved it. */
  | 'approval-missing'
  /** The approval was given for something else. */
  | 'approval-differs'
  /** The approver was the person who acted. */
  | 'approval-own'
  /** The approval was used more than 120 seconds after it was given. */
  | 'approval-late'
  /** The approval served another act before. */
  | 'approval-reused'
  /** The approver has no permission as of now, or had no active account. */
  | 'approver-not-allowed'
  /** The limits of the school forbid the act to the person or at the till. */
  | 'act-forbidden'
  /** The law's food list forbids it at the pupil's stage. */
  | 'law-broken'
  /** A rule of the school, the parents or the pupil denies it, and nobody gave a reason. */
  | 'rule-broken'
  /** More was spent than a limit of the account leaves: two tills without contact, as a rule. */
  | 'limit-broken'
  /** Cash left the drawer, and no other person approved or saw it. */
  | 'witness-missing'
  | 'already-voided'
  /** The sale was voided before it arrived: it is entered and reversed. */
  | 'voided-before'
  /** The witness was the person who acted, or has no active account. */
  | 'witness-wrong'
  /** The next shift has counted another float than this close left. */
  | 'float-differs'
  /** Counted and expected cash differ by more than the school tolerates. */
  | 'cash-differs'
  /** One of three differences with the same sign in ten shifts of one person. */
  | 'cash-differs-again'
  /** Notes and coins do not come to the amount that was counted, or more was left than counted. */
  | 'count-differs'
  /** It replaces an operation that never arrived. */
  | 'entered-again'
  /** The printed Z report differs from the one computed from the rows. */
  | 'z-differs'

/** Flags of one document; the operation's own come first. */
export interface ExceptionFlags {
  opId: string
  subjectId: string
  shiftId: string | null
  flags: ReadonlySet<string>
}

/** Adds flagged documents to the exception list. Ignores documents without flags. */
export async function recordExceptions(tx: Tx, ctx: TillContext, odd: readonly ExceptionFlags[]): Promise<void> {
  const rows = odd.flatMap(({ flags, ...rest }) => [...flags].map((code) => ({ ...rest, code })))
  if (rows.length === 0) return
  const given = givenRows(tx, ctx.schoolId, rows)
  await tx.execute(sql`
    insert into pos_exceptions (school_id, op_id, code, subject_id, shift_id, at)
    select ${given.school}, x."opId", x.code, x."subjectId", x."shiftId", ${toInstant(ctx.nowMs)}::timestamptz
    from ${given.rows} as x("opId" uuid, code text, "subjectId" uuid, "shiftId" uuid)
    on conflict do nothing`)
}
