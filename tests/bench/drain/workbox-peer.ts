import type { BrowserContext } from 'playwright'
import { bundle, openPage } from '#tests/bench/bench-site.ts'

/** workbox-background-sync 7.4.1 as its documentation has it: a queue of requests in a service worker. */
export const workboxScripts = async (): Promise<Record<string, string>> => ({
  workbox: await bundle(new URL('./workbox-page.ts', import.meta.url).pathname),
  'workbox-worker': await bundle(new URL('./workbox-worker.ts', import.meta.url).pathname),
})

export async function openWorkbox(context: BrowserContext, origin: string) {
  const page = await openPage(context, `${origin}/workbox.html`, 'askWorkbox')
  return {
    /** Queues `count` requests; how long one takes. */
    fill: (count: number): Promise<number> =>
      page.evaluate((n) => globalThis.askWorkbox({ do: 'fill', count: n }), count),
    /** Replays until nothing is left; how long that takes. */
    drain: (): Promise<number> =>
      page.evaluate(async () => {
        const before = performance.now()
        while ((await globalThis.askWorkbox({ do: 'drain' })) > 0);
        return performance.now() - before
      }),
  }
}
