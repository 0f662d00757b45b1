import { LogoRefused, type PngParts } from './png-chunks.ts'

/** Pixel format of a PNG. */
export interface PngShape {
  width: number
  height: number
  depth: number
  colour: number
  /** Bytes of a row. */
  bytes: number
  /** Bytes from one pixel to the next, at least one. */
  pixelBytes: number
}

/** Samples of a pixel and allowed bit depths, by colour type. */
const kinds = new Map<number, { samples: number; depths: readonly number[] }>([
  [0, { samples: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { samples: 3, depths: [8, 16] }],
  [3, { samples: 1, depths: [1, 2, 4, 8] }],
  [4, { samples: 2, depths: [8, 16] }],
  [6, { samples: 4, depths: [8, 16] }],
])

/** Returns the pixel format from the header. Interlaced pictures are refused: no drawing program makes them by default. */
export function shapeOf({ header, palette, transparency }: PngParts): PngShape {
  const [width, height] = [header.getUint32(0), header.getUint32(4)]
  const [depth, colour, method, filter, passes] = [8, 9, 10, 11, 12].map((at) => header.getUint8(at))
  const kind = kinds.get(colour ?? -1)
  if (depth === undefined || colour === undefined || !kind?.depths.includes(depth)) throw new LogoRefused('broken')
  if (width === 0 || height === 0 || method !== 0 || filter !== 0 || passes !== 0) throw new LogoRefused('broken')
  const colours = palette.length / 3
  if (colour === 3 && (!Number.isInteger(colours) || colours < 1 || colours > 2 ** depth))
    throw new LogoRefused('broken')
  const marked = transparency.length
  const isMarked = colour === 3 ? marked <= colours : marked === 0 || (colour < 3 && marked === kind.samples * 2)
  if (!isMarked) throw new LogoRefused('broken')
  const bits = depth * kind.samples
  const bytes = Math.ceil((width * bits) / 8)
  return { width, height, depth, colour, bytes, pixelBytes: Math.max(1, bits / 8) }
}

/** Converts a row to four bytes for each pixel. @throws LogoRefused broken for a colour missing in the palette */
export function toRgba(parts: PngParts, shape: PngShape, row: Uint8Array, rgba: Uint8Array): void {
  const { width, depth, colour } = shape
  if (colour === 6 && depth === 8) return rgba.set(row)
  const samples = kinds.get(colour)?.samples ?? 0
  const scale = depth === 16 ? 1 / 257 : 255 / (2 ** depth - 1)
  const marks = colour === 3 ? undefined : markedColour(parts.transparency)
  const found = [0, 0, 0, 0]
  for (let x = 0; x < width; x += 1) {
    for (let no = 0; no < samples; no += 1) found[no] = sampleAt(row, depth, x * samples + no)
    const [first = 0, second = 0, third = 0, fourth = 0] = found
    const at = x * 4
    if (colour === 3) {
      paint(parts, first, rgba, at)
      continue
    }
    const isColoured = colour === 2 || colour === 6
    const [red, green, blue] = isColoured ? [first, second, third] : [first, first, first]
    const isMarked = marks?.every((value, no) => value === found[no]) ?? false
    rgba[at] = Math.round(red * scale)
    rgba[at + 1] = Math.round(green * scale)
    rgba[at + 2] = Math.round(blue * scale)
    const alpha = colour === 6 ? fourth : second
    rgba[at + 3] = colour < 4 ? (isMarked ? 0 : 255) : Math.round(alpha * scale)
  }
}

function sampleAt(row: Uint8Array, depth: number, no: number): number {
  if (depth === 8) return row[no] ?? 0
  if (depth === 16) return ((row[no * 2] ?? 0) << 8) | (row[no * 2 + 1] ?? 0)
  const bit = no * depth
  return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
}

/** Returns the one colour that means transparent. */
function markedColour(marked: Uint8Array): number[] | undefined {
  if (marked.length === 0) return undefined
  return Array.from({ length: marked.length / 2 }, (_, no) => sampleAt(marked, 16, no))
}

function paint({ palette, transparency }: PngParts, no: number, rgba: Uint8Array, at: number): void {
  if (no * 3 >= palette.length) throw new LogoRefused('broken')
  rgba.set(palette.subarray(no * 3, no * 3 + 3), at)
  rgba[at + 3] = transparency[no] ?? 255
}
