import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows, uuidList } from '#server/kernel/sql-values.ts'
import { givenRows } from '#server/kernel/given-rows.ts'
import { type CustomerId, type Random, uuidv7 } from '#shared/kernel/ids.ts'
import { minor, negate } from '#shared/kernel/money.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { assignVersions } from '../snapshot/version.service.ts'
import { type Account, type Movement, move } from './account.service.ts'

/** Kinds of entries that a sale makes, and a void reverses. */
type ChargeKind = 'sale' | 'entitlement'
type ReturnKind = 'void' | 'entitlement-void'
/** Kinds that bring or take money without a sale; no daily limit counts them. */
type MoneyKind =
  | 'topup'
  | 'adjust'
  | 'transfer-out'
  | 'transfer-in'
  | 'payout'
  | 'refund-credit'
  | 'entitlement-reclaim'
/** Kinds by which a purchase of the same day comes back, in part or whole. */
type RefundKind = 'refund' | 'entitlement-refund'
const returnOf = { sale: 'void', entitlement: 'entitlement-void' } as const satisfies Record<ChargeKind, ReturnKind>

/** Ledger entry with its reason. One entry per kind and source, permanently. */
export interface Posting extends Movement {
  customerId: CustomerId
  kind: ChargeKind | ReturnKind | RefundKind | MoneyKind
  /** Tender, top-up, void of a top-up or movement that caused it. */
  sourceId: string
  effectiveAt: Instant
  /** Index of its operation in this transaction, from 0: each gets its own version. */
  step: number
}

/** Transaction data needed by a posting. */
export interface PostingContext {
  schoolId: string
  nowMs: number
  random: Random
}

/**
 * Writes entries and the resulting balances; `accounts` are locked, as before the entries. Takes the versions, so it comes after
 * every other lock. @returns the version of each step that posted something
 */
export async function post(
  tx: Tx,
  { schoolId, nowMs, random }: PostingContext,
  accounts: ReadonlyMap<CustomerId, Account>,
  postings: readonly Posting[],
): Promise<Map<number, number>> {
  if (postings.length === 0) return new Map()
  const steps = [...new Set(postings.map((p) => p.step))].sort((a, b) => a - b)
  const before = await assignVersions(tx, schoolId, steps.length)
  const versions = new Map(steps.map((step, index) => [step, before + 1 + index]))
  const after = new Map<CustomerId, Account & { version: number }>()
  for (const posting of postings) {
    const account = after.get(posting.customerId) ?? accounts.get(posting.customerId)
    if (!account) throw new TypeError('a posting to an account that is not locked')
    after.set(posting.customerId, { ...move(account, posting), version: versions.get(posting.step) ?? before })
  }
  const entries = postings.map((p) => ({ ...p, id: uuidv7(nowMs, random) }))
  const given = givenRows(tx, schoolId, entries)
  await tx.execute(sql`
    with entries as (
      insert into account_entries
        (school_id, id, customer_id, kind, amount, source_id, business_day, effective_at, recorded_at)
      select ${given.school}, e.id, e."customerId", e.kind, e.amount, e."sourceId", e."businessDay", e."effectiveAt",
        ${toInstant(nowMs)}::timestamptz
      from ${given.rows} as e(id uuid, "customerId" uuid, kind text, amount bigint,
        "sourceId" uuid, "businessDay" date, "effectiveAt" timestamptz)
    )
    update account_balances b set balance = a.balance, spent_on = a."spentOn", spent = a.spent,
      covered = a.covered, version = a.version
    from jsonb_to_recordset(${jsonRows([...after.values()])}) as a("customerId" uuid, balance bigint, "spentOn" date,
      spent bigint, covered bigint, version bigint)
    where b.school_id = ${schoolId}::uuid and b.customer_id = a."customerId"`)
  return versions
}

/** Returns postings that reverse these tenders, for the account and the school, each once and less what refunds gave back. */
export async function returnsOf(tx: Tx, schoolId: string, tenderIds: readonly string[]): Promise<Returned[]> {
  const { rows } = await tx.execute<ChargeRow>(sql`
    select e.customer_id as id, e.kind, e.source_id as source, e.business_day::text as day,
      e.amount + coalesce((select sum(b.amount) from refund_tenders r
        join account_entries b on b.school_id = r.school_id and b.source_id = r.id
          and b.kind = any(case e.kind when 'sale' then array['refund', 'refund-credit']
            else array['entitlement-refund', 'entitlement-reclaim'] end)
        where r.school_id = ${schoolId} and r.sale_tender_id = e.source_id and r.kind = 'account'), 0) as amount
    from account_entries e
    where e.school_id = ${schoolId} and e.kind in ('sale', 'entitlement') and e.source_id = any(${uuidList(tenderIds)})
    order by e.source_id, e.kind`)
  return rows.map(({ id, kind, amount, source, day }) => ({
    customerId: id,
    kind: returnOf[kind],
    amount: negate(minor(Number(amount))),
    sourceId: source,
    businessDay: day,
    isCover: kind === 'entitlement',
  }))
}

type Returned = Omit<Posting, 'effectiveAt' | 'step'>

interface ChargeRow extends Record<string, unknown> {
  id: CustomerId
  kind: ChargeKind
  amount: number | string
  source: string
  day: string
}

/**
 * Returns ids of accounts whose running figures differ from their entries: the balance, the amount spent on the last day, or the
 * school's part of it. Always empty in a sound ledger.
 */
export async function ledgerFaults(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ customer_id: string }>(sql`
    select coalesce(b.customer_id, e.customer_id) as customer_id
    from account_balances b full join (
      select l.school_id, l.customer_id, sum(l.amount) as balance,
        -coalesce(sum(l.amount) filter (where l.kind in ('sale', 'void', 'refund', 'entitlement', 'entitlement-void', 'entitlement-refund')
          and l.business_day = k.spent_on), 0) as spent,
        coalesce(sum(l.amount) filter (where l.kind in ('entitlement', 'entitlement-void', 'entitlement-refund')
          and l.business_day = k.spent_on), 0) as covered
      from account_entries l
      left join account_balances k on k.school_id = l.school_id and k.customer_id = l.customer_id
      group by 1, 2
    ) e on e.school_id = b.school_id and e.customer_id = b.customer_id
    where b.balance is distinct from coalesce(e.balance, 0) or b.spent is distinct from coalesce(e.spent, 0)
      or b.covered is distinct from coalesce(e.covered, 0)
    order by 1`)
  return rows.map((row) => row.customer_id)
}
