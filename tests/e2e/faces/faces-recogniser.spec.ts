import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/kit/face-stage.ts'
import { group, type Showing, sitters } from '#tests/support/faces/fake-camera.ts'

const { anna, bea, carla, dora, edith } = sitters
const distance = (page: Page, one: number[] = [], other: number[] = []) =>
  page.evaluate(([a, b]) => globalThis.faces.templateDistance(a, b), [one, other] as const)

test('a face is found, measured and described: near itself however it is held, far from others', async ({ stage }) => {
  const { page, camera } = stage
  await camera.show(anna)
  const look = await page.evaluate(() => globalThis.faces.look({ want: 'measure' }))
  expect([look.width, look.height, look.faces.length]).toEqual([640, 480, 1])
  const [face] = look.faces
  expect(face?.box.width).toBeGreaterThan(150)
  expect(face?.eyeDistance).toBeGreaterThan(60)
  expect(Math.max(Math.abs(face?.yaw ?? 1), Math.abs(face?.pitch ?? 1))).toBeLessThan(0.2)
  expect(face?.quality?.luma).toBeGreaterThan(60)
  expect(face?.descriptor).toBeNull()
  const describe = async () => (await page.evaluate(() => globalThis.faces.describe(1)))[0]
  const herself = await describe()
  for (const roll of [-25, -12, 12, 25]) {
    await camera.show(anna, { roll })
    expect(await distance(page, herself, await describe())).toBeLessThan(0.3)
  }
  for (const other of [bea, carla, dora, edith]) {
    await camera.show(other)
    expect(await distance(page, herself, await describe())).toBeGreaterThan(0.5)
  }
})

test('nobody, two people and a picture taken away are told apart', async ({ stage: { page, camera } }) => {
  const hint = () =>
    page.evaluate(async () => {
      const look = await globalThis.faces.look({ want: 'measure' })
      return [look.faces.length, globalThis.faces.kioskHint(look, look)]
    })
  await camera.nobody()
  expect(await hint()).toEqual([0, 'nobody'])
  await camera.show(anna)
  expect(await hint()).toEqual([1, 'good'])
  await camera.showTwo(anna, carla)
  expect(await hint()).toEqual([2, 'several'])
})

test('a group is found by looking harder, each face described, and may be left half-way', async ({
  stage: { page, camera },
}) => {
  // Still: in a few frames of a moving one the detector takes a shadow for a fifth face.
  await camera.showGroup(group, { still: true })
  const found = await page.evaluate(async () => {
    const heard: number[] = []
    const ask = { want: 'describe', most: 10, onFace: (done: number) => void heard.push(done) } as const
    const tiles = await globalThis.faces.look({ ...ask, detector: 'tiles' })
    const leaving = new AbortController()
    const heardOfLeft: number[] = []
    const onFace = (done: number) => {
      heardOfLeft.push(done)
      if (done === 1) leaving.abort(new Error('enough'))
    }
    const left = globalThis.faces.look({ ...ask, detector: 'ssd', signal: leaving.signal, onFace })
    const whyLeft = await left.then(String, (error: unknown) => String(error))
    const after = await globalThis.faces.look({ want: 'describe', detector: 'ssd' })
    const [largest] = after.faces
    const same = Math.min(
      ...tiles.faces.map((face) => globalThis.faces.templateDistance(largest?.descriptor ?? [], face.descriptor ?? [])),
    )
    return {
      heard,
      described: tiles.faces.filter((face) => face.descriptor).length,
      whyLeft,
      heardOfLeft,
      same,
      after: after.faces.length,
    }
  })
  expect(found.described).toBe(4)
  expect(found.heard).toEqual([1, 2, 3, 4])
  expect(found.whyLeft).toBe('Error: enough')
  // The engine has stopped soon after, and what it is asked next it answers undisturbed.
  expect(found.heardOfLeft.length).toBeLessThanOrEqual(2)
  expect(found.same).toBeLessThan(0.3)
  expect(found.after).toBe(4)
})

test('a head that turns is alive; a still picture and a tilted one are not', async ({ stage: { page, camera } }) => {
  test.slow()
  /** One frame of each picture; how it stands after the last. */
  const play = async (side: 'left' | 'right', pictures: Showing[]) => {
    await page.evaluate((to) => globalThis.faces.beginChallenge(to), side)
    let state = ''
    for (const picture of pictures) {
      await camera.show(anna, picture)
      state = await page.evaluate(() => globalThis.faces.challengeFrame())
    }
    return state
  }
  await camera.show(anna)
  const turn = [0, 30, 50, 56, 58, 40, 20, 0].map((degrees) => ({ turn: degrees }))
  expect(await play('left', turn)).toBe('passed')
  expect(await play('right', turn)).toBe('other-way')
  for (const side of ['left', 'right'] as const) {
    const tilts = [0, 15, 30, 45, 20, 0, -20, -45, -15, 0].map((degrees) => ({ tilt: degrees }))
    expect(await play(side, tilts)).not.toBe('passed')
  }
  const still = Array.from({ length: 12 }, () => ({ still: true }))
  expect(await play('left', still)).toBe('still')
})

