import { Zlib } from 'fflate'
import { AppError } from '#shared/kernel/errors.ts'
import { logoBox, maxLogoBytes, maxLogoPixels, type PixelSize, withinBox } from '#shared/school/logo.rules.ts'
import { inflateRows } from './inflate-rows.ts'
import { othersTurn } from './others-turn.ts'
import { crc32, joined, LogoRefused, pngParts } from './png-chunks.ts'
import { shapeOf, toRgba } from './png-pixels.ts'

/** Pixels of four bytes each, row by row. */
interface Pixels extends PixelSize {
  rgba: Uint8Array
}

/** Reduces a picture row by row, each pixel the mean of those it covers. Colours are weighted by opacity. Never enlarges. */
class RowShrinker {
  readonly pixels: Pixels
  readonly #from: PixelSize
  /** Sums of red, green, blue and alpha with their count, for each pixel of the current row. */
  readonly #sums: Float64Array
  #row = 0

  constructor(from: PixelSize, to: PixelSize) {
    this.#from = from
    this.pixels = { ...to, rgba: new Uint8Array(to.width * to.height * 4) }
    this.#sums = new Float64Array(to.width * 5)
  }

  /** Adds the next row from the top. */
  add(rgba: Uint8Array): void {
    const { width, height } = this.pixels
    const sums = this.#sums
    for (let x = 0; x < this.#from.width; x += 1) {
      const at = Math.floor((x * width) / this.#from.width) * 5
      const alpha = rgba[x * 4 + 3] ?? 0
      for (let no = 0; no < 3; no += 1) sums[at + no] = (sums[at + no] ?? 0) + (rgba[x * 4 + no] ?? 0) * alpha
      sums[at + 3] = (sums[at + 3] ?? 0) + alpha
      sums[at + 4] = (sums[at + 4] ?? 0) + 1
    }
    const to = Math.floor((this.#row * height) / this.#from.height)
    this.#row += 1
    if (Math.floor((this.#row * height) / this.#from.height) > to) this.#finish(to)
  }

  #finish(row: number): void {
    const { width, rgba } = this.pixels
    for (let x = 0; x < width; x += 1) {
      const [red = 0, green = 0, blue = 0, alpha = 0, count = 1] = this.#sums.subarray(x * 5, x * 5 + 5)
      if (alpha === 0) continue
      const mean = [red / alpha, green / alpha, blue / alpha, alpha / count].map(Math.round)
      rgba.set(mean, (row * width + x) * 4)
    }
    this.#sums.fill(0)
  }
}

/** Reduces a whole picture. */
function shrunk({ width, height, rgba }: Pixels, to: PixelSize): Pixels {
  const shrinker = new RowShrinker({ width, height }, to)
  for (let row = 0; row < height; row += 1) shrinker.add(rgba.subarray(row * width * 4, (row + 1) * width * 4))
  return shrinker.pixels
}

/** Writes a PNG of three chunks: header, pixels, end. The same pixels give the same bytes. */
async function writePng({ width, height, rgba }: Pixels): Promise<Uint8Array<ArrayBuffer>> {
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

/** Every page that shows a letter carries its logo. */
const maxStoredBytes = 200_000

/**
 * Rewrites an uploaded PNG: only its pixels are kept, reduced to the size of a letterhead or of another box.
 * @throws AppError letter.logo-refused, with the reason as its field
 */
export async function cleanLogo(bytes: Uint8Array, box: PixelSize = logoBox): Promise<Uint8Array<ArrayBuffer>> {
  try {
    if (bytes.length > maxLogoBytes) throw new LogoRefused('bytes')
    return await smallEnough(await readPixels(bytes, box))
  } catch (error) {
    if (!(error instanceof LogoRefused)) throw error
    throw new AppError('letter.logo-refused', { field: error.reason, cause: error })
  }
}

/** Reads the pixels, at most the size that is stored; nothing is unpacked before its size is known. */
async function readPixels(bytes: Uint8Array, box: PixelSize): Promise<Pixels> {
  const parts = pngParts(bytes)
  const shape = shapeOf(parts)
  if (shape.width * shape.height > maxLogoPixels) throw new LogoRefused('pixels')
  const shrinker = new RowShrinker(shape, withinBox(shape, box))
  const rgba = new Uint8Array(shape.width * 4)
  await inflateRows(parts.pixels, { ...shape, count: shape.height }, (row) => {
    toRgba(parts, shape, row, rgba)
    shrinker.add(rgba)
  })
  return shrinker.pixels
}

/** Shrinks the picture until its file is small enough: a photograph needs more bytes than a drawing. */
async function smallEnough(pixels: Pixels): Promise<Uint8Array<ArrayBuffer>> {
  const png = await writePng(pixels)
  if (png.length <= maxStoredBytes) return png
  // Bytes grow with the area; a little less, so that a second try is rarely needed.
  const scale = Math.min(0.9, Math.sqrt(maxStoredBytes / png.length) * 0.95)
  const smaller = { width: pixels.width * scale, height: pixels.height * scale }
  return await smallEnough(shrunk(pixels, withinBox(pixels, smaller)))
}
