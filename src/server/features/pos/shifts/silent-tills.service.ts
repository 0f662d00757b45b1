import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { isoText } from '#server/kernel/sql-values.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { hourMs, type Instant, minuteMs, toInstant } from '#shared/kernel/time.ts'

/** After so long without contact, what a till has sold may be missing from balances. */
const silentMs = 15 * minuteMs
/** Before that nobody has worked at it today. */
const atWorkMs = 12 * hourMs

/** Returns tills that were at work today and have not been heard from for a while, the longest silent first. */
export async function silentTills(
  tx: Tx,
  schoolId: string,
  nowMs: number,
): Promise<{ name: Bilingual; heardAt: Instant }[]> {
  const { rows } = await tx.execute<{ name: Bilingual; heardAt: Instant }>(sql`
    select t.name, ${isoText('d.last_contact_at')} as "heardAt"
    from devices d join tills t on t.school_id = d.school_id and t.id = d.till_id
    where d.school_id = ${schoolId} and d.revoked_at is null
      and d.last_contact_at between ${toInstant(nowMs - atWorkMs)}::timestamptz and ${toInstant(nowMs - silentMs)}::timestamptz
      and exists (select from shifts s where s.school_id = ${schoolId} and s.device_id = d.id and s.closed_at is null)
    order by d.last_contact_at limit 5`)
  return rows
}