test('the page goes on answering while faces are described', async ({ stage: { page, camera } }) => {
  test.slow()
  await camera.show(anna)
  const longest = () =>
    page.evaluate(async () => {
      await globalThis.faces.describe(1)
      let longestMs = 0
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration)
      })
      observer.observe({ entryTypes: ['longtask'] })
      await globalThis.faces.describe(8)
      observer.disconnect()
      return longestMs
    })
  // On a machine that others use as well any task may be long once; one of the recogniser would be long each time.
  let best = await longest()
  for (let again = 0; again < 3 && best > 50; again += 1) best = Math.min(best, await longest())
  expect(best).toBeLessThanOrEqual(50)
})

test('nothing is left behind by two hundred frames', async ({ stage: { page, camera } }) => {
  test.slow()
  await camera.show(anna)
  const [before, after] = await page.evaluate(async () => {
    const { look, recogniser } = globalThis.faces
    const wants = ['track', 'measure', 'describe'] as const
    for (const want of wants) await look({ want })
    await look({ want: 'describe', detector: 'ssd' })
    const before = await recogniser()?.memory()
    // Most frames are only tracked, as before a camera.
    for (let frame = 0; frame < 200; frame += 1) await look({ want: wants[frame % 10] ?? 'track' })
    await look({ want: 'describe', detector: 'tiles' })
    return [before, await recogniser()?.memory()]
  })
  expect(before?.tensors).toBeGreaterThan(100)
  expect(after).toEqual(before)
})

test('one frame is looked at at a time, and a second one is refused', async ({ stage: { page, camera } }) => {
  await camera.show(anna)
  const [first, second, third] = await page.evaluate(async () => {
    const { look, open, troubleOf } = globalThis.faces
    await open()
    const both = [troubleOf(() => look({ want: 'describe' })), troubleOf(() => look({ want: 'track' }))]
    return [...(await Promise.all(both)), await troubleOf(() => look({ want: 'track' }))]
  })
  expect(new Set([first, second])).toEqual(new Set(['busy', null]))
  expect(third).toBeNull()
  // Anyone who comes after somebody who has left in the middle is no second one.
  const next = await page.evaluate(async () => {
    const { look, camera, openRecogniser, troubleOf } = globalThis.faces
    const frame = await camera()?.frame()
    const left = look({ want: 'describe' })
    const other = await openRecogniser()
    const seen = await troubleOf(async () => frame && other.look(frame, { want: 'track' }))
    other.stop()
    return [seen, await troubleOf(() => left)]
  })
  expect(next).toEqual([null, null])
})

const start = (page: Page) => page.evaluate(() => globalThis.faces.troubleOf(() => globalThis.faces.openRecogniser()))
const model = 'face_recognition_model.bin'

test('models that are not those of the build are let in by nobody', async ({ stage: { page }, site }) => {
  const whole = readFileSync(join(site.folder, `models/face/1.7.15/${model}`))
  const oneBit = Buffer.from(whole)
  oneBit.writeUInt8(oneBit.readUInt8(1_000_000) ^ 1, 1_000_000)
  for (const body of [oneBit, whole.subarray(0, 3_000_000), Buffer.from('<h1>Welcome to our hotel</h1>')]) {
    await page.route(`**/${model}`, (route) => route.fulfill({ status: 200, body }))
    expect(await start(page)).toBe('models-damaged')
    await page.unroute(`**/${model}`)
  }
  await page.route(`**/${model}`, (route) => route.fulfill({ status: 503 }))
  expect(await start(page)).toBe('models-missing')
  await page.unroute(`**/${model}`)
  await page.evaluate(() => caches.delete('face-files'))
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 200, body: whole.subarray(0, 1000) }))
  expect(await start(page)).toBe('models-damaged')
  await page.unroute('**/*.wasm')
  expect(await start(page)).toBeNull()
})

test('what was kept and is damaged since is fetched again', async ({ stage: { page } }) => {
  const progress = await page.evaluate(async () => {
    const steps: string[] = []
    await globalThis.faces.warmModels((done, of) => steps.push(`${done}/${of}`))
    return steps
  })
  expect(progress).toHaveLength(11)
  expect(progress.at(-1)).toBe('11/11')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const spoil = (path: string) =>
    page.evaluate(async (end) => {
      const cache = await caches.open('face-files')
      const request = (await cache.keys()).find(({ url }) => url.endsWith(end))
      if (request) await cache.put(request, new Response('spoilt'))
      return (await cache.keys()).length
    }, path)
  expect(await spoil(model)).toBe(11)
  expect(await start(page)).toBeNull()
  expect(asked.filter((path) => path.startsWith('/models/'))).toEqual([`/models/face/1.7.15/${model}`])
})
