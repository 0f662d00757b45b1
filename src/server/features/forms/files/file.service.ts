import { and, asc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { SenderCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { putChunk, SubmissionState } from '#shared/forms/form.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { FileState } from '#shared/kernel/fields.ts'
import { submissionFiles, submissions } from '../form.table.ts'
import { lockFile, stateOf, takePiece } from './file-store.service.ts'

/** Returns the upload states of these submissions, as far as this sender submitted them. */
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

/** Effect of a form's completely received file, in the transaction that stores its last chunk; passed to `formRoutes`. */
export type OnReceived = (tx: Tx, ctx: SenderCtx, fileId: string) => Promise<void>

/**
 * Stores one chunk of the sender's own file.
 * @throws AppError request.not-found, request.invalid for a chunk of the wrong length
 */
export function takeChunk(
  ctx: SenderCtx,
  chunk: z.output<typeof putChunk.body>,
  onReceived: OnReceived,
): Promise<FileState> {
  const { schoolId } = ctx.school
  return ctx.tenant(async (tx) => {
    const file = (await isOwn(tx, ctx, chunk.submissionId)) && (await lockFile(tx, schoolId, chunk.fileId))
    if (!file || file.submissionId !== chunk.submissionId) throw new AppError('request.not-found')
    const state = await takePiece(tx, file, chunk, ctx.deps.clock.nowMs())
    if (file.state === 'awaited' && state.state === 'complete') await onReceived(tx, ctx, file.id)
    return state
  })
}

async function isOwn(tx: Tx, { school, device }: SenderCtx, submissionId: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.schoolId, school.schoolId),
        eq(submissions.id, submissionId),
        eq(submissions.senderId, device.deviceId),
      ),
    )
  return found !== undefined
}
