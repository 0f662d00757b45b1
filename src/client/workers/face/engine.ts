import type { Look, SeenFace } from '#shared/recognition/face-look.types.ts'
import { clearChip, drawChip, measureChip } from './chip.ts'
import { describeChip, type FoundFace, findFaces } from './detect.ts'
import type { Ask } from './face-messages.types.ts'
import { Frame } from './frame.ts'
import { findLandmarks, findLandmarksUpright, poseOf } from './landmarks.ts'

export interface Watching {
  /** After each part of the frame that was searched. */
  onPart(): void
  /** After each face that was described; answers false when nobody waits any more. */
  onFace(done: number, of: number): Promise<boolean>
}

/** Everything about one frame that was asked for, the largest face first. The bitmap is closed. */
export async function lookAt(frame: Frame, bitmap: ImageBitmap, ask: Ask, watching?: Watching): Promise<Look> {
  frame.take(bitmap)
  const { width, height } = frame
  const found = await findFaces(frame, ask.detector, watching?.onPart)
  const faces: SeenFace[] = []
  for (const [index, face] of found.entries()) {
    if (index >= ask.most) {
      faces.push(unmeasured(face))
      continue
    }
    faces.push(await measure(frame, face, ask.want))
    if (watching && !(await watching.onFace(index + 1, Math.min(found.length, ask.most)))) break
  }
  return { width, height, faces }
}

/** A face beyond the number asked for: where it is, and nothing that any rule would take for a good face. */
const unmeasured = ({ box, score }: FoundFace): SeenFace => ({
  box,
  score,
  roll: 0,
  yaw: 0,
  pitch: 0,
  eyeDistance: 0,
  quality: null,
  descriptor: null,
})

async function measure(frame: Frame, { box, score }: FoundFace, want: Ask['want']): Promise<SeenFace> {
  const first = await findLandmarks(frame, box)
  const points = want === 'track' ? first : await findLandmarksUpright(frame, box, first)
  const { roll, yaw, pitch, eyeDistance } = poseOf(points)
  const seen: SeenFace = { box, score, roll, yaw, pitch, eyeDistance, quality: null, descriptor: null }
  if (want === 'track') return seen
  try {
    drawChip(frame, points)
    return { ...seen, quality: measureChip(), descriptor: want === 'describe' ? await describeChip() : null }
  } finally {
    // No picture of a face outlives the look at it.
    clearChip()
  }
}
