import type { Effect, IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { DrawerEvent } from '#shared/pos/shift.contract.ts'
import type { TillContext } from '../sales/till-context.ts'
import { drawerEvents } from './drawer.table.ts'
import { finish, flagsOf, placeFlags } from './shift-effects.ts'
import { findShift } from './shift-rows.ts'

/** Enters an opening of the drawer or a copy of a paper, once, in the shift it names; one without a shift stands on its own. */
export async function recordDrawer(tx: Tx, ctx: TillContext, op: IngestedOp<DrawerEvent>): Promise<Effect> {
  const { id, shiftId } = op.body
  const { schoolId, nowMs, device } = ctx
  const flags = await flagsOf(tx, ctx, op)
  if (shiftId) for (const each of placeFlags(ctx, await findShift(tx, schoolId, shiftId))) flags.add(each)
  const written = await tx
    .insert(drawerEvents)
    .values({
      schoolId,
      ...op.body,
      tillId: device.tillId,
      deviceId: device.deviceId,
      receivedAt: toInstant(nowMs),
    })
    .onConflictDoNothing()
    .returning({ id: drawerEvents.id })
  if (written.length === 0) flags.add('id-repeated')
  return finish(tx, ctx, op, { subjectId: id, shiftId, flags })
}
