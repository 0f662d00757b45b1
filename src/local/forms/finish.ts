import type { SignedSend } from '#local/device/signed-send.ts'
import { refusalOf } from '#local/http.ts'
import { parseJson } from '#local/json.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { FormsDb, HandedInRow } from '#local/storage/forms-db.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { chunkBytes, type FileState, putChunk, type SubmissionState, submissionStates } from '#shared/contract/form.ts'
import type { Drafts } from './drafts.ts'

export interface FinishParts {
  db: FormsDb
  drafts: Drafts
  store: OutboxStore
  send: SignedSend
  /** Told after each step that people may want to see. */
  onChange(): void
}

/** As many as one call may ask about. */
const askAtOnce = 50

/**
 * Brings home what the outbox has delivered: asks for its reference, and sends its files piece by piece. Apart from the
 * outbox, so that a large file keeps no form waiting. What the server has whole goes from this device.
 * @returns whether everything is done; false when a try later may get further
 * @throws AppError or a network's error: the step is tried again later, from where the server says it stands
 */
export async function finishHandedIn(parts: FinishParts, signal: AbortSignal): Promise<boolean> {
  const open = await parts.db.handedIn.filter((row) => row.state === 'saved' || row.state === 'received').toArray()
  const delivered: HandedInRow[] = []
  for (const row of open) if (await isDelivered(parts, row)) delivered.push(row)
  for (let at = 0; at < delivered.length; at += askAtOnce) {
    const submissionIds = delivered.slice(at, at + askAtOnce).map((row) => row.id)
    const { submissions } = await ask(parts.send, submissionStates, { submissionIds })
    for (const submission of submissions) {
      if (signal.aborted) return false
      await bringHome(parts, submission, signal)
    }
  }
  return delivered.length === open.length
}

/** Whether the server has acknowledged it. What it will not take is for a person. */
async function isDelivered({ db, store, onChange }: FinishParts, row: HandedInRow): Promise<boolean> {
  const op = await store.at(row.stream, row.seq)
  // Acknowledged operations are deleted after a week.
  if (!op || op.state === 'acked') return true
  if (op.state === 'attention') {
    await db.handedIn.update(row.id, { state: 'attention', problem: op.lastError })
    onChange()
  }
  return false
}

async function bringHome(parts: FinishParts, submission: SubmissionState, signal: AbortSignal): Promise<void> {
  const { db, onChange } = parts
  const { submissionId: id, reference } = submission
  const left = submission.files.filter((file) => file.state === 'awaited')
  await db.handedIn.update(id, { state: 'received', reference, filesLeft: left.length })
  onChange()
  let filesLeft = left.length
  for (const file of left) {
    await sendFile(parts, id, file, signal)
    if (signal.aborted) return
    filesLeft -= 1
    await db.handedIn.update(id, { filesLeft })
    onChange()
  }
  await parts.drafts.drop(id)
  await db.handedIn.update(id, { state: 'complete' })
  onChange()
}

async function sendFile({ drafts, send }: FinishParts, submissionId: string, file: FileState, signal: AbortSignal) {
  const { fileId } = file
  const content = await drafts.readFile(fileId)
  // Gone from the device: the server goes on saying that it waits, and staff see it.
  if (!content) return
  let { missing } = file
  while (missing.length > 0 && !signal.aborted) {
    const [no = 0] = missing
    const data = toBase64(content.subarray(no * chunkBytes, (no + 1) * chunkBytes))
    const reply = await ask(send, putChunk, { submissionId, fileId, no, data })
    missing = reply.file.missing
  }
}

function toBase64(bytes: Uint8Array): string {
  // In parts, because a function takes only so many arguments.
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

async function ask<E extends Endpoint>(
  send: SignedSend,
  to: E,
  input: unknown,
): Promise<import('zod').output<E['reply']>> {
  const { status, text } = await send(to.path, input)
  const json = parseJson(text)
  if (status !== 200) throw refusalOf(json)
  return to.reply.parse(json) as import('zod').output<E['reply']>
}
