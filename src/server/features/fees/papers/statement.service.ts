import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeAccount, JournalKind } from '#shared/fees/ledger.rules.ts'
import { type Minor, minor, sum } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'

/** Entry of a statement. One of `charged` and `paid` is above zero. Amounts in minor units. */
export interface StatementEntry {
  on: Day
  kind: JournalKind
  /** Number of the document, where the entry has one. */
  number: string | null
  charged: Minor
  paid: Minor
  /** What was owed after it; below zero for credit. */
  balance: Minor
}

export interface Statement {
  entries: StatementEntry[]
  /** Charged less paid; below zero for credit. */
  balance: Minor
}

/** Accounts on which a payer owes the school, or the school the payer. */
const accounts: readonly FeeAccount[] = ['receivable', 'family-credit', 'refunds-payable']

/**
 * Returns what a payer was charged and has paid up to a day, of all children together, by the ledger: the balance is that of the
 * payer's accounts on that day. What only moves between these accounts, such as credit that settles an item, is no entry.
 */
export async function statementOf(tx: Tx, schoolId: string, payerId: string, asOf: Day): Promise<Statement> {
  const list = sql.join(
    accounts.map((account) => sql`${account}`),
    sql`, `,
  )
  const { rows } = await tx.execute<{ on: Day; kind: JournalKind; number: string | null; amount: string | number }>(sql`
    select j.effective_on::text as on, j.kind, d.number,
      sum((case when p.debit in (${list}) then p.amount else 0 end)
        - (case when p.credit in (${list}) then p.amount else 0 end)) as amount
    from fee_postings p
    join fee_journals j on j.school_id = p.school_id and j.id = p.journal_id
    left join fee_documents d on d.school_id = j.school_id and d.id = j.document_id
    where p.school_id = ${schoolId} and p.payer_id = ${payerId} and j.effective_on <= ${asOf}
      and (p.debit in (${list}) or p.credit in (${list}))
    group by j.id, j.effective_on, j.kind, j.recorded_at, d.number
    having sum((case when p.debit in (${list}) then p.amount else 0 end)
      - (case when p.credit in (${list}) then p.amount else 0 end)) <> 0
    order by j.effective_on, j.recorded_at, j.id`)
  let balance = minor(0)
  const entries = rows.map(({ on, kind, number, amount: text }): StatementEntry => {
    const amount = Number(text)
    balance = sum([balance, amount])
    return { on, kind, number, charged: minor(Math.max(0, amount)), paid: minor(Math.max(0, -amount)), balance }
  })
  return { entries, balance }
}
