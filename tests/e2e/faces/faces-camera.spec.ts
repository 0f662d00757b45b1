import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { expect, test } from '#tests/e2e/kit/face-stage.ts'
import { launchShell } from '#tests/support/chromium.ts'
import { sitters } from '#tests/support/faces/fake-camera.ts'

const { anna } = sitters

test('a camera that cannot be had says why, and is had when it can', async ({ stage: { page, camera } }) => {
  const open = () => page.evaluate(() => globalThis.faces.troubleOf(() => globalThis.faces.open()))
  for (const [name, kind] of [
    ['NotAllowedError', 'camera-refused'],
    ['NotFoundError', 'no-camera'],
    ['NotReadableError', 'camera-taken'],
  ] as const) {
    await camera.refuse(name)
    expect(await open()).toBe(kind)
  }
  expect(await camera.states()).toEqual([])
  await camera.refuse(null)
  expect(await open()).toBeNull()
  expect(await camera.states()).toEqual(['live'])
})

test('a camera that goes away in the middle is told, and the next frame says so', async ({
  stage: { page, camera },
}) => {
  await camera.show(anna)
  await page.evaluate(async () => {
    await globalThis.faces.look({ want: 'track' })
    globalThis.faces.camera()?.onEnded(() => {
      document.title = 'gone'
    })
  })
  await camera.unplug()
  await expect(page).toHaveTitle('gone')
  const after = await page.evaluate(async () => {
    const { camera, look, troubleOf } = globalThis.faces
    return [camera()?.ended, await troubleOf(() => look({ want: 'track' }))]
  })
  expect(after).toEqual([true, 'camera-gone'])
})

test('the camera’s light goes out when it is stopped', async ({ stage: { page, camera } }) => {
  await camera.show(anna)
  const isShown = () => page.evaluate(() => document.querySelector('video')?.srcObject !== null)
  await page.evaluate(() => globalThis.faces.look({ want: 'track' }))
  expect([await camera.states(), await isShown()]).toEqual([['live'], true])
  await page.evaluate(() => globalThis.faces.camera()?.stop())
  expect([await camera.states(), await isShown()]).toEqual([['ended'], false])
})

test('a recogniser that may not compile WebAssembly says so instead of computing otherwise', async ({
  stage: { page },
}) => {
  await page.route('**/assets/face-worker-*.js', async (route) => {
    const response = await route.fetch()
    const policy = response.headers()['content-security-policy']?.replace(" 'wasm-unsafe-eval'", '') ?? ''
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } })
  })
  const start = () => page.evaluate(() => globalThis.faces.troubleOf(() => globalThis.faces.openRecogniser()))
  expect(await start()).toBe('backend')
  await page.unroute('**/assets/face-worker-*.js')
  expect(await start()).toBeNull()
})

test('a recogniser that hangs is replaced, and one that cannot be fetched is missed', async ({
  stage: { page, camera },
}) => {
  await page.clock.install()
  await camera.show(anna)
  const script = '**/assets/face-worker-*.js'
  const trouble = () => page.evaluate(() => globalThis.faces.troubleOf(() => globalThis.faces.look({ want: 'track' })))
  await page.route(script, (route) => route.abort())
  expect(await trouble()).toBe('models-missing')
  await page.unroute(script)
  await page.route(script, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: "postMessage({ kind: 'ready' })" }),
  )
  const hanging = trouble()
  await expect.poll(() => page.evaluate(() => globalThis.faces.recogniser() !== undefined)).toBe(true)
  await expect
    .poll(() => page.evaluate(() => globalThis.faces.troubleOf(() => globalThis.faces.look({ want: 'track' }))))
    .toBe('busy')
  await page.clock.fastForward(10_000)
  expect(await hanging).toBe('stalled')
  await page.unroute(script)
  await page.clock.resume()
  expect(await trouble()).toBeNull()
})

test('through the browser’s own camera, which films a file, a face is found as well', async ({ stage, site }) => {
  await stage.camera.show(anna)
  const frames: string[] = []
  for (let frame = 0; frame < 10; frame += 1) frames.push(await stage.page.evaluate(() => globalThis.fakeCamera.snap()))
  const folder = mkdtempSync(join(tmpdir(), 'bawaba-film-'))
  const film = join(folder, 'camera.mjpeg')
  // Such a film is pictures one after the other, and nothing between them.
  writeFileSync(film, Buffer.concat(frames.map((frame) => Buffer.from(frame, 'base64'))))
  const browser = await chromium.launch(
    launchShell([
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ]),
  )
  try {
    const page = await browser.newPage()
    await page.goto(site.origin)
    const [real] = await page.evaluate(() => globalThis.faces.describe(1))
    const [drawn] = await stage.page.evaluate(() => globalThis.faces.describe(1))
    const apart = await page.evaluate(([a, b]) => globalThis.faces.templateDistance(a ?? [], b ?? []), [
      real,
      drawn,
    ] as const)
    expect(apart).toBeLessThan(0.3)
    await page.evaluate(() => globalThis.faces.camera()?.stop())
    const state = () => page.evaluate(() => globalThis.faces.camera()?.ended)
    expect(await state()).toBe(true)
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
