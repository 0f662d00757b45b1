import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeAccount } from '#shared/fees/ledger.rules.ts'
import { type Minor, minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'

interface Of {
  schoolId: string
  account: FeeAccount
  payerId?: string
  studentId?: string
  /** Journals of later days are left out. */
  asOf?: Day
}

/** Returns the balance of an account in minor units, debits less credits; of one payer or child where named. */
export async function balance(tx: Tx, { schoolId, account, payerId, studentId, asOf }: Of): Promise<Minor> {
  const only: SQL[] = [sql`p.school_id = ${schoolId}`, sql`(p.debit = ${account} or p.credit = ${account})`]
  if (payerId !== undefined) only.push(sql`p.payer_id = ${payerId}`)
  if (studentId !== undefined) only.push(sql`p.student_id = ${studentId}`)
  if (asOf !== undefined) only.push(sql`j.effective_on <= ${asOf}`)
  const { rows } = await tx.execute<{ balance: string | number }>(sql`
    select coalesce(sum(case when p.debit = ${account} then p.amount else -p.amount end), 0) as balance
    from fee_postings p join fee_journals j on j.school_id = p.school_id and j.id = p.journal_id
    where ${sql.join(only, sql` and `)}`)
  return minor(Number(rows[0]?.balance ?? 0))
}
