import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright'
import { atLeast, atMost, type Figure, type Goal, toFigure, valueAtMost } from '#tests/bench/figure.ts'
import { leaveSignalsToUs, releaseAtEnd, temporaryFolder } from '#tests/bench/resources.ts'
import { launchOptions } from '#tests/support/chromium.ts'
import { type FaceSite, serveFaces } from '#tests/support/faces/face-site.ts'
import { FakeCamera, photoBytes, sitters } from '#tests/support/faces/fake-camera.ts'
import { accuracyFigures } from './faces-figures.ts'

const photos = ['sample1', 'sample2', 'sample3', 'sample4', 'sample5', 'sample6'] as const

/** Recognising faces: how fast, how far it leaves the page alone, and how well, beside what the library does by itself. */
export async function benchFaces(isSmoke: boolean): Promise<Figure[]> {
  const site = await serveFaces({ page: 'bench/faces/faces-page', mayCompile: true })
  releaseAtEnd(() => site.remove())
  const browser = await openBrowser(await makeFilm(site))
  const figures = [
    ...(await matching(browser, site, isSmoke)),
    ...(await speed(browser, site, isSmoke)),
    ...(await lightness(browser, site, isSmoke)),
  ]
  const page = await openPage(browser, site)
  const pictures = photos.slice(0, isSmoke ? 1 : 6).map((name) => photoBytes(name).toString('base64'))
  const distances = await page.evaluate(([p, faces, views]) => globalThis.benchFaces.accuracy(p, faces, views), [
    pictures,
    isSmoke ? 2 : 100,
    isSmoke ? 2 : 100,
  ] as const)
  return [...figures, ...accuracyFigures(distances)]
}

async function openBrowser(film?: string): Promise<Browser> {
  const camera = film
    ? [
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ]
    : []
  const browser = await chromium.launch({ ...launchOptions(camera), ...leaveSignalsToUs })
  releaseAtEnd(() => browser.close())
  return browser
}

async function openPage(browser: Browser, site: FaceSite): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(0)
  await page.goto(site.origin)
  await page.waitForFunction(() => 'benchFaces' in globalThis)
  return page
}

/** Somebody who breathes, as pictures one after the other: what a browser takes for a camera. */
async function makeFilm(site: FaceSite): Promise<string> {
  const browser = await openBrowser()
  const page = await browser.newPage()
  const camera = await FakeCamera.install(page)
  await page.goto(site.origin)
  await camera.show(sitters.anna)
  const frames: Buffer[] = []
  for (let frame = 0; frame < 40; frame += 1) {
    frames.push(Buffer.from(await page.evaluate(() => globalThis.fakeCamera.snap()), 'base64'))
    await page.waitForTimeout(33)
  }
  await browser.close()
  const film = join(mkdtempSync(join(temporaryFolder(), 'film-')), 'camera.mjpeg')
  writeFileSync(film, Buffer.concat(frames))
  return film
}

async function matching(browser: Browser, site: FaceSite, isSmoke: boolean): Promise<Figure[]> {
  const page = await openPage(browser, site)
  const figures: Figure[] = []
  for (const templates of isSmoke ? [100] : [1000, 10_000, 50_000]) {
    const times = await page.evaluate(([n, b]) => globalThis.benchFaces.matching(n, b), [
      templates,
      isSmoke ? 1 : 5,
    ] as const)
    if (!times.right) throw new Error('somebody was taken for somebody else')
    const each = { yardstickName: 'FaceMatcher', yardsticks: times.matcher }
    const name = `who is nearest of ${templates} templates`
    figures.push(
      toFigure({ ...each, name, unit: 'ms', values: times.ours, goal: valueAtMost(templates > 10_000 ? 12 : 2) }),
      toFigure({
        name: `${name}, in a second`,
        unit: '/s',
        yardstickName: 'FaceMatcher',
        values: times.ours.map((ms) => 1000 / ms),
        yardsticks: times.matcher.map((ms) => 1000 / ms),
        goal: atLeast(templates === 10_000 ? 50 : 30),
      }),
    )
  }
  await page.close()
  return figures
}

