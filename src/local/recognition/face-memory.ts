import { fromBase64 } from '#shared/kernel/bytes.ts'
import { templatesFromBytes } from '#shared/recognition/face-bytes.rules.ts'
import type { GalleryPerson } from '#shared/recognition/face-gallery.contract.ts'
import { buildGallery, type FaceGallery } from '#shared/recognition/face-match.rules.ts'
import { rotationInSlices } from '#shared/recognition/face-rotation.rules.ts'
import { facePipeline } from '#shared/recognition/face-template.rules.ts'
import type { FacesStore, KnownState } from './faces-store.ts'

/** Faces in memory, contiguous for matching. */
export interface FaceMemory {
  readonly state: KnownState | undefined
  readonly gallery: FaceGallery
  readonly people: ReadonlyMap<string, Pick<GalleryPerson, 'enrolledAt' | 'dueAt' | 'oneToOne'>>
  readonly mayEnrol: ReadonlySet<string>
  readonly pinned: ReadonlySet<string>
  /** Transforms a probe like the templates; null while face recognition is off. */
  readonly rotation: Float32Array | null
}

export const noFaces: FaceMemory = {
  state: undefined,
  gallery: buildGallery([]),
  people: new Map(),
  mayEnrol: new Set(),
  pinned: new Set(),
  rotation: null,
}

/** Reads all faces from storage; the rotation only when it changed, as making it is slow. */
export async function readFaces(store: FacesStore, before: FaceMemory): Promise<FaceMemory> {
  const state = await store.state()
  // Templates of another build of the model or another rotation cannot be compared with probes made here.
  const epoch = state?.settings.rotationEpoch
  const people = (await store.people()).filter(
    ({ pipeline, rotationEpoch }) => pipeline === facePipeline && rotationEpoch === epoch,
  )
  const seed = state?.settings.on ? state.settings.rotation : null
  const isSame = seed !== null && before.rotation !== null && before.state?.settings.rotation === seed
  return {
    state,
    gallery: buildGallery(
      people.map(({ customerId, templates }) => ({
        personId: customerId,
        templates: templates.flatMap((text) => templatesFromBytes(fromBase64(text))),
      })),
    ),
    people: new Map(
      people.map(({ customerId, enrolledAt, dueAt, oneToOne }) => [customerId, { enrolledAt, dueAt, oneToOne }]),
    ),
    mayEnrol: new Set(state?.settings.on ? state.mayEnrol : []),
    pinned: new Set(await store.pinned()),
    rotation: seed === null ? null : isSame ? before.rotation : await rotationInSlices(fromBase64(seed), breathe),
  }
}

/** Yields to user input; unlike a timer, also in a hidden page. */
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
