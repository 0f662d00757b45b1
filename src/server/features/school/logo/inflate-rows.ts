import { Inflate } from 'fflate'
import { othersTurn } from './others-turn.ts'
import { adler32, LogoRefused } from './png-chunks.ts'

/** Bytes unpacked at once: they yield half a megabyte at most. */
const piece = 512

/**
 * Unpacks a zlib stream of exactly `count` rows and passes them on one by one, with their filters undone. Excess data is never
 * unpacked, and other work gets its turn in between.
 * @throws LogoRefused broken
 */
export async function inflateRows(
  packed: Uint8Array,
  { count, bytes, pixelBytes }: { count: number; bytes: number; pixelBytes: number },
  onRow: (row: Uint8Array) => void,
): Promise<void> {
  if (!isZlib(packed)) throw new LogoRefused('broken')
  const sum = new DataView(packed.buffer, packed.byteOffset + packed.length - 4).getUint32(0)
  const content = packed.subarray(2, -4)
  let raw = new Uint8Array(bytes + 1)
  let last = new Uint8Array(bytes + 1)
  let filled = 0
  let rows = 0
  let adler = 1
  const take = (out: Uint8Array) => {
    adler = adler32(out, adler)
    for (let at = 0; at < out.length; ) {
      if (rows === count) throw new LogoRefused('broken')
      const part = out.subarray(at, at + raw.length - filled)
      raw.set(part, filled)
      filled += part.length
      at += part.length
      if (filled < raw.length) continue
      unfilter(raw, last, pixelBytes)
      onRow(raw.subarray(1))
      ;[raw, last] = [last, raw]
      filled = 0
      rows += 1
    }
  }
  const inflate = new Inflate(take)
  for (let at = 0; at < content.length; at += piece) {
    push(inflate, content.subarray(at, at + piece), at + piece >= content.length)
    await othersTurn()
  }
  if (rows !== count || filled > 0 || adler !== sum) throw new LogoRefused('broken')
}

/** Checks for deflate with a valid window and no preset dictionary. */
function isZlib(packed: Uint8Array): boolean {
  const [method = 0, flags = 0] = packed
  return (
    packed.length > 6 &&
    (method & 15) === 8 &&
    method >> 4 < 8 &&
    (flags & 32) === 0 &&
    ((method << 8) | flags) % 31 === 0
  )
}

function push(inflate: Inflate, part: Uint8Array, isLast: boolean): void {
  try {
    inflate.push(part, isLast)
  } catch (error) {
    // Invalid compression; the library throws its own errors.
    throw error instanceof LogoRefused ? error : new LogoRefused('broken')
  }
}

/** Undoes a row's filter, named by its first byte. */
function unfilter(row: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  const [filter = 0] = row
  if (filter > 4) throw new LogoRefused('broken')
  if (filter === 0) return
  for (let at = 1; at < row.length; at += 1) {
    const left = at > pixelBytes ? (row[at - pixelBytes] ?? 0) : 0
    const up = above[at] ?? 0
    const corner = at > pixelBytes ? (above[at - pixelBytes] ?? 0) : 0
    row[at] = (row[at] ?? 0) + guess(filter, left, up, corner)
  }
}

function guess(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