async function speed(browser: Browser, site: FaceSite, isSmoke: boolean): Promise<Figure[]> {
  const rounds = isSmoke ? 1 : 7
  const page = await openPage(browser, site)
  const stages = await page.evaluate((count) => globalThis.benchFaces.stages(count), isSmoke ? 2 : 25)
  await page.close()
  const decisions: number[] = []
  const firsts: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const fresh = await openPage(browser, site)
    firsts.push(await fresh.evaluate(() => globalThis.benchFaces.firstResult()))
    const { ms, outcome } = await fresh.evaluate(() => globalThis.benchFaces.decision())
    if (outcome !== 'accepted me') throw new Error(`the person before the camera was ${outcome}`)
    decisions.push(ms)
    await fresh.close()
  }
  const against = (name: string, values: number[], yardstickName: string, yardsticks: number[], goal: Goal) =>
    toFigure({ name, unit: 'ms', yardstickName, values, yardsticks, goal })
  const whole = ['one frame: found, measured and described', stages.frame] as const
  return [
    against('camera asked for to decision, of 200 people', decisions, ...whole, valueAtMost(1000)),
    against('worker started to its first result', firsts, ...whole, valueAtMost(2000)),
    against(whole[0], stages.frame, 'the detector for groups alone', stages.ssd, atMost(1)),
    against('stage: quick detector', stages.tiny, ...whole, atMost(1)),
    against('stage: landmarks, first look', stages.landmarks, ...whole, atMost(1)),
    against('stage: landmarks, upright', stages.upright, ...whole, atMost(1)),
    against('stage: chip and its quality', stages.chip, ...whole, atMost(1)),
    against('stage: descriptor, mirrored', stages.describe, ...whole, atMost(1)),
  ]
}

async function lightness(browser: Browser, site: FaceSite, isSmoke: boolean): Promise<Figure[]> {
  const worker: number[] = []
  const here: number[] = []
  for (let round = 0; round < (isSmoke ? 1 : 3); round += 1) {
    for (const [where, into] of [
      ['worker', worker],
      ['page', here],
    ] as const) {
      const page = await openPage(browser, site)
      const frames = isSmoke ? 3 : 40
      into.push(await page.evaluate(([w, n]) => globalThis.benchFaces.longestTask(w, n), [where, frames] as const))
      await page.close()
    }
  }
  const page = await openPage(browser, site)
  const count = isSmoke ? 20 : 2000
  await page.evaluate((n) => globalThis.benchFaces.frames(n), Math.min(500, count))
  const before = memoryOf(await processesOf(browser))
  const held = await page.evaluate((n) => globalThis.benchFaces.frames(n), count)
  const after = memoryOf(await processesOf(browser))
  await page.close()
  const script = readdirSync(join(site.folder, 'assets')).find((file) => file.startsWith('face-worker-')) ?? ''
  const bytes = gzipSync(readFileSync(join(site.folder, 'assets', script)), { level: 9 }).length
  const one = (name: string, unit: string, value: number, yardstickName: string, yardstick: number, limit: number) =>
    toFigure({ name, unit, yardstickName, values: [value], yardsticks: [yardstick], goal: valueAtMost(limit) })
  return [
    toFigure({
      name: 'longest task of the page, engine in its worker',
      unit: 'ms',
      yardstickName: 'engine in the page',
      values: worker,
      yardsticks: here,
      goal: valueAtMost(50),
    }),
    one(`tensors after ${count} frames`, 'tensors', held.after, 'before', held.before, held.before),
    one(`own memory of the pages after ${count} frames`, 'MB', after, 'before', before, before + 40),
    one('script of the recogniser, gzip', 'bytes', bytes, 'the library as it comes', 327_000, 110_000),
  ]
}

/**
 * What the renderers, where the recogniser is, have for themselves. Without a GPU the browser also keeps some hundred megabytes
 * of camera frames in shared memory, whatever is done with them.
 */
function memoryOf(pids: readonly number[]): number {
  const pages = pids.map((pid) => {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number)
    return resident - shared
  })
  return Math.round((pages.reduce((sum, each) => sum + each, 0) * 4096) / 2 ** 20)
}

async function processesOf(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}
