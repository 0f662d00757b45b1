import type { FaceQuality } from '#shared/recognition/face-quality.rules.ts'
import { canvasOf, type Frame } from './frame.ts'
import { type Landmarks, rollOf, threeMiddles } from './landmarks.ts'

export const chipSize = 150

const upright = canvasOf(chipSize, chipSize)
const mirrored = canvasOf(chipSize, chipSize)

/** The face as the descriptor net sees it, and its mirror image. */
export const chips = [upright.canvas, mirrored.canvas] as const

/** Where the middle between eyes and mouth comes to lie, and how large the face is, as the net was taught. */
const centre = { x: 0.5 * chipSize, y: 0.43 * chipSize }
const eyesToMouth = 0.45

/** Cuts the face out so that its eyes are level: the library's own cut leaves it leaning, which costs a third of the way. */
export function drawChip(frame: Frame, points: Landmarks): void {
  const { left, right, mouth } = threeMiddles(points)
  const reach = (eye: typeof left) => Math.hypot(mouth.x - eye.x, mouth.y - eye.y)
  const scale = chipSize / ((reach(left) + reach(right)) / 2 / eyesToMouth)
  const { pen } = upright
  pen.resetTransform()
  pen.fillStyle = '#000'
  pen.fillRect(0, 0, chipSize, chipSize)
  pen.imageSmoothingQuality = 'high'
  pen.translate(centre.x, centre.y)
  pen.rotate(-rollOf(points))
  pen.scale(scale, scale)
  pen.translate(-(left.x + right.x + mouth.x) / 3, -(left.y + right.y + mouth.y) / 3)
  pen.drawImage(frame.picture, 0, 0)
  mirrored.pen.setTransform(-1, 0, 0, 1, chipSize, 0)
  mirrored.pen.drawImage(upright.canvas, 0, 0)
}

export function clearChip(): void {
  for (const { pen } of [upright, mirrored]) {
    pen.resetTransform()
    pen.clearRect(0, 0, chipSize, chipSize)
  }
}

/** The middle of the chip, without hair and background. */
const edge = 20
const side = chipSize - 2 * edge

/** Light and sharpness of the face that was cut out last. */
export function measureChip(): FaceQuality {
  const luma = lumaOf(upright.pen.getImageData(edge, edge, side, side).data)
  const mean = average(luma)
  const isLeft = (at: number) => at % side < side / 2
  const left = luma.reduce((sum, value, at) => (isLeft(at) ? sum + value : sum), 0)
  const right = luma.reduce((sum, value, at) => (isLeft(at) ? sum : sum + value), 0)
  return {
    luma: mean,
    contrast: Math.sqrt(variance(luma, mean)),
    sharpness: sharpnessOf(luma),
    sideLight: (left - right) / Math.max(1, left + right),
  }
}

function lumaOf(pixels: Uint8ClampedArray): Float32Array {
  const luma = new Float32Array(side * side)
  for (let at = 0; at < luma.length; at += 1) {
    const [red, green, blue] = [pixels[at * 4] ?? 0, pixels[at * 4 + 1] ?? 0, pixels[at * 4 + 2] ?? 0]
    luma[at] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return luma
}

/** Variance of how far each pixel lies from its four neighbours: edges make it, blur takes it away. */
function sharpnessOf(luma: Float32Array): number {
  const inner = side - 2
  const steps = new Float32Array(inner * inner)
  const at = (x: number, y: number) => luma[y * side + x] ?? 0
  for (let y = 1; y <= inner; y += 1) {
    for (let x = 1; x <= inner; x += 1) {
      steps[(y - 1) * inner + x - 1] = 4 * at(x, y) - at(x - 1, y) - at(x + 1, y) - at(x, y - 1) - at(x, y + 1)
    }
  }
  return variance(steps, average(steps))
}

const average = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / values.length

const variance = (values: Float32Array, mean: number): number =>
  values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
