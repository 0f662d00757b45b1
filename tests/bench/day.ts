import type { BrowserContext, Page } from 'playwright'
import { atMost, type Figure, median, percentile, toFigure, valueAtMost } from './figure.ts'
import { openServedTill, serveBench } from './served-till.ts'

/**
 * A day at a till, by its own screen: half of the sales with a network, half without. What its page then holds in memory,
 * whether a sale has become slower, and how long a finger waits.
 */
export async function benchDay(isSmoke: boolean): Promise<Figure[]> {
  const [sales, taps, rounds] = isSmoke ? [4, 3, 1] : [2000, 40, 5]
  const { tablet } = await openServedTill(await serveBench())
  const { page, context } = tablet
  // What a page loads when it first needs it is no growth.
  await sell(page, 2)
  const before = await heapMb(context, page)
  const times = await sell(page, sales / 2)
  await tablet.cutTheNetwork()
  times.push(...(await sell(page, sales / 2)))
  const after = await heapMb(context, page)
  const tapped: number[] = []
  const plain: number[] = []
  const button = await openPlainButton(context)
  for (let round = 0; round < rounds; round += 1) {
    tapped.push(percentile(await tap(page, '[data-item]', taps), 0.95))
    plain.push(percentile(await tap(button, 'button', taps), 0.95))
  }
  const some = Math.max(1, sales / 20)
  return [
    toFigure({
      name: `memory of the till after ${sales} sales`,
      unit: 'MB',
      yardstickName: 'after the first two',
      values: [after],
      yardsticks: [before],
      goal: atMost(2),
    }),
    toFigure({
      name: `a sale written, the last ${some} of ${sales}`,
      unit: 'ms',
      yardstickName: `the first ${some}`,
      values: [median(times.slice(-some))],
      yardsticks: [median(times.slice(0, some))],
      goal: atMost(2),
    }),
    toFigure({
      name: `tap to feedback after ${sales} sales, p95`,
      unit: 'ms',
      yardstickName: 'a bare button on an empty page, p95',
      values: tapped,
      yardsticks: plain,
      goal: valueAtMost(50),
    }),
  ]
}

/** Sells one item for cash, again and again, as fast as the screen lets one; how long each took from its last tap to its receipt. */
const sell = (page: Page, count: number): Promise<number[]> =>
  page.evaluate(async (sales) => {
    const find = (selector: string) => document.querySelector<HTMLElement>(selector)
    const until = <T>(look: () => T | null | false): Promise<T> =>
      new Promise((resolve) => {
        const again = () => {
          const found = look()
          if (found) resolve(found)
          else setTimeout(again)
        }
        again()
      })
    const press = async (selector: string) => (await until(() => find(`${selector}:not(:disabled)`))).click()
    const asks = (tile: Element) => [...tile.querySelectorAll('[aria-hidden]')].some((part) => part.textContent === '…')
    const times: number[] = []
    for (let i = 0; i < sales; i += 1) {
      const tiles = [...document.querySelectorAll<HTMLElement>('[data-item]')].filter((tile) => !asks(tile))
      tiles[i % tiles.length]?.click()
      await press('[data-action=pay]')
      await press('[data-action=complete]')
      const before = performance.now()
      await press('[data-action=next]')
      times.push(performance.now() - before)
      await until(() => !find('[data-action=next]'))
    }
    return times
  }, count)

async function heapMb(context: BrowserContext, page: Page): Promise<number> {
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 2 ** 20
}

/** A page on which a tap writes one line, and nothing else is. */
async function openPlainButton(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.setContent('<button>tap</button><ul></ul>')
  await page.evaluate(() => {
    document.querySelector('button')?.addEventListener('click', () => {
      document.querySelector('ul')?.append(document.createElement('li'))
    })
  })
  return page
}

/** Real touches; each from the finger's landing to the frame that shows what it did. */
async function tap(page: Page, selector: string, count: number): Promise<number[]> {
  await page.bringToFront()
  await page.evaluate(() => {
    let landedAt: number | undefined
    const times: number[] = []
    Object.assign(globalThis, { benchTaps: times })
    addEventListener('pointerdown', (event) => (landedAt = event.timeStamp), { capture: true })
    const shown = (sinceMs: number) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => times.push(performance.now() - sinceMs)
      // After the frame has been drawn, not before.
      requestAnimationFrame(() => port2.postMessage(0))
    }
    const observer = new MutationObserver(() => {
      if (landedAt !== undefined) shown(landedAt)
      landedAt = undefined
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
  // An item that asks for choices answers with a sheet, which would take the next tap.
  const target = page.locator(selector).filter({ hasNotText: '…' }).first()
  for (let i = 1; i <= count; i += 1) {
    await target.tap()
    await page.waitForFunction((n) => (globalThis as unknown as { benchTaps: number[] }).benchTaps.length >= n, i)
  }
  return page.evaluate(() => (globalThis as unknown as { benchTaps: number[] }).benchTaps)
}
