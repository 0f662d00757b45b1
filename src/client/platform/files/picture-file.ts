// chunk: desk-parts
import { toBase64 } from '#shared/kernel/bytes.ts'
import { detectFileKind } from '#shared/kernel/file-kind.ts'
import { maxLogoSide, pixelsOf, withinBox } from '#shared/school/logo.rules.ts'

/** `whole` shows all of the picture, `square` the middle of it. */
export type PictureShape = 'whole' | 'square'

/** How large a picture may become. */
export interface PictureLimits {
  /** Of its width and height, in pixels. */
  side: number
  bytes: number
}

/** The largest photograph that is looked at. */
const maxFileBytes = 20 * 2 ** 20
const qualities = [0.85, 0.7, 0.55, 0.4, 0.25]

/**
 * Returns a chosen picture as a small WebP in base64, JPEG where the browser writes no WebP; undefined for what is no picture. It is drawn
 * again, so that nothing of its camera, its place or its owner leaves the device.
 */
export async function pictureOf(file: File, shape: PictureShape, limits: PictureLimits): Promise<string | undefined> {
  if (file.size > maxFileBytes) return undefined
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = detectFileKind(bytes)
  const size = kind && kind !== 'pdf' ? pixelsOf(kind, bytes) : undefined
  // A phone's photograph is larger than a logo may be; beyond that a browser runs out of memory.
  if (!size || Math.max(size.width, size.height) > maxLogoSide * 3) return undefined
  const image = await createImageBitmap(new Blob([bytes]), { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!image) return undefined
  const canvas = drawn(image, shape, limits.side)
  image.close()
  for (const quality of qualities) {
    const blob = await encoded(canvas, quality)
    if (blob && blob.size <= limits.bytes) return toBase64(new Uint8Array(await blob.arrayBuffer()))
  }
  return undefined
}

function drawn(image: ImageBitmap, shape: PictureShape, most: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const side = Math.min(image.width, image.height)
  const part = shape === 'square' ? { width: side, height: side } : { width: image.width, height: image.height }
  const { width, height } = withinBox(part, { width: most, height: most })
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  // What was transparent would be black in a JPEG.
  if (context) context.fillStyle = '#fff'
  context?.fillRect(0, 0, width, height)
  const [left, top] = [(image.width - part.width) / 2, (image.height - part.height) / 2]
  context?.drawImage(image, left, top, part.width, part.height, 0, 0, width, height)
  return canvas
}

/** Safari writes a PNG when it is asked for a WebP. */
async function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  const write = (type: string) =>
    new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, type, quality)
    })
  const webp = await write('image/webp')
  return webp?.type === 'image/webp' ? webp : write('image/jpeg')
}
