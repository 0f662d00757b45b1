import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { FaceEnrol } from '#shared/recognition/face.contract.ts'
import { facePictureBinding } from '#shared/recognition/face-seal.rules.ts'
import { maxPictureBytes } from '#shared/recognition/face-picture.rules.ts'
import { facePictures } from '../face.table.ts'
import type { FaceCtx } from '../face-audit.service.ts'
import type { SchoolKeys } from '../face-keys.ts'
import { type OpenFaces, requireKeys } from '../face-rules.service.ts'
import { UnfitFace, unsealBytes } from '../face-sealed.ts'

/** Returns the encryption binding of a pupil's picture. */
export const pictureBinding = (schoolId: string, customerId: string): string => `face picture ${schoolId} ${customerId}`
const isOf = (schoolId: string, customerId: CustomerId) =>
  and(eq(facePictures.schoolId, schoolId), eq(facePictures.customerId, customerId))

/** Returns whether the bytes start like a JPEG. */
const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/** Returns the picture of an enrolment, where the school keeps any. @throws UnfitFace where it is not a JPEG */
export async function pictureOf(open: OpenFaces, school: string, body: FaceEnrol): Promise<Uint8Array | undefined> {
  if (!open.rules.keepsPictures || body.picture === undefined) return undefined
  const bytes = await unsealBytes(open, body.picture, facePictureBinding({ school, ...body }))
  if (!isJpeg(bytes) || bytes.length > maxPictureBytes) throw new UnfitFace('this is no picture')
  return bytes
}

/** Replaces the last picture: a renewed face has a new one or none. The database deletes it with its face. */
export async function savePicture(
  tx: Tx,
  { schoolId, random }: FaceCtx,
  keys: SchoolKeys,
  customerId: CustomerId,
  picture: Uint8Array | undefined,
): Promise<void> {
  await tx.delete(facePictures).where(isOf(schoolId, customerId))
  if (!picture) return
  const content = await keys.encrypt(new Uint8Array(picture), pictureBinding(schoolId, customerId), random)
  await tx.insert(facePictures).values({ schoolId, customerId, content })
}

/** Returns a JPEG as Base64; null where none is kept. @throws AppError face.no-key */
export async function readPicture(tx: Tx, ctx: FaceCtx, customerId: CustomerId): Promise<string | null> {
  const [row] = await tx.select().from(facePictures).where(isOf(ctx.schoolId, customerId))
  if (!row) return null
  const keys = await requireKeys(tx, ctx)
  return toBase64(await keys.decrypt(row.content, pictureBinding(ctx.schoolId, customerId)))
}

/** Deletes all pictures, when the school stops keeping them. */
export async function deletePictures(tx: Tx, schoolId: string): Promise<void> {
  await tx.delete(facePictures).where(eq(facePictures.schoolId, schoolId))
}
