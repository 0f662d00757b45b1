import type { Tablet } from '#tests/support/pos/tablet.ts'
import { atMost, type Figure, toFigure } from './figure.ts'
import { openServedTill, serveBench } from './served-till.ts'

declare global {
  /** When the page was ready, in milliseconds since its navigation began. */
  var benchReady: Promise<number>
}

/**
 * A tablet that is switched on without a network: from the address to the first item in the cart, against the plainest page
 * of the same app from the same service worker. Each start in a new browser process.
 */
export async function benchStart(isSmoke: boolean): Promise<Figure[]> {
  const rounds = isSmoke ? 1 : 7
  const { tablet } = await openServedTill(await serveBench())
  const till: number[] = []
  const plain: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    till.push(await startOf(tablet, '/pos', tapFirstItem))
    plain.push(await startOf(tablet, '/access-denied', seeHeading))
  }
  return [
    toFigure({
      name: 'offline cold start to a till that has taken a tap',
      unit: 'ms',
      yardstickName: 'the plainest page of the app, offline',
      values: till,
      yardsticks: plain,
      goal: atMost(1.5),
    }),
  ]
}

async function startOf(tablet: Tablet, path: string, whenReady: () => void): Promise<number> {
  await tablet.switchOff()
  await tablet.switchOn({ offline: true })
  await tablet.page.addInitScript(whenReady)
  await tablet.page.goto(path)
  return tablet.page.evaluate(() => globalThis.benchReady)
}

/** Taps the first item that asks nothing as soon as it is there, and waits for its line in the cart. */
function tapFirstItem(): void {
  const asks = (tile: Element) => [...tile.querySelectorAll('[aria-hidden]')].some((part) => part.textContent === '+')
  let isTapped = false
  globalThis.benchReady = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('[data-line]')) return resolve(performance.now())
      const tile = [...document.querySelectorAll<HTMLElement>('[data-item]')].find((each) => !asks(each))
      if (tile && !isTapped) {
        isTapped = true
        tile.click()
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

function seeHeading(): void {
  globalThis.benchReady = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('h1')) resolve(performance.now())
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}
