import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { chunkBytes } from '#shared/forms/form.contract.ts'
import { fromBase64, toHex } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { FileRef, FileState } from '#shared/kernel/fields.ts'
import { detectFileKind, headBytes } from '#shared/kernel/file-kind.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { fileChunks, submissionFiles } from '../form.table.ts'

/*
 * Storage of all files: announced, sent in chunks, checked with the last chunk. Callers know the owner: files of a form by its
 * submission, others by a table of their own.
 */

export type FileRow = typeof submissionFiles.$inferSelect

/** Returns the number of a file's chunks. */
const chunkCount = (bytes: number): number => Math.max(1, Math.ceil(bytes / chunkBytes))

/** Announces a file of no submission; `path` says what it is for. Returns false where the id is taken. */
export async function expectFile(tx: Tx, schoolId: string, { fileId, ...of }: FileRef, path: string): Promise<boolean> {
  const row = { schoolId, id: fileId, submissionId: null, path, state: 'awaited' as const, ...of }
  const stored = await tx
    .insert(submissionFiles)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: submissionFiles.id })
  return stored.length > 0
}

/** Locks the file, so that of two concurrent last chunks one completes it. */
export async function lockFile(tx: Tx, schoolId: string, id: string): Promise<FileRow | undefined> {
  const [file] = await tx
    .select()
    .from(submissionFiles)
    .where(and(eq(submissionFiles.schoolId, schoolId), eq(submissionFiles.id, id)))
    .for('update')
  return file
}

/** Returns which chunks have arrived. */
export async function stateOf(tx: Tx, file: FileRow): Promise<FileState> {
  const missing = file.state === 'awaited' ? await missingChunks(tx, file) : []
  return { fileId: file.id, state: file.state, missing }
}

async function missingChunks(tx: Tx, { schoolId, id, bytes }: FileRow): Promise<number[]> {
  const here = await tx
    .select({ no: fileChunks.no })
    .from(fileChunks)
    .where(and(eq(fileChunks.schoolId, schoolId), eq(fileChunks.fileId, id)))
  const arrived = new Set(here.map(({ no }) => no))
  return Array.from({ length: chunkCount(bytes) }, (_, no) => no).filter((no) => !arrived.has(no))
}

interface Piece {
  no: number
  /** Base64. */
  data: string
}

/**
 * Stores one chunk of a locked file. With the last one the whole is checked by hash, length, content type from its bytes, and the
 * caller's own checks: it is then accepted or deleted. @throws AppError request.invalid
 */
export async function takePiece(
  tx: Tx,
  file: FileRow,
  { no, data: text }: Piece,
  nowMs: number,
  isFit: (content: Uint8Array) => boolean = () => true,
): Promise<FileState> {
  if (file.state !== 'awaited') return stateOf(tx, file)
  const { schoolId, id: fileId, bytes } = file
  const data = fromBase64(text)
  const count = chunkCount(bytes)
  const wanted = no < count - 1 ? chunkBytes : bytes - (count - 1) * chunkBytes
  if (no >= count || data.length !== wanted) throw new AppError('request.invalid', { field: 'data' })
  await tx.insert(fileChunks).values({ schoolId, fileId, no, data }).onConflictDoNothing()
  const missing = await missingChunks(tx, file)
  if (missing.length > 0) return { fileId, state: 'awaited', missing }
  return finish(tx, file, nowMs, isFit)
}

async function finish(
  tx: Tx,
  file: FileRow,
  nowMs: number,
  isFit: (content: Uint8Array) => boolean,
): Promise<FileState> {
  const content = await contentOf(tx, file.schoolId, file.id)
  const digest = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', content)))
  const isWhole =
    content.length === file.bytes &&
    digest === file.sha256 &&
    detectFileKind(content.subarray(0, headBytes)) === file.kind
  const isTaken = isWhole && isFit(content)
  const state = isTaken ? 'complete' : 'refused'
  await tx
    .update(submissionFiles)
    .set({ state, completedAt: toInstant(nowMs) })
    .where(and(eq(submissionFiles.schoolId, file.schoolId), eq(submissionFiles.id, file.id)))
  // A file other than announced is useless, and may be malicious.
  if (!isTaken) {
    await tx.delete(fileChunks).where(and(eq(fileChunks.schoolId, file.schoolId), eq(fileChunks.fileId, file.id)))
  }
  return { fileId: file.id, state, missing: [] }
}

/** Returns all bytes of a file, in order. */
export async function contentOf(tx: Tx, schoolId: string, fileId: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks = await tx
    .select({ data: fileChunks.data })
    .from(fileChunks)
    .where(and(eq(fileChunks.schoolId, schoolId), eq(fileChunks.fileId, fileId)))
    .orderBy(asc(fileChunks.no))
  const content = new Uint8Array(chunks.reduce((bytes, { data }) => bytes + data.length, 0))
  let at = 0
  for (const { data } of chunks) {
    content.set(data, at)
    at += data.length
  }
  return content
}

/** Returns the files with these ids, unordered. */
export function findFiles(tx: Tx, schoolId: string, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return tx
    .select()
    .from(submissionFiles)
    .where(and(eq(submissionFiles.schoolId, schoolId), inArray(submissionFiles.id, [...ids])))
}
