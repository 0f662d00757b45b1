import type { z } from 'zod'
import type { SignedSend } from '#local/device/signed-send.ts'
import { refusalOf } from '#local/kernel/http.ts'
import { parseJson } from '#local/kernel/json.ts'
import { knownServer, mayForgetBefore } from '#local/outbox/known-server.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import { consentSlug, faceSlug, type FormsDb, type SubmittedRow } from '#local/storage/forms-db.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import { chunkBytes, putChunk, type SubmissionState, submissionStates } from '#shared/forms/form.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { FileState } from '#shared/kernel/fields.ts'
import { type Drafts, forgetKept } from './drafts.ts'

/*
 * An acknowledgement is no backup: what was submitted stays on this device, sealed, until a verified copy of the server holds it. A server
 * that was restored from an older copy is sent it again, with its files.
 */

/** So much of the files of complete submissions is kept, in bytes; the oldest go first. */
export const maxKeptBytes = 50_000_000

export interface Keeping {
  db: FormsDb
  drafts: Drafts
  store: OutboxStore
  /** Time by the server's clock. */
  nowMs(): number
}

/** Marks a submission as complete; its files stay. */
export async function keepComplete(
  { db, store, nowMs }: Keeping,
  { id, stream, seq }: Pick<SubmittedRow, 'id' | 'stream' | 'seq'>,
): Promise<void> {
  const ackedAtMs = (await store.at(stream, seq))?.ackedAtMs
  let keptBytes = 0
  await db.files
    .where('draftId')
    .equals(id)
    .each(({ content }) => (keptBytes += content.data.byteLength))
  await db.handedIn.update(id, { state: 'complete', filesLeft: 0, ackedAtMs, keptSinceMs: nowMs(), keptBytes })
}

const isKept = (row: SubmittedRow): row is SubmittedRow & { keptSinceMs: number } => row.keptSinceMs !== undefined

/** Returns to its way what is being sent again, because the server was restored. @returns whether there was any */
export async function takeUpAgain({ db, store }: Keeping): Promise<boolean> {
  let isAny = false
  for (const row of await db.handedIn.filter(({ state }) => state === 'complete').toArray()) {
    const { id, stream, seq, ackedAtMs } = row
    const op = await store.at(stream, seq)
    // It may have been sent again before anybody looked.
    const isAgain = op?.state === 'pending' || (ackedAtMs !== undefined && op && op.ackedAtMs !== ackedAtMs)
    if (!isAgain) continue
    const filesLeft = await db.files.where('draftId').equals(id).count()
    await db.handedIn.update(id, { state: 'saved', filesLeft, keptSinceMs: undefined, keptBytes: undefined })
    isAny = true
  }
  return isAny
}

/** Deletes the files of complete submissions that a copy of the server holds, that are too old, or too many for this device. */
export async function forgetCopied({ db, drafts, store, nowMs }: Keeping): Promise<void> {
  const before = mayForgetBefore(nowMs(), await knownServer(store))
  const kept = (await db.handedIn.filter(isKept).toArray()).filter(isKept)
  let bytes = 0
  for (const { id, keptSinceMs, keptBytes = 0 } of kept.toSorted((a, b) => b.keptSinceMs - a.keptSinceMs)) {
    bytes += keptBytes
    if (keptSinceMs >= before && bytes <= maxKeptBytes) continue
    await drafts.drop(id)
    await forgetKept(db, id)
  }
}

export interface FinishParts extends Keeping {
  send: SignedSend
  /** Turns a submission that came while the school takes none into a draft again; absent on a device that families share. */
  putBack?: ((row: SubmittedRow, op: StoredOp) => Promise<void>) | undefined
  /** Called after each step worth showing. */
  onChange(): void
}

/** Most references one call may ask about. */
const requestConsentNow = 50

/**
 * Completes what the outbox has delivered: fetches references and uploads files in chunks. Separate from the outbox, so that a
 * large file delays no form. Files that the server has completely stay until a copy of it holds them (`kept-submissions.ts`).
 * @returns whether everything is done; false when a later try may get further
 * @throws AppError or a network error: the step is retried later from the server's position
 */
