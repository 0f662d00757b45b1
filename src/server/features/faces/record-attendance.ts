import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { knownCustomers } from '#server/features/pos/accounts/customer.service.ts'
import type { CommandContext, Effect, IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FaceAttend } from '#shared/recognition/face.contract.ts'
import { note } from './face-audit.service.ts'
import { faceLists } from './face-record.table.ts'
import { faceCtxOf } from './face-sealed.ts'

/** Stores an attendance list as saved by staff. People unknown to the school stay on it, flagged. */
export async function recordAttendance(tx: Tx, ctx: CommandContext, op: IngestedOp<FaceAttend>): Promise<Effect> {
  const { id, kind, list, entries, at, by } = op.body
  const { schoolId, nowMs, device } = ctx
  const { deviceId } = device
  const flags = new Set<string>(op.flags)
  const ids = new Set(entries.map(({ customerId }) => customerId))
  if ((await knownCustomers(tx, schoolId, ids)).size < ids.size) flags.add('unknown-customer')
  if (!(await findPeople(tx, schoolId, [by])).has(by)) flags.add('unknown-cashier')
  const row = { schoolId, id, kind, list, entries, at, by, deviceId, receivedAt: toInstant(nowMs) }
  const kept = await tx.insert(faceLists).values(row).onConflictDoNothing().returning({ id: faceLists.id })
  if (kept.length === 0) flags.add('id-repeated')
  const byFace = entries.filter((entry) => entry.by === 'face').length
  const detail = { listId: id, kind, people: entries.length, byFace }
  await note(tx, faceCtxOf(ctx), { action: 'list-taken', by, deviceId, detail })
  return { flags: [...flags].sort() }
}
