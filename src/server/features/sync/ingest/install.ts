import { sql } from 'drizzle-orm'
import type { SenderCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Batch } from '#shared/sync/sync.contract.ts'
import type { CommandHandlers } from './command.service.ts'
import { maxInt } from './received.service.ts'

/** One install of a device's outbox in one school: streams are counted by it. */
export interface Install {
  readonly schoolId: string
  readonly deviceId: DeviceId
  readonly installEpoch: string
}

/**
 * Accepts a batch only above the highest fence of this install, in one statement, and stores its tails. True for the first batch
 * of an install. @throws AppError sync.replayed, request.invalid
 */
export async function passFence(tx: Tx, install: Install, batch: Batch, nowMs: number): Promise<boolean> {
  const { fence, tails } = batch
  if (fence.epoch > maxInt || fence.no > maxInt) throw new AppError('request.invalid', { field: 'fence' })
  const { rows } = await tx.execute<{ isFirst: boolean }>(sql`
    insert into sync_installs as i
      (school_id, device_id, install_epoch, fence_epoch, fence_no, tails, last_seen_at)
    values (${install.schoolId}, ${install.deviceId}, ${install.installEpoch}, ${fence.epoch}, ${fence.no},
      ${JSON.stringify(tails)}::jsonb, ${toInstant(nowMs)})
    on conflict (school_id, device_id, install_epoch) do update set fence_epoch = excluded.fence_epoch,
      fence_no = excluded.fence_no, tails = excluded.tails, last_seen_at = excluded.last_seen_at
    where (i.fence_epoch, i.fence_no) < (excluded.fence_epoch, excluded.fence_no)
    returning (xmax = 0) as "isFirst"`)
  const [passed] = rows
  if (!passed) throw new AppError('sync.replayed')
  return passed.isFirst
}

/** Returns the highest number received in order, per stream of this install. */
export async function receivedSeqs(tx: Tx, install: Install): Promise<Record<string, number>> {
  const { rows } = await tx.execute<{ stream: string; seq: number }>(sql`
    select stream, last_seq as seq from sync_streams where school_id = ${install.schoolId}
      and device_id = ${install.deviceId} and install_epoch = ${install.installEpoch}`)
  return Object.fromEntries(rows.map(({ stream, seq }) => [stream, seq]))
}

export const installOf = ({ school, device }: SenderCtx, installEpoch: string): Install => ({
  schoolId: school.schoolId,
  deviceId: device.deviceId,
  installEpoch,
})

/** Context of ingesting, the same for a whole batch. */
export interface IngestContext {
  readonly ctx: SenderCtx
  readonly install: Install
  readonly handlers: CommandHandlers
  readonly nowMs: number
}
