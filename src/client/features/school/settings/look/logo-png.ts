import { detectFileKind } from '#shared/kernel/file-kind.ts'
import {
  type PictureRefusal,
  logoBox,
  maxLogoBytes,
  maxLogoSide,
  pixelsOf,
  withinBox,
} from '#shared/school/logo.rules.ts'

/**
 * A chosen picture as a small PNG: redrawn, so that nothing of its camera, its place or its owner leaves the device. What it is is
 * told by its bytes, and its size by its header before anything is decoded.
 */
export async function logoPng(file: Blob): Promise<{ png: Uint8Array } | { refused: PictureRefusal }> {
  if (file.size > maxLogoBytes) return { refused: 'bytes' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = detectFileKind(bytes)
  if (!kind || kind === 'pdf') return { refused: 'kind' }
  const size = pixelsOf(kind, bytes)
  if (!size) return { refused: 'broken' }
  if (Math.max(size.width, size.height) > maxLogoSide) return { refused: 'pixels' }
  const blob = new Blob([bytes], { type: `image/${kind}` })
  const image = await createImageBitmap(blob, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!image) return { refused: 'broken' }
  const canvas = document.createElement('canvas')
  const { width, height } = withinBox(image, logoBox)
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
  image.close()
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return drawn ? { png: new Uint8Array(await drawn.arrayBuffer()) } : { refused: 'broken' }
}
