import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { build } from 'vite'
import { launchOptions } from '../support/chromium.ts'
import { leaveSignalsToUs, releaseAtEnd, temporaryFolder } from './resources.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Builds the page `file`, an absolute path, as one script in the way of a release. */
export async function bundle(file: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: file, formats: ['es'], fileName: 'page' },
      // Parts that a release fetches later are in it as well.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [bundled] = [output].flat()
  if (!bundled || !('output' in bundled)) throw new Error(`${file} was not built`)
  return bundled.output[0].code
}

/** Serves `/name.html` with its script for every script, and leaves the rest to `answer`. @returns the origin */
export async function serveSite(scripts: Record<string, string>, answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    const [, name = '', kind] = /^\/([\w-]+)\.(html|js)$/.exec(request.url ?? '') ?? []
    const script = scripts[name]
    if (script === undefined) return answer(request, response)
    response.setHeader('content-type', kind === 'js' ? 'text/javascript' : 'text/html')
    response.end(kind === 'js' ? script : `<!doctype html><script type="module" src="/${name}.js"></script>`)
  }).listen(0, '127.0.0.1')
  releaseAtEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Answers whatever is no page of the bench. */
export const notFound: Answer = (_request, response) => response.writeHead(404).end()

/** A browser on a profile on disk: Playwright's usual one lives in memory and flushes nothing. */
export async function openProfile(profile = temporaryFolder(), args: string[] = []): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    headless: true,
    ...launchOptions(args),
    ...leaveSignalsToUs,
  })
  releaseAtEnd(() => context.close())
  return context
}

/** Opens a page and waits until its script has put `ready` into the global scope. */
export async function openPage(context: BrowserContext, url: string, ready: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction((name) => name in globalThis, ready)
  return page
}
