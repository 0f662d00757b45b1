import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { templatesFromBytes, templatesToBytes } from '#shared/recognition/face-bytes.rules.ts'
import { buildGallery, type FaceGallery } from '#shared/recognition/face-match.rules.ts'
import { facePipeline } from '#shared/recognition/face-template.rules.ts'
import { faceTemplates } from './face.table.ts'
import type { FaceCtx } from './face-audit.service.ts'
import type { SchoolKeys } from './face-keys.ts'

export type TemplateRow = typeof faceTemplates.$inferSelect

/** Returns the encryption binding of a row's templates. */
export const bindingOf = (row: Pick<TemplateRow, 'schoolId' | 'customerId' | 'id'>): string =>
  `face ${row.schoolId} ${row.customerId} ${row.id}`

export const encryptTemplates = (
  keys: SchoolKeys,
  { random }: FaceCtx,
  of: Pick<TemplateRow, 'schoolId' | 'customerId' | 'id'>,
  templates: readonly Float32Array[],
): Promise<string> => keys.encrypt(templatesToBytes(templates), bindingOf(of), random)

/** Decrypts the templates of a row, transformed by the rotation of its epoch. */
export const decryptTemplates = async (keys: SchoolKeys, row: TemplateRow): Promise<Float32Array[]> =>
  templatesFromBytes(await keys.decrypt(row.content, bindingOf(row)))

export async function findTemplates(
  tx: Tx,
  schoolId: string,
  customerId: CustomerId,
): Promise<TemplateRow | undefined> {
  const [row] = await tx
    .select()
    .from(faceTemplates)
    .where(and(eq(faceTemplates.schoolId, schoolId), eq(faceTemplates.customerId, customerId)))
  return row
}

/** Returns all faces comparable with current ones, including those awaiting a decision. */
export async function wholeGallery(tx: Tx, schoolId: string, keys: SchoolKeys, rotationEpoch: number) {
  const rows = await tx
    .select()
    .from(faceTemplates)
    .where(
      and(
        eq(faceTemplates.schoolId, schoolId),
        eq(faceTemplates.pipeline, facePipeline),
        eq(faceTemplates.rotationEpoch, rotationEpoch),
      ),
    )
  return Promise.all(
    rows.map(async (row) => ({ personId: row.customerId as string, templates: await decryptTemplates(keys, row) })),
  )
}

export const galleryOfOne = (personId: string, templates: readonly Float32Array[]): FaceGallery =>
  buildGallery([{ personId, templates }])
