import { SheetRefused } from './unreadable.ts'

/** Replacement for an unreadable character. */
export const unreadableCharacter = '\ufffd'

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte)

/**
 * Decodes a CSV in any encoding used by programs of our schools: UTF-8, UTF-16, or Windows' Arabic. A few unreadable characters
 * damage only their row. @throws SheetRefused encoding
 */
export function csvText(bytes: Uint8Array): string {
  const text = decoded(bytes).replace(/^\ufeff/, '')
  if (text.includes('\u0000')) throw new SheetRefused('encoding')
  return text
}

function decoded(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  // Without a byte order mark: text starting with Latin letters or commas has zero as every other byte.
  if (bytes[0] !== 0 && bytes[1] === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0 && bytes[1] !== 0) return new TextDecoder('utf-16be').decode(bytes)
  const utf8 = new TextDecoder('utf-8').decode(bytes)
  const lost = count(utf8, /\ufffd/g)
  if (lost === 0) return utf8
  const readable = count(utf8, /[^\u0000-\u007f\ufffd]/g)
  if (readable > lost * 20) return utf8
  const windows = new TextDecoder('windows-1256').decode(bytes)
  // Any bytes are valid in it. In an Arabic text most non-ASCII characters are Arabic letters.
  const arabic = count(windows, /[\u0621-\u064a]/g)
  const foreign = count(windows, /[^\u0000-\u007f]/g)
  if (arabic * 10 < foreign * 8) throw new SheetRefused('encoding')
  return windows
}

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0
