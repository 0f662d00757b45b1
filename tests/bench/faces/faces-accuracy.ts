import * as faceApi from 'face-api.js'
import { drawChip } from '#client/workers/face/chip.ts'
import { describeChip, type FoundFace, findFaces } from '#client/workers/face/detect.ts'
import { Frame } from '#client/workers/face/frame.ts'
import { findLandmarks, findLandmarksUpright, type Landmarks, poseOf } from '#client/workers/face/landmarks.ts'
import { templateDistance } from '#shared/recognition/face-template.rules.ts'
import { type PipelineDistances, pipelines } from './faces-accuracy.types.ts'
import { drawView, type Subject, type View, viewSize, views } from './faces-views.ts'

const frame = new Frame()

/** By the library's own functions; its cut is never turned. */
async function describeByLibrary(points: Landmarks): Promise<Float32Array> {
  const { width, height } = frame
  const relative = points.map(({ x, y }) => new faceApi.Point(x / width, y / height))
  const box = new faceApi.FaceLandmarks68(relative, { width, height }).align(null, { useDlibAlignment: true })
  // The library runs on OffscreenCanvas here, which its types do not know.
  const [cut] = await faceApi.extractFaces(frame.picture as unknown as HTMLCanvasElement, [box])
  if (!cut) throw new Error('nothing was cut out')
  const descriptor = await faceApi.nets.faceRecognitionNet.computeFaceDescriptor(cut)
  if (!(descriptor instanceof Float32Array)) throw new Error('one face, many descriptors')
  return descriptor
}

interface Described {
  descriptors: Float32Array[]
  yaw: number
}

/** By both pipelines, from the same detection. */
async function describeView(subject: Subject, view: View): Promise<Described | undefined> {
  frame.take(await drawView(subject, view))
  const face = nearest(await findFaces(frame, 'ssd'), view)
  if (!face) return undefined
  const first = await findLandmarks(frame, face.box)
  const byLibrary = await describeByLibrary(first)
  const points = await findLandmarksUpright(frame, face.box, first)
  drawChip(frame, points)
  return { descriptors: [byLibrary, await describeChip()], yaw: poseOf(points).yaw }
}

/** Of several people in the picture the one that it was made of. */
function nearest(faces: readonly FoundFace[], { dx = 0, dy = 0 }: View): FoundFace | undefined {
  const away = ({ box }: FoundFace) =>
    Math.hypot(box.x + box.width / 2 - viewSize / 2 - dx, box.y + box.height / 2 - viewSize / 2 - dy)
  return faces.filter((face) => away(face) < 120).toSorted((one, other) => away(one) - away(other))[0]
}

/** Every face once as it is, and then changed in every way: how far each is from itself and from the others. */
export async function measureAccuracy(subjects: readonly Subject[], viewCount: number): Promise<PipelineDistances[]> {
  const enrolled: { subject: Subject; descriptors: Float32Array[] }[] = []
  for (const subject of subjects) {
    const described = await describeView(subject, {})
    if (described && Math.abs(described.yaw) < 0.45) enrolled.push({ subject, descriptors: described.descriptors })
  }
  const results = pipelines.map((_, pipeline): PipelineDistances => {
    const own = enrolled.map(({ descriptors }) => descriptors[pipeline] ?? [])
    const impostor = own.flatMap((one, at) => own.slice(at + 1).map((other) => templateDistance(one, other)))
    return { enrolled: own.length, probes: 0, missed: 0, rankOne: 0, genuine: [], impostor }
  })
  for (const view of views.slice(0, viewCount)) {
    for (const [person, { subject }] of enrolled.entries()) {
      const probe = await describeView(subject, view)
      for (const [pipeline, result] of results.entries()) {
        if (!probe) {
          result.missed += 1
          continue
        }
        const distances = enrolled.map((each) =>
          templateDistance(each.descriptors[pipeline] ?? [], probe.descriptors[pipeline] ?? []),
        )
        const genuine = distances[person] ?? Number.NaN
        result.probes += 1
        result.genuine.push(genuine)
        if (genuine === Math.min(...distances)) result.rankOne += 1
      }
    }
  }
  return results
}

/** The faces in one photograph, each with its place. */
export async function findSubjects(photo: Blob): Promise<Subject[]> {
  const bitmap = await createImageBitmap(photo)
  frame.take(await createImageBitmap(photo))
  return (await findFaces(frame, 'ssd')).map(({ box }) => ({
    photo: bitmap,
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    size: Math.max(box.width, box.height),
  }))
}
