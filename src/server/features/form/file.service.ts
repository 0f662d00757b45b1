import { and, asc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { SenderCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { chunkBytes, type FileState, type putChunk, type SubmissionState } from '#shared/contract/form.ts'
import { fromBase64, toHex } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { headBytes, kindOf } from '#shared/rules/file-kind.rules.ts'
import { fileChunks, submissionFiles, submissions } from './form.table.ts'

type FileRow = typeof submissionFiles.$inferSelect

/** How many pieces a file comes in. */
const chunkCount = (bytes: number): number => Math.max(1, Math.ceil(bytes / chunkBytes))

/** What has arrived of these, as far as this very sender handed them in. */
export function statesOf(ctx: SenderCtx, submissionIds: readonly string[]): Promise<SubmissionState[]> {
  const { schoolId } = ctx.school
  return ctx.tenant(async (tx) => {
    const found = await tx
      .select({ id: submissions.id, reference: submissions.reference, receivedAt: submissions.receivedAt })
      .from(submissions)
      .where(
        and(
          eq(submissions.schoolId, schoolId),
          inArray(submissions.id, [...submissionIds]),
          eq(submissions.senderId, ctx.device.deviceId),
        ),
      )
    const states: SubmissionState[] = []
    for (const { id, reference, receivedAt } of found) {
      states.push({ submissionId: id, reference, receivedAt, files: await fileStates(tx, schoolId, id) })
    }
    return states
  })
}

async function fileStates(tx: Tx, schoolId: string, submissionId: string): Promise<FileState[]> {
  const files = await tx
    .select()
    .from(submissionFiles)
    .where(and(eq(submissionFiles.schoolId, schoolId), eq(submissionFiles.submissionId, submissionId)))
    .orderBy(asc(submissionFiles.id))
  const states: FileState[] = []
  for (const file of files) states.push(await stateOf(tx, file))
  return states
}

async function stateOf(tx: Tx, file: FileRow): Promise<FileState> {
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

/**
 * Takes in one piece of a file of the sender's own. With the last piece the whole is judged, by its hash, its length and
 * what its bytes say it is: it counts from then on, or is thrown away.
 * @throws AppError request.not-found, request.invalid for a piece of the wrong length
 */
export function takeChunk(ctx: SenderCtx, chunk: z.output<typeof putChunk.body>): Promise<FileState> {
  const { schoolId } = ctx.school
  const data = fromBase64(chunk.data)
  return ctx.tenant(async (tx) => {
    const file = await lockFile(tx, ctx, chunk)
    if (!file) throw new AppError('request.not-found')
    if (file.state !== 'awaited') return stateOf(tx, file)
    const count = chunkCount(file.bytes)
    const wanted = chunk.no < count - 1 ? chunkBytes : file.bytes - (count - 1) * chunkBytes
    if (chunk.no >= count || data.length !== wanted) throw new AppError('request.invalid', { field: 'data' })
    await tx.insert(fileChunks).values({ schoolId, fileId: file.id, no: chunk.no, data }).onConflictDoNothing()
    const missing = await missingChunks(tx, file)
    if (missing.length > 0) return { fileId: file.id, state: 'awaited', missing }
    return finish(tx, file, ctx.deps.clock.nowMs())
  })
}

/** Locked, so that of two last pieces at the same time one finishes the file. */
async function lockFile(tx: Tx, ctx: SenderCtx, { fileId, submissionId }: { fileId: string; submissionId: string }) {
  const [found] = await tx
    .select({ file: submissionFiles })
    .from(submissionFiles)
    .innerJoin(
      submissions,
      and(eq(submissions.schoolId, submissionFiles.schoolId), eq(submissions.id, submissionFiles.submissionId)),
    )
    .where(
      and(
        eq(submissionFiles.schoolId, ctx.school.schoolId),
        eq(submissionFiles.id, fileId),
        eq(submissions.id, submissionId),
        eq(submissions.senderId, ctx.device.deviceId),
      ),
    )
    .for('update', { of: submissionFiles })
  return found?.file
}

async function finish(tx: Tx, file: FileRow, nowMs: number): Promise<FileState> {
  const content = await contentOf(tx, file.schoolId, file.id)
  const digest = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', content)))
  const isWhole =
    content.length === file.bytes && digest === file.sha256 && kindOf(content.subarray(0, headBytes)) === file.kind
  const state = isWhole ? 'complete' : 'refused'
  const ofFile = and(eq(submissionFiles.schoolId, file.schoolId), eq(submissionFiles.id, file.id))
  await tx
    .update(submissionFiles)
    .set({ state, completedAt: toInstant(nowMs) })
    .where(ofFile)
  // What is not what it was said to be is of no use to anybody, and may be meant to do harm.
  if (!isWhole) {
    await tx.delete(fileChunks).where(and(eq(fileChunks.schoolId, file.schoolId), eq(fileChunks.fileId, file.id)))
  }
  return { fileId: file.id, state, missing: [] }
}

/** All bytes of a file, in order. */
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
