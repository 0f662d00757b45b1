import { bundle, notFound, openPage, openProfile, serveSite } from './bench-site.ts'
import { openWorkbox, workboxScripts } from './drain/workbox-peer.ts'
import type { EnqueueRound } from './enqueue-page.ts'
import { atMost, type Figure, toFigure } from './figure.ts'

/**
 * A sale saved durably (number, chain, hash, operation) against one raw strict put of the same bytes, and against what
 * workbox-background-sync does for a request (relaxed, no number, no chain), in the same browser, interleaved.
 */
export async function benchEnqueue(isSmoke: boolean): Promise<Figure[]> {
  const [rounds, perRound] = isSmoke ? [1, 10] : [7, 300]
  const scripts = {
    enqueue: await bundle(new URL('./enqueue-page.ts', import.meta.url).pathname),
    ...(await workboxScripts()),
  }
  const origin = await serveSite(scripts, notFound)
  const context = await openProfile()
  const page = await openPage(context, `${origin}/enqueue.html`, 'benchRound')
  const workbox = await openWorkbox(context, origin)
  const ours: EnqueueRound[] = []
  const theirs: number[] = []
  for (let i = 0; i < rounds; i += 1) {
    await page.bringToFront()
    ours.push(await page.evaluate((count) => globalThis.benchRound(count), perRound))
    theirs.push(await workbox.fill(perRound))
  }
  const figure = { name: 'durable enqueue of a sale', unit: 'ms', values: ours.map((r) => r.enqueueMs) }
  return [
    toFigure({
      ...figure,
      yardstickName: 'raw strict IndexedDB put',
      yardsticks: ours.map((r) => r.rawMs),
      goal: atMost(1.5),
    }),
    toFigure({ ...figure, yardstickName: 'workbox-background-sync, relaxed', yardsticks: theirs, goal: atMost(1) }),
  ]
}
