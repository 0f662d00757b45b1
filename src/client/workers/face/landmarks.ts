import type { FaceBox } from '#shared/recognition/face-quality.rules.ts'
import { canvasOf, type Frame } from './frame.ts'
import { library, type Point } from './library.ts'

/** The 68 points of a face, in pixels of the frame. Which is which: jaw 0–16, nose 27–35, eyes 36–47, mouth 48–67. */
export type Landmarks = readonly Point[]

const netSize = 112
const { canvas, pen } = canvasOf(netSize, netSize)

/** A first guess, from the box as the detector gave it. */
export async function findLandmarks(frame: Frame, box: FaceBox): Promise<Landmarks> {
  const side = Math.max(box.width, box.height)
  const scale = netSize / side
  const [left, top] = [(side - box.width) / 2, (side - box.height) / 2]
  blank()
  pen.drawImage(
    frame.picture,
    box.x,
    box.y,
    box.width,
    box.height,
    left * scale,
    top * scale,
    box.width * scale,
    box.height * scale,
  )
  const points = await askNet()
  return points.map(({ x, y }) => ({ x: x / scale - left + box.x, y: y / scale - top + box.y }))
}

/**
 * A second look at the same face, turned upright by what the first one found: the net was taught on upright faces, and from
 * 20° on its first guess is too far off to cut a face by.
 */
export async function findLandmarksUpright(frame: Frame, box: FaceBox, first: Landmarks): Promise<Landmarks> {
  const roll = rollOf(first)
  const centre = middleOf(first)
  const scale = netSize / Math.max(box.width, box.height)
  blank()
  pen.translate(netSize / 2, netSize / 2)
  pen.rotate(-roll)
  pen.scale(scale, scale)
  pen.translate(-centre.x, -centre.y)
  pen.drawImage(frame.picture, 0, 0)
  const points = await askNet()
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)]
  return points.map((point) => {
    const x = (point.x - netSize / 2) / scale
    const y = (point.y - netSize / 2) / scale
    return { x: centre.x + cos * x - sin * y, y: centre.y + sin * x + cos * y }
  })
}

function blank(): void {
  pen.resetTransform()
  pen.imageSmoothingQuality = 'high'
  pen.fillStyle = '#000'
  pen.fillRect(0, 0, netSize, netSize)
}

async function askNet(): Promise<Landmarks> {
  const pixels = library.tf.browser.fromPixels(canvas)
  try {
    const { positions } = await library.nets.faceLandmark68Net.detectLandmarks(pixels)
    return positions
  } finally {
    pixels.dispose()
    pen.resetTransform()
    pen.clearRect(0, 0, netSize, netSize)
  }
}

export const middleOf = (points: Landmarks): Point => ({
  x: points.reduce((sum, point) => sum + point.x, 0) / points.length,
  y: points.reduce((sum, point) => sum + point.y, 0) / points.length,
})

/** Middles of the eye at the left of the picture, of the one at the right, and of the mouth. */
export function threeMiddles(points: Landmarks): { left: Point; right: Point; mouth: Point } {
  return {
    left: middleOf(points.slice(36, 42)),
    right: middleOf(points.slice(42, 48)),
    mouth: middleOf(points.slice(48, 68)),
  }
}

/** Radians, clockwise in the picture. */
export function rollOf(points: Landmarks): number {
  const { left, right } = threeMiddles(points)
  return Math.atan2(right.y - left.y, right.x - left.x)
}

export interface Pose {
  /** Degrees. */
  roll: number
  /** −1 … 1: where the nose lies between the two edges of the jaw; positive to the person's own left. */
  yaw: number
  /** −1 … 1: where the nose lies between eyes and mouth; positive is up. */
  pitch: number
  eyeDistance: number
}

const noseTip = 30
/** How far down between eyes and mouth the nose of somebody looking ahead ends: of the sample photographs in the middle. */
const noseOfLookingAhead = 0.64
const [jawLeft, jawRight] = [1, 15]

export function poseOf(points: Landmarks): Pose {
  const { left, right, mouth } = threeMiddles(points)
  const nose = points[noseTip] ?? mouth
  const toLeft = nose.x - (points[jawLeft]?.x ?? 0)
  const toRight = (points[jawRight]?.x ?? 0) - nose.x
  const eyes = (left.y + right.y) / 2
  const down = (nose.y - eyes) / Math.max(1, mouth.y - eyes)
  return {
    roll: (rollOf(points) * 180) / Math.PI,
    yaw: bounded((toLeft - toRight) / (toLeft + toRight)),
    pitch: bounded(2 * (noseOfLookingAhead - down)),
    eyeDistance: Math.hypot(right.x - left.x, right.y - left.y),
  }
}

/** A face in profile may put the nose outside the jaw. */
const bounded = (value: number): number => (Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 1)
