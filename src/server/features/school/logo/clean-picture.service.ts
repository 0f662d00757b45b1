import { pixelsOf } from '#shared/school/logo.rules.ts'

/** A picture as it is stored: what draws, and nothing of its camera, its place or its owner. */
export interface CleanPicture {
  kind: 'webp' | 'jpeg'
  data: Uint8Array<ArrayBuffer>
}

/**
 * Reads a small WebP or JPEG and drops all that does not draw; undefined for anything else, also for a moving picture.
 * @param mostSide of its width and height, in pixels
 */
export function cleanPicture(bytes: Uint8Array, mostSide: number): CleanPicture | undefined {
  const kind = kindOf(bytes)
  const data = kind === 'webp' ? cleanWebp(bytes) : kind === 'jpeg' ? cleanJpeg(bytes) : undefined
  const size = kind && data && pixelsOf(kind, data)
  if (!size || size.width > mostSide || size.height > mostSide) return undefined
  return { kind, data }
}

const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))

function kindOf(bytes: Uint8Array): CleanPicture['kind'] | undefined {
  if (nameAt(bytes, 0) === 'RIFF' && nameAt(bytes, 8) === 'WEBP') return 'webp'
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? 'jpeg' : undefined
}

/** The chunks of a still WebP. */
const drawing = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])
/** Of the flags of an extended WebP only that it has transparent parts. */
const hasAlpha = 0x10

function cleanWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept: Uint8Array[] = []
  for (let at = 12; at < bytes.length; ) {
    if (at + 8 > bytes.length) return undefined
    const name = nameAt(bytes, at)
    const end = at + 8 + view.getUint32(at + 4, true)
    if (end > bytes.length || name === 'ANIM') return undefined
    if (drawing.has(name)) {
      const chunk = new Uint8Array(end - at + ((end - at) % 2))
      chunk.set(bytes.subarray(at, end))
      if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & hasAlpha
      kept.push(chunk)
    }
    at = end + (end % 2)
  }
  return kept.length === 0 ? undefined : riffOf(kept)
}

function riffOf(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 12)
  const whole = new Uint8Array(length)
  whole.set(Uint8Array.from('RIFF....WEBP', (sign) => sign.charCodeAt(0)))
  new DataView(whole.buffer).setUint32(4, length - 8, true)
  let at = 12
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

const startOfScan = 0xda
/** Segments of an application and comments; of those only the two that say how colours are stored draw. */
const isNote = (marker: number): boolean =>
  marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && marker !== 0xe0 && marker !== 0xee)

function cleanJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept: number[] = [0xff, 0xd8]
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === startOfScan) return Uint8Array.from([...kept, ...bytes.subarray(at)])
    const end = at + 2 + view.getUint16(at + 2)
    if (end > bytes.length) return undefined
    if (!isNote(marker)) kept.push(...bytes.subarray(at, end))
    at = end
  }
  return undefined
}
