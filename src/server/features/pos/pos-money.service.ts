import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'

/** Returns whether a school keeps amounts at its tills, whether it has sold, and the tax codes of its catalogue. */
export async function posMoney(tx: Tx, schoolId: string) {
  const { rows } = await tx.execute<{ has_money: boolean; has_sold: boolean; tax_codes: string[] }>(sql`
    select exists (select from shifts where school_id = ${schoolId})
        or exists (select from account_entries where school_id = ${schoolId})
        or exists (select from items where school_id = ${schoolId}) as has_money,
      exists (select from sales where school_id = ${schoolId}) as has_sold,
      coalesce((select jsonb_agg(distinct tax_code) from items where school_id = ${schoolId}), '[]') as tax_codes`)
  const [facts] = rows
  return {
    hasMoney: facts?.has_money ?? false,
    hasSold: facts?.has_sold ?? false,
    taxCodes: facts?.tax_codes ?? [],
  }
}
