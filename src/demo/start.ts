import type { DemoAnswer, DemoCall, DemoReady } from './demo-messages.ts'

/** What the real server would answer; everything else stays with the browser. */
const served = /^\/(api|branding|locales\/add|locales\/missing|healthz|readyz)(\/|$)|^\/manifest\.webmanifest$/

/**
 * Mock mode: brings up the school inside this tab and turns the page's requests to it. Resolves when the school is open.
 * @throws Error when the browser cannot run it.
 */
export async function start(): Promise<void> {
  const worker = new Worker(new URL('./demo-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (answer: DemoAnswer) => void>()
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message)))
    worker.addEventListener('message', ({ data }: MessageEvent<DemoAnswer | DemoReady>) => {
      if (data.type === 'answer') return settle(waiting, data)
      if (data.type === 'failed') return reject(new Error(data.reason))
      resolve()
    })
  })
  const realFetch = globalThis.fetch.bind(globalThis)
  let calls = 0
  const ask = async (request: Request): Promise<Response> => {
    calls += 1
    const body = request.body ? await request.arrayBuffer() : null
    const call: DemoCall = { id: calls, url: request.url, method: request.method, headers: [...request.headers], body }
    const answer = await new Promise<DemoAnswer>((resolve) => {
      waiting.set(call.id, resolve)
      worker.postMessage(call, body ? [body] : [])
    })
    const hasBody = answer.status !== 204 && answer.status !== 304
    return new Response(hasBody ? answer.body : null, { status: answer.status, headers: answer.headers })
  }
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    return served.test(new URL(request.url).pathname) ? ask(request) : realFetch(input, init)
  }
  showImagesFrom(ask)
}

function settle(waiting: Map<number, (answer: DemoAnswer) => void>, answer: DemoAnswer): void {
  waiting.get(answer.id)?.(answer)
  waiting.delete(answer.id)
}

/** The browser loads images by itself and knows nothing of the school in the worker, so they are handed over. */
function showImagesFrom(ask: (request: Request) => Promise<Response>): void {
  const show = async (image: HTMLImageElement) => {
    const source = image.getAttribute('src') ?? ''
    if (!served.test(source)) return
    const blob = await (await ask(new Request(new URL(source, location.href)))).blob()
    image.src = URL.createObjectURL(blob)
  }
  const look = () => {
    for (const image of document.querySelectorAll('img')) void show(image)
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}
