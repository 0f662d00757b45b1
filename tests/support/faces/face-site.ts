import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { build } from 'vite'
import { listen } from '#server/node/listen.ts'
import { composeApp } from '#server/node/run-server.ts'
import { faceAssets } from '../../../.config/face-assets.ts'

const tests = fileURLToPath(new URL('../../', import.meta.url))

export interface FaceSite {
  origin: string
  /** Where the build lies: `assets` with the recogniser's script, `models` with what it reads. */
  folder: string
  remove(): Promise<void>
}

/**
 * A page without a screen that has the recogniser on it, built as the product is and served with the product's own headers,
 * so that a policy which forbids what the recogniser needs is found here. A bench that measures the engine without its worker
 * must be allowed to compile WebAssembly in the page, which the product is not.
 */
export async function serveFaces({ page = 'support/faces/face-page', mayCompile = false } = {}): Promise<FaceSite> {
  const folder = mkdtempSync(join(tmpdir(), 'bawaba-faces-'))
  await build({
    configFile: false,
    root: tests,
    logLevel: 'error',
    plugins: [faceAssets()],
    worker: { format: 'es' },
    build: {
      outDir: folder,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(tests, `${page}.html`) },
    },
  })
  // The server serves a folder that has an index.html.
  renameSync(join(folder, `${page}.html`), join(folder, 'index.html'))
  const app = composeApp(new Hono(), { current: folder, previous: join(folder, 'none') }, {})
  const served = new Hono<{ Bindings: HttpBindings }>().all('*', async ({ req, env }) => {
    const answer = await app.fetch(req.raw, env)
    const policy = answer.headers.get('content-security-policy') ?? ''
    if (mayCompile)
      answer.headers.set('content-security-policy', policy.replace("'self';", "'self' 'wasm-unsafe-eval';"))
    return answer
  })
  const { port, stop } = await listen(served, 0)
  return {
    origin: `http://localhost:${port}`,
    folder,
    remove: async () => {
      await stop(1000)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
