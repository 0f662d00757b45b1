import { crc32, deflateSync } from 'node:zlib'

export interface Chunk {
  name: string
  content: Uint8Array
  /** In place of the right one. */
  crc?: number
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

/** A PNG of these chunks, right or wrong. */
export const pngOf = (...chunks: readonly Chunk[]): Buffer =>
  Buffer.concat([
    signature,
    ...chunks.flatMap(({ name, content, crc }) => {
      const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
      return [number(content.length), named, number(crc ?? crc32(named))]
    }),
  ])

export const header = (width: number, height: number, { depth = 8, colour = 6, passes = 0 } = {}): Chunk => ({
  name: 'IHDR',
  content: Buffer.concat([number(width), number(height), Buffer.from([depth, colour, 0, 0, passes])]),
})
export const pixels = (raw: Uint8Array): Chunk => ({ name: 'IDAT', content: deflateSync(raw) })
export const end: Chunk = { name: 'IEND', content: Buffer.alloc(0) }

/** Rows without filters, each pixel as `at` says. */
export function rows(width: number, height: number, at: (x: number, y: number) => readonly number[]): Buffer {
  const row = (y: number) => [0, ...Array.from({ length: width }, (_, x) => at(x, y)).flat()]
  return Buffer.from(Array.from({ length: height }, (_, y) => row(y)).flat())
}

/** A red shield on nothing. */
export const goodLogo = (red = 180, ...more: readonly Chunk[]): Buffer =>
  pngOf(
    header(90, 60),
    ...more,
    pixels(rows(90, 60, (x, y) => (Math.hypot(x - 45, y - 30) < 28 ? [red, 20, 40, 255] : [0, 0, 0, 0]))),
    end,
  )
