import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright'
import { fillSignIn, speak } from '#tests/support/records/person.ts'
import { launchOptions } from '../support/chromium.ts'
import { password } from '../support/factories.ts'
import type { Caller } from '../support/server.ts'
import { atMost, type Figure, type Goal, percentile, toFigure, valueAtMost } from './figure.ts'
import { openPlainList, plainLinesOf } from './plain-list.ts'
import { leaveSignalsToUs, releaseAtEnd } from './resources.ts'

/** The built client, to be served beside the calls. */
export const builtClient = fileURLToPath(new URL('../../dist/', import.meta.url))

interface Size {
  rounds: number
  /** How many lines are scrolled through in a round. */
  lines: number
}

/**
 * The list of students at a registrar's desk, scrolled to line after line as far as a bench has patience for, every page of it
 * read while somebody scrolls: how long its frames take, beside those of a bare page that reads the same pages of the same
 * server. The server and its database run on this machine too, so a frame waits for them on either page.
 */
export async function scrollFigures(origin: string, caller: Caller, size: Size): Promise<Figure[]> {
  const browser = await chromium.launch({ ...launchOptions(), ...leaveSignalsToUs })
  releaseAtEnd(() => browser.close())
  const own: Frames[] = []
  const bare: Frames[] = []
  const painted: number[] = []
  const plainly: number[] = []
  const page = await openDesk(browser, origin)
  const plain = await openPlainList(browser, origin, caller)
  for (let round = 0; round < size.rounds; round += 1) {
    painted.push(
      await timed(async () => {
        await page.reload({ waitUntil: 'commit' })
        await page.locator('tr[aria-rowindex] td').first().waitFor()
      }),
    )
    plainly.push(await timed(() => plain.setContent(plainLinesOf(size.lines))))
    own.push(await scroll(page, size.lines))
    await plain.empty()
    bare.push(await scroll(plain.page, size.lines))
  }
  const figure = (name: string, of: keyof Frames, goal: Goal) =>
    toFigure({
      name: `scrolling a list of students, ${name}`,
      unit: 'ms',
      yardstickName: 'a bare page that reads the same',
      values: own.map((each) => each[of]),
      yardsticks: bare.map((each) => each[of]),
      goal,
    })
  return [
    toFigure({
      name: 'the first page of students, from the reload until its lines are there',
      unit: 'ms',
      yardstickName: 'a bare page of lines',
      values: painted,
      yardsticks: plainly,
      goal: valueAtMost(600),
    }),
    figure('frame, p95', 'p95', valueAtMost(50)),
    figure('longest frame', 'longest', atMost(2.5)),
  ]
}

async function openDesk(browser: Browser, origin: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${origin}/sign-in?redirectUrl=%2Fdashboard&lng=en`)
  await fillSignIn(page, speak('en'), 'registrar', password)
  await page.getByRole('table').waitFor()
  // A desk in daily use: what is kept for working offline was fetched when it was first opened.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  return page
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

interface Frames {
  p95: number
  longest: number
}

/** Turns the wheel until so many lines have come. */
async function scroll(page: Page, lines: number): Promise<Frames> {
  await page.mouse.move(640, 500)
  await page.evaluate(() => {
    const bench = { frames: [] as number[], isOver: false }
    Object.assign(globalThis, { bench })
    let before = performance.now()
    const next = () => {
      const now = performance.now()
      bench.frames.push(now - before)
      before = now
      if (!bench.isOver) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  const reached = () =>
    page.evaluate(() =>
      Math.max(0, ...[...document.querySelectorAll('[aria-rowindex]')].map((row) => Number(row.ariaRowIndex))),
    )
  for (let turn = 0; turn < 4000; turn += 1) {
    await page.mouse.wheel(0, 400)
    if (turn % 10 === 0 && (await reached()) >= lines) break
  }
  const frames = await page.evaluate(() => {
    const { bench } = globalThis as unknown as { bench: { frames: number[]; isOver: boolean } }
    // Or this page would go on drawing beside the other one.
    bench.isOver = true
    return bench.frames
  })
  return { p95: percentile(frames, 0.95), longest: Math.max(...frames) }
}
