import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { toBase64 } from '#shared/kernel/bytes.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { startBands } from '#shared/recognition/face-bands.rules.ts'
import { templatesToBytes } from '#shared/recognition/face-bytes.rules.ts'
import type { GalleryPage } from '#shared/recognition/face-gallery.contract.ts'
import { matchFace } from '#shared/recognition/face-match.rules.ts'
import { rotateTemplate, rotationFromSeed } from '#shared/recognition/face-rotation.rules.ts'
import { facePipeline } from '#shared/recognition/face-template.rules.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { openTestTime } from '#tests/support/devices/test-time.ts'
import { faceOf } from '#tests/support/faces/face-kit.ts'
import { noFaces, readFaces } from './face-memory.ts'
import { openFacesStore } from './faces-store.ts'

const idOf = (n: number) => `0190b6a4-0000-7000-8000-00000000000${n}` as CustomerId
const seedOf = (epoch: number) => new Uint8Array(32).fill(epoch)

/** Server page with these people under this rotation epoch. */
function pageOf(epoch: number, people: readonly number[], more: boolean): GalleryPage {
  const rotation = rotationFromSeed(seedOf(epoch))
  const at = '2030-03-03T06:00:00.000Z'
  const person = (n: number) => ({
    customerId: idOf(n),
    pipeline: facePipeline,
    enrolledAt: at,
    dueAt: at,
    oneToOne: false,
    rotationEpoch: epoch,
    templates: faceOf(n).map((face) => toBase64(templatesToBytes([rotateTemplate(rotation, face)]))),
  })
  const settings = {
    on: true,
    bands: startBands,
    capMinor: 0 as GalleryPage['settings']['capMinor'],
    galleryHours: 72,
    fallbackDays: 14,
    timeZone: 'Asia/Qatar',
    weekend: [5, 6],
    chooseByName: true,
    sealKey: null,
    rotation: toBase64(seedOf(epoch)),
    rotationEpoch: epoch,
    pipeline: facePipeline,
  }
  const lists = more ? null : { hash: String(epoch), present: [1, 2, 3].map(idOf), mayEnrol: [] }
  return {
    serverTime: at,
    settings,
    people: people.map(person),
    lists,
    pins: [],
    cursors: {},
    more,
    serverVersion: epoch * 10,
  }
}

it('what the earlier rotation has turned is never compared with what the new one turns, wherever the line breaks', async () => {
  const store = openFacesStore('alnoor-turns', openTestTime(), seededRandom(5))
  const nearest = async (n: number) => {
    const { gallery, rotation } = await readFaces(store, noFaces)
    const [probe = new Float32Array()] = faceOf(n, 1, 0.12, 7)
    return matchFace(gallery, rotateTemplate(rotation ?? new Float32Array(), probe))
  }
  const state = await store.keep(pageOf(1, [1, 2, 3], false), undefined)
  expect(await nearest(2)).toMatchObject({ person: idOf(2) })

  // The first page of the new epoch, and then no network.
  const half = await store.keep(pageOf(2, [1], true), state)
  expect(await store.count()).toBe(1)
  expect((await nearest(1)).distance).toBeLessThan(0.3)
  expect(await nearest(2)).toMatchObject({ person: idOf(1), second: null })

  await store.keep(pageOf(2, [2, 3], false), half)
  expect((await nearest(2)).distance).toBeLessThan(0.3)

  // A page requested earlier: its people belong to another epoch than the settings say.
  const late = pageOf(1, [3], true)
  await store.keep({ ...late, settings: pageOf(2, [], true).settings }, half)
  const { people } = await readFaces(store, noFaces)
  expect([...people.keys()]).toEqual([idOf(1), idOf(2)])
  store.close()
})
