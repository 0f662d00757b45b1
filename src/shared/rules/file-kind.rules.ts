import type { FileKind } from '#shared/contract/form-definition.ts'

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
export function kindOf(head: Uint8Array): FileKind | undefined {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(head, [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a])) return 'png'
  if (startsWith(head, ascii('RIFF')) && startsWith(head, ascii('WEBP'), 8)) return 'webp'
  return startsWith(head, ascii('%PDF-')) ? 'pdf' : undefined
}
