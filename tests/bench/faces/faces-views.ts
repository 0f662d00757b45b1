import { evenNumbers } from './faces-matching.ts'

/** A face in a photograph, by its middle. */
export interface Subject {
  photo: ImageBitmap
  x: number
  y: number
  size: number
}

/** What is changed about a face that was photographed well. */
export interface View {
  /** Degrees. */
  roll?: number
  /** How large the face becomes, in pixels; 160 unless said otherwise, as before a kiosk. */
  pixels?: number
  filter?: string
  isMirrored?: boolean
  dx?: number
  dy?: number
  jpeg?: number
  isLitFromTheSide?: boolean
  isNoisy?: boolean
}

export const viewSize = 480

/** In an order in which the first few already differ. */
export const views: readonly View[] = [
  { roll: 25 },
  { pixels: 60 },
  { filter: 'brightness(0.5)' },
  { roll: -18 },
  { isMirrored: true },
  { isLitFromTheSide: true },
  { roll: 5 },
  { roll: -8 },
  { roll: 12 },
  { pixels: 90 },
  { filter: 'brightness(1.5)' },
  { filter: 'blur(2px)' },
  { dx: 70, dy: -50 },
  { jpeg: 0.35 },
  { isNoisy: true },
]

export async function drawView({ photo, x, y, size }: Subject, view: View): Promise<ImageBitmap> {
  const canvas = new OffscreenCanvas(viewSize, viewSize)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('no canvas')
  pen.fillStyle = '#777'
  pen.fillRect(0, 0, viewSize, viewSize)
  pen.imageSmoothingQuality = 'high'
  pen.filter = view.filter ?? 'none'
  const scale = (view.pixels ?? 160) / size
  pen.translate(viewSize / 2 + (view.dx ?? 0), viewSize / 2 + (view.dy ?? 0))
  pen.rotate(((view.roll ?? 0) * Math.PI) / 180)
  pen.scale(view.isMirrored ? -scale : scale, scale)
  pen.drawImage(photo, -x, -y)
  pen.resetTransform()
  pen.filter = 'none'
  if (view.isLitFromTheSide) shade(pen)
  if (view.isNoisy) sprinkle(pen)
  if (!view.jpeg) return createImageBitmap(canvas)
  return createImageBitmap(await canvas.convertToBlob({ type: 'image/jpeg', quality: view.jpeg }))
}

function shade(pen: OffscreenCanvasRenderingContext2D): void {
  const shadow = pen.createLinearGradient(150, 0, 330, 0)
  shadow.addColorStop(0, 'rgba(0,0,0,.65)')
  shadow.addColorStop(1, 'rgba(0,0,0,0)')
  pen.fillStyle = shadow
  pen.fillRect(0, 0, viewSize, viewSize)
}

function sprinkle(pen: OffscreenCanvasRenderingContext2D): void {
  const picture = pen.getImageData(0, 0, viewSize, viewSize)
  const next = evenNumbers(7)
  for (let at = 0; at < picture.data.length; at += 4) {
    const noise = next() * 40
    for (const channel of [at, at + 1, at + 2]) picture.data[channel] = (picture.data[channel] ?? 0) + noise
  }
  pen.putImageData(picture, 0, 0)
}
