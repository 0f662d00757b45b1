import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import type { DeviceHealth } from '#shared/sync/device.contract.ts'

type ClosedEntry = z.input<typeof DeviceHealth>['closed'][number]

const maxCount = 1000

/**
 * Lists the operations discarded on the school's devices, the newest first. Reads the tables of `sync` and `auth` by name, since
 * a feature must not import another's tables.
 */
export async function listClosed(tx: Tx, schoolId: string): Promise<Map<DeviceId, ClosedEntry[]>> {
  const { rows } = await tx.execute<ClosedEntry & { deviceId: DeviceId }>(sql`
    select q.device_id as "deviceId", (q.raw->>'from')::int as seq, q.raw->'closed'->>'reason' as reason, u.name as by,
      q.raw->'closed'->>'at' as at, q.raw->'closed'->>'correctedBy' is not null as "isEnteredAgain"
    from sync_quarantine q
    left join users u on u.school_id = q.school_id and u.id::text = q.raw->'closed'->>'by'
    where q.school_id = ${schoolId} and q.outcome = 'closed'
    order by q.raw->'closed'->>'at' desc limit ${maxCount}`)
  return Map.groupBy(rows, ({ deviceId }) => deviceId)
}
