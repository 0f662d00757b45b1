import { Zlib } from 'fflate'
import { othersTurn } from './others-turn.ts'
import { crc32, joined } from './png-chunks.ts'
import type { Pixels } from './shrink-rows.ts'

/** Writes a PNG of three chunks: header, pixels, end. The same pixels give the same bytes. */
export async function writePng({ width, height, rgba }: Pixels): Promise<Uint8Array<ArrayBuffer>> {
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, width)
  header.setUint32(4, height)
  // Eight bits for each of red, green, blue and alpha.
  header.setUint16(8, 0x0806)
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return joined([
    signature,
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', await packed(filtered({ width, height, rgba }))),
    chunk('IEND', new Uint8Array()),
  ])
}

/** Bytes compressed at once. */
const piece = 128 * 1024

async function packed(rows: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  const zlib = new Zlib({ level: 9 }, (part) => parts.push(part))
  for (let at = 0; at < rows.length; at += piece) {
    zlib.push(rows.subarray(at, at + piece), at + piece >= rows.length)
    await othersTurn()
  }
  return joined(parts)
}

/** Filters every row as its difference from the one above: the plain areas of a logo become zeros. */
function filtered({ width, height, rgba }: Pixels): Uint8Array {
  const bytes = width * 4
  const rows = new Uint8Array((bytes + 1) * height)
  for (let row = 0; row < height; row += 1) {
    const to = row * (bytes + 1)
    rows[to] = 2
    for (let at = 0; at < bytes; at += 1) {
      const from = row * bytes + at
      rows[to + 1 + at] = (rgba[from] ?? 0) - (row === 0 ? 0 : (rgba[from - bytes] ?? 0))
    }
  }
  return rows
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const named = joined([Uint8Array.from(name, (letter) => letter.charCodeAt(0)), content])
  const [before, after] = [new DataView(new ArrayBuffer(4)), new DataView(new ArrayBuffer(4))]
  before.setUint32(0, content.length)
  after.setUint32(0, crc32(named))
  return joined([new Uint8Array(before.buffer), named, new Uint8Array(after.buffer)])
}
