import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { Day } from '#shared/kernel/time.ts'

/*
 * A day is summed in three transactions (sum-days.service.ts): its row in `summed_days` is committed, then everybody who may not see it is
 * waited for, then its documents are read and its row is marked, if it is still there. Two rules keep a summed day from missing a document:
 * who writes one takes the lock of voids and sales (`lockVoids` or `waitForSales`) first, and deletes the rows of its days in a statement
 * after that. Then either the lock was waited for, and the document is read; or the row was seen, and deleting it stops the marking.
 */

/** What a document changes: the figures of its own day, and the drawer of its shift, which may have been opened on another day. */
interface Changed {
  schoolId: string
  days?: readonly Day[]
  shiftIds?: readonly string[]
}

/** Lets reports read the days of a document that is being written from the documents again. */
export async function unsumDays(tx: Tx, { schoolId, days = [], shiftIds = [] }: Changed): Promise<void> {
  await tx.execute(
    deletionOf(
      schoolId,
      sql`select unnest(${`{${days.join(',')}}`}::date[])
      union all select h.business_day from shifts h where h.school_id = ${schoolId} and h.id = any(${uuidList(shiftIds)})`,
    ),
  )
}

/** The same for a sale or top-up that is being voided, if it is here. */
export async function unsumDaysOfVoided(tx: Tx, schoolId: string, documentId: string): Promise<void> {
  const documentsIn = (table: 'sales' | 'top_ups') => sql`
    select unnest(array[v.business_day, h.business_day]) from ${sql.raw(table)} v
    left join shifts h on h.school_id = ${schoolId} and h.id = v.shift_id
    where v.school_id = ${schoolId} and v.id = ${documentId}`
  await tx.execute(deletionOf(schoolId, sql`${documentsIn('sales')} union all ${documentsIn('top_ups')}`))
}

/** Deletes the rows of these days: a statement, or a part of one. @param days selects them */
export const deletionOf = (schoolId: string, days: SQL): SQL =>
  sql`delete from summed_days where school_id = ${schoolId} and business_day in (${days})`
