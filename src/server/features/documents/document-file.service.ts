import { and, eq } from 'drizzle-orm'
import { expectFile, findFiles, lockFile, stateOf, takePiece } from '#server/features/forms/files/file-store.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { type DocumentActorRole, findStep, stateOn } from '#shared/documents/document-state.rules.ts'
import type { DocumentType } from '#shared/documents/document-type.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { FileRef, FileState } from '#shared/kernel/fields.ts'
import { fileTiers, hasActiveParts } from '#shared/kernel/file-kind.ts'
import { type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { type Day, toInstant } from '#shared/kernel/time.ts'
import { type DocumentStatusRow, documentsAt } from './document.service.ts'
import { documents } from './document.table.ts'
import { carry, lockDocumentStatus } from './document-action.service.ts'
import { typesOf } from './document-type.service.ts'

/** Limit of files per document; reviewers cannot use more. */
const maxFiles = 40

/** Uploader of a file: staff by session, a family by link. */
export interface Uploader {
  schoolId: string
  studentId: string
  byUser: UserId | null
  linkId: string | null
  movers: readonly DocumentActorRole[]
  nowMs: number
  today: Day
  random: Random
}

/**
 * Announces a file of this type. Announcing it again returns the missing chunks.
 * @throws AppError document.no-such-step, document.wrong-kind, document.too-large, document.too-many, request.invalid
 */
export async function announce(tx: Tx, by: Uploader, type: DocumentType, file: FileRef): Promise<FileState> {
  const { schoolId, studentId, byUser, linkId } = by
  const standing = await lockDocumentStatus(
    tx,
    { schoolId, studentId, type: type.code, isSensitive: type.sensitivity === 'S3' },
    by.nowMs,
  )
  const known = await documentsAt(tx, schoolId, studentId, type.code)
  if (known.some(({ id }) => id === file.fileId)) return announced(tx, schoolId, file)
  requireStep(standing, by)
  if (!type.accept.includes(file.kind)) throw new AppError('document.wrong-kind', { field: 'file' })
  if (file.bytes > fileTiers[type.tier]) throw new AppError('document.too-large', { field: 'file' })
  if (known.length >= maxFiles) throw new AppError('document.too-many')
  if (!(await expectFile(tx, schoolId, file, `document:${type.code}`))) throw commandIdTaken()
  const cameFrom = byUser === null ? 'family' : 'staff'
  const addedAt = toInstant(by.nowMs)
  await tx
    .insert(documents)
    .values({ schoolId, id: file.fileId, studentId, type: type.code, cameFrom, byUser, linkId, addedAt })
  return announced(tx, schoolId, file)
}

const commandIdTaken = () => new AppError('request.invalid', { field: 'file' })

function requireStep(standing: DocumentStatusRow, { today, movers }: Uploader) {
  if (!findStep(stateOn(standing, today), 'upload', movers)) throw new AppError('document.no-such-step')
}

async function announced(tx: Tx, schoolId: string, file: FileRef): Promise<FileState> {
  const [row] = await findFiles(tx, schoolId, [file.fileId])
  if (!row || row.sha256 !== file.sha256 || row.bytes !== file.bytes) throw commandIdTaken()
  return stateOf(tx, row)
}

/** Stores one chunk of a file that this uploader announced. @throws AppError request.not-found, request.invalid */
export async function takeDocumentPiece(
  tx: Tx,
  by: Uploader,
  piece: { fileId: string; no: number; data: string },
): Promise<FileState> {
  const { schoolId, studentId } = by
  const [document] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.schoolId, schoolId), eq(documents.studentId, studentId), eq(documents.id, piece.fileId)))
  // A family continues uploads of its own link, staff those of staff.
  const isOwn =
    document && document.linkId === by.linkId && document.cameFrom === (by.byUser === null ? 'family' : 'staff')
  const file = isOwn ? await lockFile(tx, schoolId, piece.fileId) : undefined
  if (!file) throw new AppError('request.not-found')
  const state = await takePiece(tx, file, piece, by.nowMs, (content) => !hasActiveParts(file.kind, content))
  if (file.state === 'awaited' && state.state === 'complete') await recordReceipt(tx, by, piece.fileId)
  return state
}

/** Marks the document of a complete file for review, for each student it concerns. */
export async function recordReceipt(
  tx: Tx,
  { schoolId, nowMs, random }: Pick<Uploader, 'schoolId' | 'nowMs' | 'random'>,
  fileId: string,
): Promise<void> {
  const found = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.schoolId, schoolId), eq(documents.id, fileId)))
  if (found.length === 0) return
  const { types } = await typesOf(tx, schoolId)
  for (const { studentId, type, byUser } of found) {
    const isSensitive = types.find(({ code }) => code === type)?.sensitivity === 'S3'
    const standing = await lockDocumentStatus(tx, { schoolId, studentId, type, isSensitive }, nowMs)
    // A decision during the upload does not cover it: the new file needs review.
    const step = findStep(standing.state, 'upload')
    if (step) await carry(tx, standing, step, { id: uuidv7(nowMs, random), byUser, nowMs, documentId: fileId })
  }
}
