/** In pixels of the frame. */
export interface FaceBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface FaceQuality {
  /** Mean brightness, 0 to 255. */
  readonly luma: number
  /** Its standard deviation. */
  readonly contrast: number
  /** Variance of the Laplacian: low is blurred, very high is noise. */
  readonly sharpness: number
  /** (left − right) / (left + right) of the brightness of the two halves. */
  readonly sideLight: number
}

export interface MeasuredFace {
  readonly box: FaceBox
  readonly score: number
  /** Degrees; how far the head leans to a shoulder. */
  readonly roll: number
  /** −1 … 1; 0 looks straight ahead, positive to the person's own left. */
  readonly yaw: number
  /** −1 … 1; 0 looks straight ahead, positive is up. */
  readonly pitch: number
  /** Between the middles of the eyes, in pixels. */
  readonly eyeDistance: number
  /** Null when it was not measured. */
  readonly quality: FaceQuality | null
}

export interface FrameSize {
  readonly width: number
  readonly height: number
}

/** One instruction to the person before the camera; `good` needs none. */
export type FaceHint =
  | 'nobody'
  | 'several'
  | 'closer'
  | 'centre'
  | 'straight'
  | 'look-here'
  | 'more-light'
  | 'less-light'
  | 'even-light'
  | 'hold-still'
  | 'good'

interface Gate {
  /** A second face this large, against the first, is too many. */
  secondFace: number
  box: number
  eyeDistance: number
  score: number
  roll: number
  yaw: number
  pitch: number
  /** How far from the middle, in parts of the frame's width and height. */
  offCentre: number
  luma: readonly [number, number]
  contrast: number
  sharpness: readonly [number, number]
  sideLight: number
}

/** What is kept for months must be good. */
const enrolGate: Gate = {
  secondFace: 0,
  box: 140,
  eyeDistance: 45,
  score: 0.7,
  roll: 12,
  yaw: 0.2,
  pitch: 0.4,
  offCentre: 0.25,
  luma: [60, 200],
  contrast: 20,
  sharpness: [20, 500],
  sideLight: 0.25,
}

/** At a kiosk the frame before and the frame after help; somebody far behind the person does no harm. */
const kioskGate: Gate = {
  secondFace: 0.6,
  box: 110,
  eyeDistance: 35,
  score: 0.5,
  roll: 30,
  yaw: 0.35,
  pitch: 0.6,
  offCentre: 0.25,
  luma: [45, 215],
  contrast: 15,
  sharpness: [12, 700],
  sideLight: 0.4,
}

type SeenFaces = { readonly faces: readonly MeasuredFace[] }

/** For a registration, where a face that was not measured is never good. */
export function enrolHint(look: SeenFaces, frame: FrameSize): FaceHint {
  const hint = hintBy(enrolGate, look, frame)
  return hint === 'good' && !largestFace(look)?.quality ? 'hold-still' : hint
}

/** For a decision; light and sharpness are judged once they are measured. */
export const kioskHint = (look: SeenFaces, frame: FrameSize): FaceHint => hintBy(kioskGate, look, frame)

/** The most important first: who, then where, then how they hold their head, then the light. */
function hintBy(gate: Gate, look: SeenFaces, frame: FrameSize): FaceHint {
  const face = largestFace(look)
  if (!face) return 'nobody'
  const others = look.faces.filter((other) => other !== face)
  if (others.some(({ box }) => box.width >= gate.secondFace * face.box.width)) return 'several'
  return placeHint(gate, face, frame) ?? poseHint(gate, face) ?? lightHint(gate, face.quality) ?? 'good'
}

const largestFace = ({ faces }: SeenFaces): MeasuredFace | undefined =>
  faces.reduce<MeasuredFace | undefined>((a, b) => (a && area(a.box) >= area(b.box) ? a : b), undefined)

const area = (box: FaceBox): number => box.width * box.height

function placeHint(gate: Gate, face: MeasuredFace, frame: FrameSize): FaceHint | undefined {
  const { box } = face
  const isCentral =
    Math.abs(box.x + box.width / 2 - frame.width / 2) <= gate.offCentre * frame.width &&
    Math.abs(box.y + box.height / 2 - frame.height / 2) <= gate.offCentre * frame.height
  // A small face off the middle is somebody passing by: they are asked to come, not to move aside.
  if (box.width < gate.box) return 'closer'
  if (!isCentral) return 'centre'
  // A turned head brings the eyes together: that is a matter of looking here, not of standing nearer.
  return face.eyeDistance < gate.eyeDistance && Math.abs(face.yaw) <= gate.yaw ? 'closer' : undefined
}

function poseHint(gate: Gate, face: MeasuredFace): FaceHint | undefined {
  if (Math.abs(face.roll) > gate.roll) return 'straight'
  const isLookingHere = Math.abs(face.yaw) <= gate.yaw && Math.abs(face.pitch) <= gate.pitch
  return isLookingHere && face.score >= gate.score ? undefined : 'look-here'
}

function lightHint(gate: Gate, quality: FaceQuality | null): FaceHint | undefined {
  if (!quality) return undefined
  const [darkest, brightest] = gate.luma
  const [blurred, noisy] = gate.sharpness
  if (quality.luma < darkest) return 'more-light'
  if (quality.luma > brightest) return 'less-light'
  if (Math.abs(quality.sideLight) > gate.sideLight) return 'even-light'
  // Little contrast and much noise are both what a camera makes of too little light.
  if (quality.contrast < gate.contrast || quality.sharpness > noisy) return 'more-light'
  return quality.sharpness < blurred ? 'hold-still' : undefined
}
