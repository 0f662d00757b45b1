import { atom } from 'jotai'
import type { DeviceIdentity } from '#local/device/identity.ts'
import type { Device } from '#local/device/open-device.ts'
import type { Faces } from '#local/recognition/faces.types.ts'
import { store } from '../store.ts'

/** The faces and PINs that this device may use; seen afresh after each change of them. Null on a device that has none. */
export const facesAtom = atom<{ faces: Faces } | null>(null)

/** Whether it is known what this device has of faces: until then nobody can say that it has none. */
export const areFacesReadAtom = atom(false)

/** By then a pupil is served by card and PIN, whatever keeps the faces. */
const maxReadMs = 3000

/** Opens the faces and PINs that this device has. Nobody who sells waits for them, and a till sells on without them. */
export async function followFaces(device: Device, identity: DeviceIdentity): Promise<void> {
  const read = () => store.set(areFacesReadAtom, true)
  const late = setTimeout(read, maxReadMs)
  try {
    const { openFaces } = await import('#local/recognition/open-faces.ts')
    const faces = await openFaces(device, identity)
    const tell = () => {
      store.set(facesAtom, { faces })
      if (faces.state === 'ready' && identity.till.kind === 'kiosk') void keepModels()
    }
    faces.subscribe(tell)
    tell()
  } finally {
    clearTimeout(late)
    read()
  }
}

let keeping: Promise<void> | undefined

/** Where pupils pay by face the recogniser is kept beforehand, so that it starts without a network. What failed is tried again. */
function keepModels(): Promise<void> {
  keeping ??= import('../face/warm-models.ts')
    .then(({ preloadModels }) => preloadModels())
    .catch(() => {
      keeping = undefined
    })
  return keeping
}
