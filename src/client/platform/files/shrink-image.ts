// chunk: form-parts
import type { FileKind } from '#shared/kernel/fields.ts'

/** The longer side, in pixels, at which a photographed page can still be read in print. */
const maxSide = 2000
const quality = 0.82

const canShrink = (kind: FileKind): boolean => kind !== 'pdf'

/**
 * An image as a smaller JPEG: redrawn, so that nothing of its camera, its place or its owner goes along. What cannot be
 * drawn stays as it is, and is judged by its bytes like everything else.
 */
export async function shrinkImage(file: Blob, kind: FileKind): Promise<Blob> {
  if (!canShrink(kind)) return file
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!image) return file
  const scale = Math.min(1, maxSide / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return file
  // What was transparent would be black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  return blob ?? file
}
