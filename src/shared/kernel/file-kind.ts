// chunk: form-parts
import type { FileKind } from './fields.ts'

/** The four upload sizes of the specification (§5), in bytes. */
export const fileTiers = {
  default: 2_097_152,
  intermediate: 5_242_880,
  maximum: 10_485_760,
  large: 15_728_640,
} as const

const startsWith = (bytes: Uint8Array, start: readonly number[], at = 0): boolean =>
  start.every((byte, index) => bytes[at + index] === byte)

const ascii = (text: string): number[] => Array.from(text, (char) => char.charCodeAt(0))

/** How many bytes from a file's beginning are enough to tell its kind. */
export const headBytes = 16

/** What a file is by its own first bytes, whatever its name says; nothing when it is none of what we take. */
export function detectFileKind(head: Uint8Array): FileKind | undefined {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(head, [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a])) return 'png'
  if (startsWith(head, ascii('RIFF')) && startsWith(head, ascii('WEBP'), 8)) return 'webp'
  return startsWith(head, ascii('%PDF-')) ? 'pdf' : undefined
}

/** What makes a PDF do something by itself, or carry other files along. */
const activeNames: ReadonlySet<string> = new Set([
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'XFA',
  'GoToE',
  'ImportData',
])
const maxNameLength = 16

/**
 * Whether a file could do more than be looked at, as far as it can be seen: what a PDF packs away in a stream is not opened.
 */
export function hasActiveParts(kind: FileKind, content: Uint8Array): boolean {
  if (kind !== 'pdf') return false
  for (let at = content.indexOf(0x2f); at >= 0; at = content.indexOf(0x2f, at + 1)) {
    if (activeNames.has(nameAt(content, at + 1))) return true
  }
  return false
}

/** A name after its `/`, each letter as it is or as `#4a`; as much of it as could be one of ours. */
function nameAt(content: Uint8Array, start: number): string {
  let name = ''
  for (let at = start; name.length < maxNameLength; at += 1) {
    let byte = content[at] ?? 0
    if (byte === 0x23) {
      byte = Number.parseInt(String.fromCharCode(content[at + 1] ?? 0, content[at + 2] ?? 0), 16) || 0
      at += 2
    }
    const letter = String.fromCharCode(byte)
    if (!/[A-Za-z0-9]/.test(letter)) break
    name += letter
  }
  return name
}
