import { and, eq } from 'drizzle-orm'
import { assignVersions } from '#server/features/pos/snapshot/version.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FaceSuspicion } from '#shared/faces/face-pupils.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { forget } from '../face.service.ts'
import { faceSuspicions } from '../face.table.ts'
import { type FaceCtx, note } from '../face-audit.service.ts'
import { lockFaces } from '../pupils/pupils.service.ts'
import { findSuspicion, reassessSuspicion, suspicionView } from './suspicions.ts'

/**
 * Records a review of both faces: they are two people, or the later pictures show the wrong one and are deleted.
 * @throws AppError request.not-found, face.decided
 */
export async function decideOnSuspicion(
  tx: Tx,
  ctx: FaceCtx,
  { id, is }: { id: string; is: 'different' | 'mistaken' },
  by: UserId,
): Promise<FaceSuspicion> {
  const { schoolId, nowMs } = ctx
  const row = await findSuspicion(tx, schoolId, id)
  if (!row) throw new AppError('request.not-found', { field: 'id' })
  if (row.decision) throw new AppError('face.decided')
  const decided = { ...row, decision: is, decidedAt: toInstant(nowMs), decidedBy: by }
  await tx
    .update(faceSuspicions)
    .set(decided)
    .where(and(eq(faceSuspicions.schoolId, schoolId), eq(faceSuspicions.id, id)))
  const { customerId, otherId } = row
  await note(tx, ctx, { action: 'suspicion-decided', customerId, by, detail: { is, other: otherId } })
  await lockFaces(tx, schoolId, [customerId, otherId])
  if (is === 'mistaken') await forget(tx, ctx, customerId, 'mistaken', by)
  else await reassessSuspicion(tx, schoolId, [customerId, otherId], (await assignVersions(tx, schoolId, 1)) + 1)
  const [view] = await suspicionView(tx, schoolId, [decided])
  if (!view) throw new AppError('request.not-found', { field: 'id' })
  return view
}
