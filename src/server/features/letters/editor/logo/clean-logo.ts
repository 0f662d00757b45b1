import { AppError } from '#shared/kernel/errors.ts'
import { logoBox, maxLogoBytes, maxLogoPixels, withinBox } from '#shared/letters/letter-logo.rules.ts'
import { inflateRows } from './inflate-rows.ts'
import { LogoRefused, pngParts } from './png-chunks.ts'
import { shapeOf, toRgba } from './png-pixels.ts'
import { type Pixels, RowShrinker, shrunk } from './shrink-rows.ts'
import { writePng } from './write-png.ts'

/** Every page that shows a letter carries its logo. */
const maxStoredBytes = 200_000

/**
 * Rewrites an uploaded PNG: only its pixels are kept, reduced to the size of a letterhead.
 * @throws AppError letter.logo-refused, with the reason as its field
 */
export async function cleanLogo(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  try {
    if (bytes.length > maxLogoBytes) throw new LogoRefused('bytes')
    return await smallEnough(await readPixels(bytes))
  } catch (error) {
    if (!(error instanceof LogoRefused)) throw error
    throw new AppError('letter.logo-refused', { field: error.reason, cause: error })
  }
}

/** Reads the pixels, at most the size that is stored; nothing is unpacked before its size is known. */
async function readPixels(bytes: Uint8Array): Promise<Pixels> {
  const parts = pngParts(bytes)
  const shape = shapeOf(parts)
  if (shape.width * shape.height > maxLogoPixels) throw new LogoRefused('pixels')
  const shrinker = new RowShrinker(shape, withinBox(shape, logoBox))
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
