// chunk: form-parts
import { shrinkImage } from '#client/platform/files/shrink-image.ts'
import { startForms } from '#client/platform/offline/forms.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { FileAnswer } from '#shared/forms/form-answers.rules.ts'
import type { ProblemCode } from '#shared/forms/form-check.rules.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { toHex } from '#shared/kernel/bytes.ts'
import { detectFileKind, fileTiers, headBytes } from '#shared/kernel/file-kind.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'

type FileField = Extract<Field, { type: 'file' }>

/** What one chosen file came to. `not-kept`: this device could not keep it. */
export type Taken = { file: FileAnswer } | { problem: ProblemCode | 'not-kept'; limit?: number }

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

/** Judges a file by its bytes, makes an image small, and keeps it on this device beside the draft. */
export async function takeFile(field: FileField, draftId: string, chosen: File): Promise<Taken> {
  if (chosen.size === 0) return { problem: 'file-empty' }
  const chosenKind = detectFileKind(await bytesOf(chosen.slice(0, headBytes)))
  if (!chosenKind || !field.accept.includes(chosenKind)) return { problem: 'file-type' }
  const content = await bytesOf(await shrinkImage(chosen, chosenKind))
  const kind = detectFileKind(content.subarray(0, headBytes)) ?? chosenKind
  const limit = fileTiers[field.tier]
  if (content.length > limit) return { problem: 'file-too-large', limit }
  const sha256 = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', content)))
  const fileId = uuidv7(machineClock.nowMs(), machineRandom)
  try {
    const { forms } = await startForms()
    await forms.drafts.keepFile(draftId, fileId, content)
  } catch {
    return { problem: 'not-kept' }
  }
  return { file: { fileId, name: chosen.name.slice(0, 300), bytes: content.length, sha256, kind } }
}

export async function removeFile(fileId: string): Promise<void> {
  const { forms } = await startForms()
  await forms.drafts.dropFile(fileId)
}
