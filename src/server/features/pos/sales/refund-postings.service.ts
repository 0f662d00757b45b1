import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import { minor, negate } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { Refund, RefundTender } from '#shared/pos/refunds/refund.contract.ts'
import type { Posting } from '../accounts/ledger.service.ts'

/** What an account tender took, and what refunds have given back of it: the family's part and the school's, minor units. */
interface PaidParts {
  family: number
  school: number
}

interface PartRow extends Record<string, unknown> {
  tender: string
  family: number | string
  school: number | string
}

/** Returns what is left of each account tender after the refunds entered before; no entry for one that charged nothing. */
async function leftOfTenders(tx: Tx, schoolId: string, tenderIds: readonly string[]): Promise<Map<string, PaidParts>> {
  const { rows } = await tx.execute<PartRow>(sql`
    with moved as (
      select e.source_id as tender, e.kind, e.amount from account_entries e
      where e.school_id = ${schoolId} and e.source_id = any(${uuidList(tenderIds)})
        and e.kind in ('sale', 'entitlement', 'void', 'entitlement-void')
      union all
      select t.sale_tender_id, e.kind, e.amount from refund_tenders t
      join account_entries e on e.school_id = t.school_id and e.source_id = t.id
        and e.kind in ('refund', 'refund-credit', 'entitlement-refund', 'entitlement-reclaim')
      where t.school_id = ${schoolId} and t.sale_tender_id = any(${uuidList(tenderIds)}) and t.kind = 'account')
    select tender, -sum(amount) as family,
      coalesce(sum(amount) filter (where kind like 'entitlement%'), 0) as school
    from moved group by tender`)
  return new Map(rows.map((r) => [r.tender, { family: Number(r.family), school: Number(r.school) }]))
}

export interface RefundedTo {
  refund: Pick<Refund, 'businessDay' | 'at' | 'tenders'>
  /** Business day of the sale, and its account tenders; undefined for a sale that has not arrived. */
  sale: { businessDay: Day; accountTenders: ReadonlySet<string> } | undefined
}

/**
 * Returns the entries of a refund's account parts. The family gets back first what it paid itself; the rest was the school's, and
 * goes back to the day's allowance, or to the school once the day is over. `unpaid`: parts of purchases that no account has
 * paid, which give nothing back.
 */
export async function refundPostings(
  tx: Tx,
  schoolId: string,
  { refund, sale }: RefundedTo,
): Promise<{ postings: Posting[]; unpaid: boolean }> {
  const accountParts = refund.tenders.filter((t) => t.kind === 'account')
  const charged = accountParts.map((t) => t.saleTenderId).filter((id) => sale?.accountTenders.has(id))
  const left = charged.length === 0 ? new Map<string, PaidParts>() : await leftOfTenders(tx, schoolId, charged)
  let unpaid = false
  const postings = accountParts.flatMap((tender): Posting[] => {
    if (!sale?.accountTenders.has(tender.saleTenderId)) return [credit(refund, tender)]
    const parts = left.get(tender.saleTenderId)
    if (!parts) {
      unpaid = true
      return []
    }
    const family = Math.max(0, Math.min(tender.amount, parts.family))
    const school = Math.max(0, Math.min(tender.amount - family, parts.school))
    left.set(tender.saleTenderId, { family: parts.family - family, school: parts.school - school })
    return pair(refund, tender, { school, isSameDay: sale.businessDay === refund.businessDay })
  })
  return { postings, unpaid }
}

type AccountTender = Extract<RefundTender, { kind: 'account' }>
type RefundDay = Pick<Refund, 'businessDay' | 'at'>

const baseOf = ({ businessDay, at }: RefundDay, tender: AccountTender) => ({
  customerId: tender.customerId,
  sourceId: tender.id,
  businessDay,
  effectiveAt: at,
  step: 0,
})

const credit = (refund: RefundDay, tender: AccountTender): Posting => ({
  ...baseOf(refund, tender),
  kind: 'refund-credit',
  amount: tender.amount,
  isMoney: true,
})

function pair(
  refund: RefundDay,
  tender: AccountTender,
  { school, isSameDay }: { school: number; isSameDay: boolean },
): Posting[] {
  const base = baseOf(refund, tender)
  const back: Posting = isSameDay ? { ...base, kind: 'refund', amount: tender.amount } : credit(refund, tender)
  if (school === 0) return [back]
  const taken = negate(minor(school))
  const reclaimed: Posting = isSameDay
    ? { ...base, kind: 'entitlement-refund', amount: taken, isCover: true }
    : { ...base, kind: 'entitlement-reclaim', amount: taken, isMoney: true }
  return [back, reclaimed]
}
