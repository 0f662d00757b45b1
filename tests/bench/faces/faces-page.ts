import { decideByFrames, type FaceFrame } from '#client/features/pos/self-service/check-face.ts'
import { openCamera } from '#client/platform/face/camera.ts'
import { openRecogniser } from '#client/platform/face/recogniser.ts'
import { drawChip, measureChip } from '#client/workers/face/chip.ts'
import { describeChip, findFaces } from '#client/workers/face/detect.ts'
import { lookAt } from '#client/workers/face/engine.ts'
import { Frame } from '#client/workers/face/frame.ts'
import { findLandmarks, findLandmarksUpright } from '#client/workers/face/landmarks.ts'
import { loadDetector, startLibrary } from '#client/workers/face/start-engine.ts'
import { startBands } from '#shared/recognition/face-bands.rules.ts'
import { buildGallery, matchFace } from '#shared/recognition/face-match.rules.ts'
import { findSubjects, measureAccuracy } from './faces-accuracy.ts'
import type { PipelineDistances } from './faces-accuracy.types.ts'
import { evenNumbers, inventedTemplate, type MatchTimes, timeMatching } from './faces-matching.ts'
import type { Subject } from './faces-views.ts'

const stages = ['tiny', 'ssd', 'landmarks', 'upright', 'chip', 'describe', 'frame'] as const
type Stage = (typeof stages)[number]

declare global {
  var benchFaces: {
    matching(templates: number, blocks: number): MatchTimes
    /** The film before the camera: milliseconds of each stage, one number a round. In the page, as nobody else does. */
    stages(rounds: number): Promise<Record<Stage, number[]>>
    /** From asking for the camera to the decision about who is before it, the recogniser being started. */
    decision(): Promise<{ ms: number; outcome: string }>
    /** From starting the worker to what it says about the first frame. */
    firstResult(): Promise<number>
    /** The longest task of this thread while so many frames are described. */
    longestTask(where: 'worker' | 'page', frames: number): Promise<number>
    /** Tensors in the worker before and after. */
    frames(count: number): Promise<{ before: number; after: number; msPerFrame: number }>
    accuracy(photos: readonly string[], faces: number, views: number): Promise<PipelineDistances[]>
  }
}

const video = () => document.querySelector('video') ?? document.body.appendChild(document.createElement('video'))

let engineStart: Promise<void> | undefined
/** The engine without its worker. */
const startHere = () => (engineStart ??= startLibrary().then(() => loadDetector('ssd', () => undefined)))

const frame = new Frame()

async function timed<T>(into: number[], work: () => Promise<T> | T): Promise<T> {
  const startMs = performance.now()
  const result = await work()
  into.push(performance.now() - startMs)
  return result
}

globalThis.benchFaces = {
  matching: timeMatching,

  stages: async (rounds) => {
    await startHere()
    const camera = await openCamera(video())
    const times: Record<Stage, number[]> = {
      tiny: [],
      ssd: [],
      landmarks: [],
      upright: [],
      chip: [],
      describe: [],
      frame: [],
    }
    for (let round = 0; round < rounds; round += 1) {
      const bitmap = await camera.frame()
      const whole = await createImageBitmap(bitmap)
      frame.take(bitmap)
      await timed(times.ssd, () => findFaces(frame, 'ssd'))
      const [face] = await timed(times.tiny, () => findFaces(frame, 'tiny'))
      if (!face) throw new Error('nobody is before the camera')
      const first = await timed(times.landmarks, () => findLandmarks(frame, face.box))
      const points = await timed(times.upright, () => findLandmarksUpright(frame, face.box, first))
      await timed(times.chip, () => (drawChip(frame, points), measureChip()))
      await timed(times.describe, () => describeChip())
      await timed(times.frame, () => lookAt(frame, whole, { want: 'describe', detector: 'tiny', most: 1 }))
    }
    camera.stop()
    return times
  },

  decision: async () => {
    const recogniser = await openRecogniser()
    const enrolling = await openCamera(video())
    const enrolled = (await recogniser.look(await enrolling.frame(), { want: 'describe' })).faces[0]?.descriptor
    enrolling.stop()
    const next = evenNumbers(3)
    const others = Array.from({ length: 199 }, (_, at) => ({ personId: `p${at}`, templates: [inventedTemplate(next)] }))
    const gallery = buildGallery([...others, { personId: 'me', templates: enrolled ? [enrolled] : [] }])
    const startMs = performance.now()
    const camera = await openCamera(video())
    const seen: FaceFrame[] = []
    for (;;) {
      const [face] = (await recogniser.look(await camera.frame(), { want: 'describe' })).faces
      if (!face?.descriptor) continue
      seen.push({ descriptor: face.descriptor, match: matchFace(gallery, face.descriptor) })
      const decided = decideByFrames(startBands.few, seen, (mean) => matchFace(gallery, mean))
      if (decided.outcome === 'more') continue
      const ms = performance.now() - startMs
      camera.stop()
      recogniser.stop()
      return { ms, outcome: `${decided.outcome} ${decided.person}` }
    }
  },

  firstResult: async () => {
    const camera = await openCamera(video())
    const bitmap = await camera.frame()
    const startMs = performance.now()
    const recogniser = await openRecogniser()
    await recogniser.look(bitmap, { want: 'describe' })
    const ms = performance.now() - startMs
    camera.stop()
    return ms
  },

  longestTask: async (where, frames) => {
    const camera = await openCamera(video())
    const recogniser = where === 'worker' ? await openRecogniser() : undefined
    if (!recogniser) await startHere()
    let longest = 0
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
    })
    observer.observe({ entryTypes: ['longtask'] })
    for (let done = 0; done < frames; done += 1) {
      const bitmap = await camera.frame()
      if (recogniser) await recogniser.look(bitmap, { want: 'describe' })
      else await lookAt(frame, bitmap, { want: 'describe', detector: 'tiny', most: 1 })
      await new Promise((resolve) => setTimeout(resolve))
    }
    observer.disconnect()
    camera.stop()
    recogniser?.stop()
    return longest
  },

  frames: async (count) => {
    const recogniser = await openRecogniser()
    const camera = await openCamera(video())
    const look = async (want: 'track' | 'describe') => recogniser.look(await camera.frame(), { want })
    await look('describe')
    const { tensors: before } = await recogniser.memory()
    const startMs = performance.now()
    for (let done = 0; done < count; done += 1) await look(done % 4 === 0 ? 'describe' : 'track')
    const msPerFrame = (performance.now() - startMs) / count
    const { tensors: after } = await recogniser.memory()
    camera.stop()
    recogniser.stop()
    return { before, after, msPerFrame }
  },

  accuracy: async (photos, faces, views) => {
    await startHere()
    const subjects: Subject[] = []
    for (const photo of photos) {
      const bytes = Uint8Array.from(atob(photo), (letter) => letter.charCodeAt(0))
      subjects.push(...(await findSubjects(new Blob([bytes]))))
    }
    return measureAccuracy(subjects.slice(0, faces), views)
  },
}
