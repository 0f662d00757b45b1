import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { DocumentItem } from '#shared/documents/document.contract.ts'
import { chunkBytes } from '#shared/forms/form.contract.ts'
import { toBase64, toHex } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { FileRef, FileState } from '#shared/kernel/fields.ts'
import { detectFileKind, hasActiveParts, headBytes } from '#shared/kernel/file-kind.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { shrinkImage } from './shrink-image.ts'

/** What a file is sent for, and what is taken for it. */
export type SendableType = Pick<DocumentItem['type'], 'code' | 'accept' | 'maxBytes'>

/** Who brings a file, and by which calls. */
export interface Carrier {
  announce(file: FileRef): Promise<FileState>
  piece(piece: { fileId: string; no: number; data: string }): Promise<FileState>
}

export interface Prepared {
  ref: FileRef
  content: Uint8Array
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

/**
 * Judges a file by its bytes, and draws an image again: smaller, and without its place and its camera.
 * @throws AppError document.wrong-kind, document.too-large
 */
export async function prepare(
  chosen: File,
  { accept, maxBytes }: Pick<SendableType, 'accept' | 'maxBytes'>,
): Promise<Prepared> {
  const chosenKind = detectFileKind(await bytesOf(chosen.slice(0, headBytes)))
  if (!chosenKind || !accept.includes(chosenKind)) throw new AppError('document.wrong-kind')
  const content = await bytesOf(await shrinkImage(chosen, chosenKind))
  const kind = detectFileKind(content.subarray(0, headBytes)) ?? chosenKind
  if (!accept.includes(kind) || hasActiveParts(kind, content)) throw new AppError('document.wrong-kind')
  if (content.length > maxBytes) throw new AppError('document.too-large')
  const sha256 = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', content)))
  const fileId = uuidv7(machineClock.nowMs(), machineRandom)
  return { content, ref: { fileId, name: chosen.name.slice(0, 300), bytes: content.length, sha256, kind } }
}

/** Sends what the other side has not got yet. Called again after a failure it goes on where it stopped. */
export async function sendPrepared(
  { ref, content }: Prepared,
  carrier: Carrier,
  onProgress: (share: number) => void,
): Promise<'complete' | 'refused'> {
  const count = Math.max(1, Math.ceil(content.length / chunkBytes))
  let state = await carrier.announce(ref)
  while (state.state === 'awaited') {
    onProgress(1 - state.missing.length / count)
    const [no] = state.missing
    if (no === undefined) throw new AppError('L000')
    const data = toBase64(content.subarray(no * chunkBytes, (no + 1) * chunkBytes))
    state = await carrier.piece({ fileId: ref.fileId, no, data })
  }
  return state.state
}
