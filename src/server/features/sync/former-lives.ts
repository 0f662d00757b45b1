import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Random } from '#shared/kernel/ids.ts'
import type { Install } from './install.ts'
import { alertStaff } from './quarantine.ts'

/**
 * A known device begins a new life: its storage was lost. What its last life said it held, and never delivered, will not
 * come from it any more; staff hear how many operations that is. They heard of the lives before when that one began.
 */
export async function alertAboutFormerLife(
  tx: Tx,
  install: Install,
  by: { nowMs: number; random: Random },
): Promise<void> {
  const { schoolId, deviceId, installEpoch } = install
  const { rows } = await tx.execute<{ count: number }>(sql`
    select sum((tail.value->>'nextSeq')::bigint - 1 - coalesce(s.last_seq, 0))::int as count
    from (
        select * from sync_installs
        where school_id = ${schoolId} and device_id = ${deviceId} and install_epoch <> ${installEpoch}
        order by last_seen_at desc, install_epoch desc limit 1
      ) i
      cross join lateral jsonb_each(i.tails) as tail
      left join sync_streams s on s.school_id = i.school_id and s.device_id = i.device_id
        and s.install_epoch = i.install_epoch and s.stream = tail.key
    where (tail.value->>'nextSeq')::bigint - 1 > coalesce(s.last_seq, 0)`)
  const count = rows[0]?.count ?? 0
  if (count > 0) await alertStaff(tx, install, { kind: 'lost-operations', count }, by)
}
