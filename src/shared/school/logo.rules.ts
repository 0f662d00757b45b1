// chunk: desk-parts
/** Why a picture is not taken as a school's logo. */
export const logoRefusals = ['kind', 'bytes', 'pixels', 'broken', 'unsafe'] as const
export type LogoRefusal = (typeof logoRefusals)[number]
/** The same of a picture, which nothing runs in. */
export type PictureRefusal = Exclude<LogoRefusal, 'unsafe'>

/** The largest picture that a browser looks at, in bytes and in pixels of either side. */
export const maxLogoBytes = 2 * 1024 * 1024
export const maxLogoSide = 4000

/** The most pixels that the server takes apart, in a tenth of a second or two: browsers send no more than `logoBox` holds. */
export const maxLogoPixels = 1_000_000

/** What is kept is at most this large, in pixels: a head of 15 mm has no use for more. */
export const logoBox = { width: 1200, height: 480 }

export interface PixelSize {
  width: number
  height: number
}

/** The same shape within the box, never enlarged. */
export function withinBox({ width, height }: PixelSize, box: PixelSize): PixelSize {
  const scale = Math.min(1, box.width / width, box.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The pixels of a PNG, JPEG or WebP by its own header, before anything of it is decoded; undefined where it names none. */
export function pixelsOf(kind: 'png' | 'jpeg' | 'webp', bytes: Uint8Array): PixelSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = kind === 'png' ? ofPng(view) : kind === 'jpeg' ? ofJpeg(view) : ofWebp(view)
    return size && size.width > 0 && size.height > 0 ? size : undefined
  } catch (error) {
    // Cut off within its header.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const ofPng = (view: DataView): PixelSize | undefined =>
  view.getUint32(12) === 0x49484452 ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined

/** Frames say their size, whichever way they are coded: 0xC0 to 0xCF without the tables that lie among them. */
function ofJpeg(view: DataView): PixelSize | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // A marker may be preceded by any number of fill bytes.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

function ofWebp(view: DataView): PixelSize | undefined {
  const form = view.getUint32(12)
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000
  if (form === 0x56503858) return { width: three(24) + 1, height: three(27) + 1 }
  if (form === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (form !== 0x5650384c) return undefined
  const bits = view.getUint32(21, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
