import { expect, test } from 'vitest'
import { FaceTrouble } from '#local/recognition/face-trouble.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import type { Look } from '#shared/recognition/face-look.types.ts'
import { type Portrait, type PortraitParts, parsePortraits, registerPortrait } from './portraits.ts'

const file = (name: string) => new File([name], name)

test('pictures are put together by pupil, and whatever else lies in the folder is left alone', () => {
  const found = parsePortraits(
    ['240117.jpg', '240117-2.JPG', '240117 (3).png', 'notes.txt', '25-00031_1.webp', '25-00031.jpeg', 'Thumbs.db'].map(
      file,
    ),
  )
  expect(found.map(({ admissionNo, files }) => [admissionNo, files.map(({ name }) => name)])).toEqual([
    ['25-00031', ['25-00031.jpeg', '25-00031_1.webp']],
    ['240117', ['240117 (3).png', '240117-2.JPG', '240117.jpg']],
  ])
})

const one = new Float32Array(128).fill(0.1)
const good = (descriptor: Float32Array): Look => ({
  width: 640,
  height: 480,
  faces: [
    {
      box: { x: 220, y: 140, width: 200, height: 200 },
      score: 0.95,
      roll: 0,
      yaw: 0,
      pitch: 0,
      eyeDistance: 66,
      quality: { luma: 130, contrast: 40, sharpness: 70, sideLight: 0.02 },
      descriptor,
    },
  ],
})

const amal = { id: 'amal', admissionNo: '240117' } as Customer

function world(looks: Record<string, Look | 'broken'>, changes: Partial<PortraitParts> = {}) {
  const enrolled: string[] = []
  const parts: PortraitParts = {
    pupil: (number) => (number === '240117' ? amal : undefined),
    mayEnrol: () => true,
    standing: () => null,
    look: async ({ name }) => {
      const look = looks[name]
      if (!look || look === 'broken') throw new TypeError('no picture')
      return look
    },
    isAlike: () => false,
    enrol: async (id, samples) => {
      enrolled.push(`${id} by ${samples.length}`)
    },
    ...changes,
  }
  const portrait: Portrait = { admissionNo: '240117', files: Object.keys(looks).map(file) }
  return { enrolled, run: (of: Portrait = portrait) => registerPortrait(parts, of) }
}

const why = async (made: ReturnType<typeof world>) => {
  const outcome = await made.run()
  expect(made.enrolled).toEqual([])
  return outcome.registered ? 'registered' : outcome.why
}

test('one good picture is enough, and a bad one beside it does no harm', async () => {
  const { enrolled, run } = world({ 'a.jpg': good(one), 'b.jpg': 'broken' })
  expect(await run()).toEqual({ admissionNo: '240117', registered: true })
  expect(enrolled).toEqual(['amal by 1'])
})

test('each refusal says its reason, and nobody is registered by it', async () => {
  const picture = { 'a.jpg': good(one) }
  expect(await why(world(picture, { pupil: () => undefined }))).toBe('unknown-number')
  expect(await why(world(picture, { mayEnrol: () => false }))).toBe('no-consent')
  expect(await why(world(picture, { standing: () => 'registered' }))).toBe('registered')
  expect(await why(world(picture, { standing: () => 'waiting' }))).toBe('waiting')
  expect(await why(world(picture, { isAlike: () => true }))).toBe('alike')
  expect(await why(world({ 'a.jpg': 'broken' }))).toBe('unreadable')
  expect(await why(world({ 'a.jpg': { width: 640, height: 480, faces: [] } }))).toBe('nobody')
  const [face] = good(one).faces
  if (!face) throw new Error('no face')
  const two = { ...good(one), faces: [face, { ...face, box: { ...face.box, x: 20, width: 150 } }] }
  expect(await why(world({ 'a.jpg': two }))).toBe('several')
  const far = new Float32Array(128).fill(0.2)
  expect(await why(world({ 'a.jpg': good(one), 'b.jpg': good(far) }))).toBe('mixed')
  const failing = world(picture, { enrol: () => Promise.reject(new Error('full')) })
  expect(await why(failing)).toBe('not-saved')
})

test('without consent no picture is even read', async () => {
  let hasLooked = false
  const made = world(
    { 'a.jpg': good(one) },
    {
      mayEnrol: () => false,
      look: async () => {
        hasLooked = true
        return good(one)
      },
    },
  )
  await made.run()
  expect(hasLooked).toBe(false)
})

test('a recogniser that fails is no fault of the picture: nothing is said of it, and it stops', async () => {
  const look = () => Promise.reject(new FaceTrouble('models-missing'))
  const { run, enrolled } = world({ '240117.jpg': 'broken' }, { look })
  await expect(run()).rejects.toMatchObject({ kind: 'models-missing' })
  expect(enrolled).toEqual([])
})
