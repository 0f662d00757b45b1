import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'

/** A phone number or email shared by half a school identifies no family. */
const maxPerFamily = 30

/**
 * Returns possible family members of these people: those whose forms give the same phone number or email. Names and birth dates
 * are a child's own, and not used.
 */
export async function sharingContact(tx: Tx, schoolId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct theirs.person_id as id
    from person_keys mine
    join person_keys theirs
      on theirs.school_id = mine.school_id and theirs.key = mine.key and theirs.person_id <> mine.person_id
    where mine.school_id = ${schoolId} and mine.person_id = any(${uuidList(ids)}) and left(mine.key, 1) in ('p', 'e')
    order by 1
    limit ${maxPerFamily}`)
  return rows.map(({ id }) => id)
}
