import { maxPictureBytes } from '#shared/recognition/face-picture.rules.ts'

/** Pixels of the longer side: enough to see who it is. */
const side = 240
const qualities = [0.8, 0.6, 0.4, 0.2]

/** A picture made so small that it may be kept; undefined where it does not get that small. */
export async function smallPicture(still: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const picture = await createImageBitmap(still)
  try {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    for (const quality of qualities) {
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
      if (blob && blob.size <= maxPictureBytes) return new Uint8Array(await blob.arrayBuffer())
    }
    return undefined
  } finally {
    picture.close()
  }
}
