import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { build } from 'vite'
import { launchOptions } from '../support/chromium.ts'
import type { EnqueueRound } from './enqueue-page.ts'
import { type Figure, toFigure } from './figure.ts'

const rounds = 7
const perRound = 300

/**
 * A sale saved durably (number, chain, hash, operation) against one raw strict put of the same bytes, in the same
 * browser, interleaved. On a profile on disk: Playwright's usual one lives in memory and flushes nothing.
 */
export async function benchEnqueue(): Promise<Figure> {
  const script = await bundlePage()
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<!doctype html><script type="module" src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const profile = mkdtempSync(join(tmpdir(), 'bawaba-bench-'))
  const browser = await chromium.launchPersistentContext(profile, { headless: true, ...launchOptions() })
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.waitForFunction(() => 'benchRound' in globalThis)
    const results: EnqueueRound[] = []
    for (let i = 0; i < rounds; i += 1) {
      results.push(await page.evaluate((count) => globalThis.benchRound(count), perRound))
    }
    return toFigure({
      name: 'durable enqueue of a sale, p50',
      unit: 'ms',
      yardstickName: 'raw strict IndexedDB put, p50',
      values: results.map((r) => r.enqueueMs),
      yardsticks: results.map((r) => r.rawMs),
      goal: { kind: 'at-most', ratio: 1.5 },
    })
  } finally {
    await browser.close()
    server.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

async function bundlePage(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: new URL('./enqueue-page.ts', import.meta.url).pathname, formats: ['es'], fileName: 'page' },
    },
  })
  const [bundle] = [output].flat()
  if (!bundle || !('output' in bundle)) throw new Error('the bench page was not built')
  return bundle.output[0].code
}
