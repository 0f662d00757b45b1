import type { FaceBox } from '#shared/recognition/face-quality.rules.ts'
import { meanTemplate, templateLength } from '#shared/recognition/face-template.rules.ts'
import { chips } from './chip.ts'
import type { Detector } from './face-messages.types.ts'
import { canvasOf, type Frame } from './frame.ts'
import { library } from './library.ts'

export interface FoundFace {
  readonly box: FaceBox
  readonly score: number
}

const tinySize = 224
const ssdSize = 512
const minScore = 0.4
const maxFaces = 100

/** Tiles of a group's picture overlap by so much of their size, so that no face is cut by every tile it lies in. */
const tileColumns = 3
const tileRows = 2
const tileOverlap = 0.15

const surfaces = { tiny: canvasOf(tinySize, tinySize), ssd: canvasOf(ssdSize, ssdSize) }

/** The largest first. `onPart` is told after each part of the frame: all of them may take seconds. */
export async function findFaces(frame: Frame, detector: Detector, onPart?: () => void): Promise<FoundFace[]> {
  const whole = { x: 0, y: 0, width: frame.width, height: frame.height }
  const found = await findIn(frame, whole, detector === 'tiny' ? 'tiny' : 'ssd')
  for (const tile of detector === 'tiles' ? tilesOf(frame) : []) {
    onPart?.()
    found.push(...(await findIn(frame, tile, 'ssd')))
  }
  const faces = detector === 'tiles' ? withoutDoubles(found) : found
  return faces.toSorted((one, other) => areaOf(other.box) - areaOf(one.box))
}

/** Draws a part of the frame into the net's square, its upper left corner in the square's, and looks for faces there. */
async function findIn(frame: Frame, part: FaceBox, net: 'tiny' | 'ssd'): Promise<FoundFace[]> {
  const { canvas, pen } = surfaces[net]
  const scale = canvas.width / Math.max(part.width, part.height)
  pen.clearRect(0, 0, canvas.width, canvas.height)
  const { x, y, width, height } = part
  pen.drawImage(frame.picture, x, y, width, height, 0, 0, width * scale, height * scale)
  const pixels = library.tf.browser.fromPixels(canvas)
  try {
    const { tinyFaceDetector, ssdMobilenetv1 } = library.nets
    const found =
      net === 'tiny'
        ? await tinyFaceDetector.locateFaces(pixels, { inputSize: tinySize, scoreThreshold: minScore })
        : await ssdMobilenetv1.locateFaces(pixels, { minConfidence: minScore, maxResults: maxFaces })
    return found.map(({ box, score }) => ({
      score,
      box: { x: x + box.x / scale, y: y + box.y / scale, width: box.width / scale, height: box.height / scale },
    }))
  } finally {
    pixels.dispose()
  }
}

function tilesOf(frame: Frame): FaceBox[] {
  const [width, height] = [frame.width / tileColumns, frame.height / tileRows]
  return Array.from({ length: tileColumns * tileRows }, (_, index) => {
    const x = Math.max(0, (index % tileColumns) * width - width * tileOverlap)
    const y = Math.max(0, Math.floor(index / tileColumns) * height - height * tileOverlap)
    return {
      x,
      y,
      width: Math.min(frame.width - x, width * (1 + 2 * tileOverlap)),
      height: Math.min(frame.height - y, height * (1 + 2 * tileOverlap)),
    }
  })
}

/** Of boxes that lie over each other, or one inside the other, the surest stays. */
function withoutDoubles(faces: readonly FoundFace[]): FoundFace[] {
  const kept: FoundFace[] = []
  for (const face of faces.toSorted((one, other) => other.score - one.score)) {
    if (!kept.some((other) => isSame(face.box, other.box))) kept.push(face)
  }
  return kept
}

function isSame(one: FaceBox, other: FaceBox): boolean {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const shared = Math.max(0, width) * Math.max(0, height)
  const [a, b] = [areaOf(one), areaOf(other)]
  return shared / (a + b - shared) > 0.3 || shared / Math.min(a, b) > 0.6
}

const areaOf = (box: FaceBox): number => box.width * box.height

/** Mean of the descriptors of the chip and of its mirror image: raw, as the bands were measured. */
export async function describeChip(): Promise<Float32Array> {
  const pixels = chips.map((chip) => library.tf.browser.fromPixels(chip))
  try {
    const described = library.nets.faceRecognitionNet.forwardInput(new library.NetInput(pixels, true))
    try {
      const values = await described.data()
      return meanTemplate(chips.map((_, index) => values.slice(index * templateLength, (index + 1) * templateLength)))
    } finally {
      described.dispose()
    }
  } finally {
    for (const tensor of pixels) tensor.dispose()
  }
}
