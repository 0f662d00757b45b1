import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { givenRows } from '#server/kernel/given-rows.ts'
import { type Random, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Install } from './install.ts'

/** Operation that could not be ingested, or not yet. `hash` tells two contents under one id apart. */
export interface SetAside {
  opId: string
  outcome: string
  messageId: string
  hash: string
  raw: unknown
}

/** Quarantines operations for a person; repeating it changes nothing. @returns how many are new */
export async function setAside(
  tx: Tx,
  { schoolId, deviceId }: Install,
  things: readonly SetAside[],
  { nowMs, random }: { nowMs: number; random: Random },
): Promise<number> {
  if (things.length === 0) return 0
  const rows = things.map((thing) => ({ ...thing, id: uuidv7(nowMs, random) }))
  const given = givenRows(tx, schoolId, rows)
  const added = await tx.execute(sql`
    insert into sync_quarantine (school_id, id, device_id, op_id, outcome, message_id, hash, raw, received_at)
    select ${given.school}, q.id, ${deviceId}::uuid, q."opId", q.outcome, q."messageId", q.hash,
      coalesce(q.raw, 'null'), ${toInstant(nowMs)}::timestamptz
    from ${given.rows} as q(id uuid, "opId" text, outcome text, "messageId" text, hash text,
      raw jsonb)
    on conflict (school_id, device_id, op_id, hash) do nothing returning 1`)
  return added.rows.length
}
