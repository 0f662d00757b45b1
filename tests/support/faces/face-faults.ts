import type { Page } from '@playwright/test'
import type { Tablet } from '#tests/support/pos/tablet.ts'

/** What is kept of the recogniser on this tablet, damaged; anyone who fetches it again gets it damaged as well. */
export async function damageModel({ context, page }: Pick<Tablet, 'context' | 'page'>): Promise<() => Promise<void>> {
  const model = '**/face_recognition_model.bin'
  await context.route(model, (route) => route.fulfill({ status: 200, body: 'spoilt' }))
  await page.evaluate(async () => {
    const cache = await caches.open('face-files')
    const request = (await cache.keys()).find(({ url }) => url.endsWith('face_recognition_model.bin'))
    if (!request) throw new Error('it was not kept')
    await cache.put(request, new Response('spoilt'))
  })
  return () => context.unroute(model)
}

/** The kept script with a policy that forbids what computes faces, as some managed browsers have it. */
export const forbidWasm = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const cache = await caches.open('face-files')
    const request = (await cache.keys()).find(({ url }) => url.includes('/face-worker'))
    const kept = request && (await cache.match(request))
    if (!kept) throw new Error('it was not kept')
    const headers = new Headers(kept.headers)
    const policy = headers.get('content-security-policy') ?? ''
    headers.set('content-security-policy', policy.replace(" 'wasm-unsafe-eval'", ''))
    await cache.put(request, new Response(await kept.blob(), { headers }))
  })
