import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId, UserId } from '#shared/kernel/ids.ts'
import { forget } from '../face.service.ts'
import type { FaceCtx } from '../face-audit.service.ts'
import { lockPupil } from '../face-consent.service.ts'
import { forgetPin } from './pin.service.ts'

/**
 * Deletes what identifies a pupil at tills once they have left permanently: the face, with its certificate, and the PIN. Takes
 * versions, so it comes after every other lock.
 */
export async function forgetLeaver(tx: Tx, ctx: FaceCtx, customerId: CustomerId, by: UserId | null): Promise<void> {
  await lockPupil(tx, ctx.schoolId, customerId)
  await forget(tx, ctx, customerId, 'left', by)
  await forgetPin(tx, ctx, customerId, by)
}
