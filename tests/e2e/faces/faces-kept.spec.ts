import { readyOffline } from '#tests/e2e/kit/offline-ready.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'

const folder = '/models/face/1.7.15'

test('what recognises faces is kept from its first use on, and nothing of it before', async ({ served, visit }) => {
  const { page, context } = await visit(served.origin('alnoor'), { worker: true })
  await page.goto('/sign-in')
  await readyOffline(page)
  await page.reload()
  /** Its status, or nothing when there was no answer. */
  const ask = (path: string, cache: RequestCache = 'no-store') =>
    page.evaluate(
      ([address, mode]) =>
        fetch(address, { cache: mode }).then(
          async (answer) => [answer.status, (await answer.arrayBuffer()).byteLength],
          () => 'none',
        ),
      [path, cache] as const,
    )
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys()
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return all.flat().filter(({ url }) => /\/models\/|face-worker/.test(url)).length
    })
  expect(await kept()).toBe(0)
  expect(await ask(`${folder}/tiny_face_detector_model.bin`)).toEqual([200, 193_321])
  expect(await ask(`${folder}/none.bin`)).toEqual([404, expect.any(Number)])
  expect(await kept()).toBe(1)
  await context.setOffline(true)
  expect(await ask(`${folder}/tiny_face_detector_model.bin`)).toEqual([200, 193_321])
  expect(await ask(`${folder}/face_landmark_68_model.bin`)).toBe('none')
  // Anyone who has found a kept file to be damaged gets past the cache, or nothing.
  expect(await ask(`${folder}/tiny_face_detector_model.bin`, 'reload')).toBe('none')
})
