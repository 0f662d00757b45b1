import { Queue } from 'workbox-background-sync'
import { median } from './figure.ts'
import { sampleSale } from './sample-sale.ts'

/** What the page may ask of the worker; the answer is in milliseconds. */
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

/** Replays until the queue is empty. After a failure the browser waits minutes for its next sync event; here it goes on at once. */
async function drain(): Promise<number> {
  const before = performance.now()
  while ((await queue.size()) > 0) await queue.replayRequests().catch(() => undefined)
  return performance.now() - before
}

addEventListener('install', () => void (self as unknown as { skipWaiting(): Promise<void> }).skipWaiting())
addEventListener('message', (event: MessageEvent<WorkboxCommand>) => {
  const answer = async () => {
    const ms = event.data.do === 'fill' ? await fill(event.data.count) : await drain()
    event.ports[0]?.postMessage(ms)
  }
  ;(event as unknown as { waitUntil(work: Promise<void>): void }).waitUntil(answer())
})