export async function finishSubmitted(parts: FinishParts, signal: AbortSignal): Promise<boolean> {
  if (await takeUpAgain(parts)) parts.onChange()
  const open = await parts.db.handedIn.filter((row) => row.state === 'saved' || row.state === 'received').toArray()
  let unfinished = open.length
  const delivered: SubmittedRow[] = []
  for (const row of open) {
    if (!(await isDelivered(parts, row))) continue
    unfinished -= 1
    // Neither has a reference or files: only whether it was accepted matters.
    if (row.slug === consentSlug || row.slug === faceSlug) await recordTaken(parts, row)
    else delivered.push(row)
  }
  for (let at = 0; at < delivered.length; at += requestConsentNow) {
    const submissionIds = delivered.slice(at, at + requestConsentNow).map((row) => row.id)
    const { submissions } = await ask(parts.send, submissionStates, { submissionIds })
    for (const submission of submissions) {
      if (signal.aborted) return false
      await returnResult(parts, submission, signal)
    }
  }
  await forgetCopied(parts)
  return unfinished === 0
}

async function recordComplete(parts: FinishParts, row: SubmittedRow): Promise<void> {
  await keepComplete(parts, row)
  parts.onChange()
}

async function recordTaken(parts: FinishParts, row: SubmittedRow): Promise<void> {
  const { id, slug, stream, seq } = row
  const flags = (await parts.store.at(stream, seq))?.verdict?.flags ?? []
  const problem = slug === faceSlug ? faceProblemOf(flags) : flags.includes('link-over') ? 'link.over' : null
  if (!problem) return recordComplete(parts, row)
  await parts.db.handedIn.update(id, { state: 'attention', problem })
  parts.onChange()
}

/** Returns the problem of a face that may not be kept and was deleted on arrival, from its flags. */
const faceProblemOf = (flags: readonly string[]): MessageId | null =>
  flags.some((flag) => /^faces?-/.test(flag)) ? 'access.denied' : null

/** Returns whether the server has acknowledged the row. A refused one waits for a person. */
async function isDelivered({ db, store, putBack, onChange }: FinishParts, row: SubmittedRow): Promise<boolean> {
  const op = await store.at(row.stream, row.seq)
  // Acknowledged operations are deleted after a week.
  if (!op || op.state === 'acked') return true
  if (op.state === 'attention') {
    if (op.lastError === 'form.closed' && op.isSealed && putBack) await putBack(row, op)
    else await db.handedIn.update(row.id, { state: 'attention', problem: op.lastError })
    onChange()
  }
  return false
}

async function returnResult(parts: FinishParts, submission: SubmissionState, signal: AbortSignal): Promise<void> {
  const { db, onChange } = parts
  const { submissionId: id, reference } = submission
  let unfinished = submission.files.filter((file) => file.state !== 'complete')
  await db.handedIn.update(id, { state: 'received', reference, filesLeft: unfinished.length })
  onChange()
  for (const file of unfinished.filter(({ state }) => state === 'awaited')) {
    if (!(await sendFile(parts, id, file, signal))) continue
    unfinished = unfinished.filter((each) => each !== file)
    await db.handedIn.update(id, { filesLeft: unfinished.length })
    onChange()
  }
  // A file missing here, or unusable to the server, is never shown as received.
  if (unfinished.length > 0) return
  const row = await db.handedIn.get(id)
  if (row) await recordComplete(parts, row)
}

/** Uploads the file's missing chunks. @returns whether the server has the file completely */
async function sendFile(
  { drafts, send }: FinishParts,
  submissionId: string,
  file: FileState,
  signal: AbortSignal,
): Promise<boolean> {
  const { fileId } = file
  const content = await drafts.readFile(fileId)
  // Missing on the device: the server keeps waiting for it, and staff see that.
  if (!content) return false
  let now = file
  while (now.missing.length > 0 && !signal.aborted) {
    const [no = 0] = now.missing
    const data = toBase64(content.subarray(no * chunkBytes, (no + 1) * chunkBytes))
    const reply = await ask(send, putChunk, { submissionId, fileId, no, data })
    now = reply.file
  }
  return now.state === 'complete'
}

async function ask<E extends Endpoint>(send: SignedSend, to: E, input: unknown): Promise<z.output<E['reply']>> {
  const { status, text } = await send(to.path, input)
  const json = parseJson(text)
  if (status !== 200) throw refusalOf(json)
  return to.reply.parse(json) as z.output<E['reply']>
}
