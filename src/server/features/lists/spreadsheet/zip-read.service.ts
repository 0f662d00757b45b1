import { Inflate } from 'fflate'
import { SheetRefused } from './unreadable.ts'

/** Limit of one unpacked part of a workbook: far more than five thousand rows need. */
const maxPartBytes = 32 * 2 ** 20
/** Unpacked in chunks, so that a part larger than declared is stopped before it fills the memory. */
const piece = 8 * 1024
const maxEntries = 2000

interface Entry {
  method: number
  packed: number
  unpacked: number
  at: number
}

/** ZIP whose parts are unpacked one at a time, each within limits. */
export interface ZipRead {
  /** Reads a part. @returns undefined for a missing one @throws SheetRefused too-large, damaged */
  read: (name: string) => Uint8Array | undefined
}

/** Opens a ZIP. @throws SheetRefused damaged */
export function openZip(bytes: Uint8Array): ZipRead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = directoryOf(bytes, view)
  return {
    read: (name) => {
      const entry = entries.get(name)
      return entry && unpacked(bytes, view, entry)
    },
  }
}

const signature = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 }
const endLength = 22

function directoryOf(bytes: Uint8Array, view: DataView): Map<string, Entry> {
  const from = Math.max(0, bytes.length - endLength - 0xffff)
  let end = bytes.length - endLength
  while (end >= from && view.getUint32(end, true) !== signature.end) end -= 1
  if (end < from || end < 0) throw new SheetRefused('damaged')
  const count = view.getUint16(end + 10, true)
  if (count > maxEntries) throw new SheetRefused('too-large')
  const entries = new Map<string, Entry>()
  let at = view.getUint32(end + 16, true)
  for (let no = 0; no < count; no += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== signature.entry) throw new SheetRefused('damaged')
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    entries.set(name.replaceAll('\\', '/').replace(/^\//, ''), {
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

function unpacked(bytes: Uint8Array, view: DataView, { method, packed, unpacked: said, at }: Entry): Uint8Array {
  if (said > maxPartBytes) throw new SheetRefused('too-large')
  if (at + 30 > bytes.length || view.getUint32(at, true) !== signature.local) throw new SheetRefused('damaged')
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  if (from + packed > bytes.length) throw new SheetRefused('damaged')
  const data = bytes.subarray(from, from + packed)
  if (method === 0) return data
  if (method !== 8) throw new SheetRefused('damaged')
  return inflated(data)
}

function inflated(data: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = []
  let length = 0
  const inflate = new Inflate((chunk) => {
    length += chunk.length
    if (length <= maxPartBytes) chunks.push(chunk)
  })
  for (let at = 0; at < data.length && length <= maxPartBytes; at += piece) {
    try {
      inflate.push(data.subarray(at, at + piece), at + piece >= data.length)
    } catch {
      throw new SheetRefused('damaged')
    }
  }
  if (length > maxPartBytes) throw new SheetRefused('too-large')
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
