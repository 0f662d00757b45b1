import type { Tx } from '#server/kernel/db.ts'
import { fromBase64 } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { FaceCtx } from '../face-audit.service.ts'
import { readPicture } from './pictures.ts'

/** Returns the decrypted JPEG of a pupil's picture; undefined where none is kept, or the server has lost the key. */
export async function facePictureBytes(
  tx: Tx,
  ctx: FaceCtx,
  customerId: CustomerId,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const picture = await readPicture(tx, ctx, customerId)
    return picture === null ? undefined : fromBase64(picture)
  } catch (error) {
    if (error instanceof AppError && error.messageId === 'face.no-key') return undefined
    throw error
  }
}
