import type { LogoRefusal } from '#shared/school/logo.rules.ts'

/** Reason a picture is refused. */
export class LogoRefused extends Error {
  override name = 'LogoRefused'
  readonly reason: LogoRefusal
  constructor(reason: LogoRefusal) {
    super(reason)
    this.reason = reason
  }
}

/** Chunks of a PNG that make its pixels. Everything else is dropped. */
export interface PngParts {
  header: DataView
  palette: Uint8Array
  transparency: Uint8Array
  /** One zlib stream. */
  pixels: Uint8Array
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** Returns the PNG CRC-32 of a chunk's name and content. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

/** Returns the Adler-32 that ends a zlib stream; takes the sum so far. */
export function adler32(bytes: Uint8Array, before = 1): number {
  let low = before & 0xffff
  let high = before >>> 16
  for (let at = 0; at < bytes.length; ) {
    // This many sums stay below 2³² without being reduced.
    for (const end = Math.min(at + 3800, bytes.length); at < end; at += 1) {
      low += bytes[at] ?? 0
      high += low
    }
    low %= 65_521
    high %= 65_521
  }
  return ((high << 16) | low) >>> 0
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const isCritical = (name: string) => name.charCodeAt(0) < 0x61

/** Parses a PNG; every chunk has to be complete. @throws LogoRefused kind, broken */
export function pngParts(bytes: Uint8Array): PngParts {
  if (!signature.every((byte, at) => bytes[at] === byte)) throw new LogoRefused('kind')
  const of: Record<'IHDR' | 'PLTE' | 'tRNS' | 'IDAT', Uint8Array[]> = { IHDR: [], PLTE: [], tRNS: [], IDAT: [] }
  let isOver = false
  for (const [name, content] of chunksOf(bytes)) {
    if (of.IHDR.length === 0 && name !== 'IHDR') throw new LogoRefused('broken')
    if (name === 'IEND') isOver = true
    else if (name === 'IHDR' || name === 'PLTE' || name === 'tRNS' || name === 'IDAT') of[name].push(content)
    else if (isCritical(name)) throw new LogoRefused('broken')
  }
  const [header] = of.IHDR
  const isSingle = of.IHDR.length === 1 && of.PLTE.length < 2 && of.tRNS.length < 2
  if (!isOver || !isSingle || header?.length !== 13 || of.IDAT.length === 0) throw new LogoRefused('broken')
  const view = new DataView(header.buffer, header.byteOffset, header.length)
  const [palette = new Uint8Array()] = of.PLTE
  const [transparency = new Uint8Array()] = of.tRNS
  return { header: view, palette, transparency, pixels: joined(of.IDAT) }
}

/** Yields chunks up to the end marker; anything after it is ignored. */
function* chunksOf(bytes: Uint8Array): Generator<[name: string, content: Uint8Array]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const end = at + 8 + length
    if (end + 4 > bytes.length) throw new LogoRefused('broken')
    if (crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) throw new LogoRefused('broken')
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    yield [name, bytes.subarray(at + 8, end)]
    if (name === 'IEND') return
    at = end + 4
  }
}

/** Concatenates arrays. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
