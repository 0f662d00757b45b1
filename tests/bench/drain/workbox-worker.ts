import { Queue } from 'workbox-background-sync'
import { median } from '#tests/bench/figure.ts'
import { sampleSale } from '#tests/bench/sample-sale.ts'

/**
 * What the page may ask of the worker. `fill` answers the median of one push in milliseconds, `drain` how many are left: a
 * browser ends a worker that is busy with one message for minutes.
 */
export type WorkboxCommand = { do: 'fill'; count: number } | { do: 'drain' }

/** Replayed by hand instead of by the browser, which would choose the moment: the option that Workbox has for it. */
const queue = new Queue('sales', { forceSyncFallback: true })

/** @returns the median of one push */
async function fill(count: number): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < count; i += 1) {
    const body = JSON.stringify({ id: crypto.randomUUID(), sale: sampleSale })
    const before = performance.now()
    await queue.pushRequest({ request: new Request('/op', { method: 'POST', body }) })
    times.push(performance.now() - before)
  }
  return median(times)
}

/** After this long no further replay is begun in one message, ms. */
const partMs = 20_000

/** Replays until something fails, and again. The browser would wait minutes for its next sync event; here it goes on at once. */
async function drain(): Promise<number> {
  const endMs = performance.now() + partMs
  while ((await queue.size()) > 0 && performance.now() < endMs) await queue.replayRequests().catch(() => undefined)
  return queue.size()
}

addEventListener('install', () => void (self as unknown as { skipWaiting(): Promise<void> }).skipWaiting())
addEventListener('message', (event: MessageEvent<WorkboxCommand>) => {
  const answer = async () => {
    event.ports[0]?.postMessage(event.data.do === 'fill' ? await fill(event.data.count) : await drain())
  }
  ;(event as unknown as { waitUntil(work: Promise<void>): void }).waitUntil(answer())
})
