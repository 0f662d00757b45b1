import type { BrowserContext, Page } from '@playwright/test'

/** Everything that went wrong in the pages of one browser and that no screen would show. */
export interface Watch {
  /** Refusals of the security policy, `script-src <- file`. */
  violations: string[]
  /** Errors that nobody caught, and what the page wrote as an error into the console. */
  errors: string[]
}

/** Requests that were cut or refused on purpose are reported by the browser itself; that is no fault of the page. */
const expected = [
  /^Failed to load resource/,
  /net::ERR_/,
  /the server responded with a status of/,
  /Failed to fetch dynamically imported module/,
  // A service worker that was asked for as the network went away.
  /An unknown error occurred when fetching the script/,
  /a part of this release is gone/,
]

const isPolicy = (text: string) => /content security policy|trusted ?types|refused to/i.test(text)

/** Listens in every page of the context, from its first line of script on. */
export async function watch(context: BrowserContext): Promise<Watch> {
  const seen: Watch = { violations: [], errors: [] }
  await context.exposeBinding('reportViolation', (_source, violation: string) => void seen.violations.push(violation))
  await context.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
        const report = (globalThis as unknown as { reportViolation(text: string): void }).reportViolation
        report(`${effectiveDirective}: ${blockedURI} <- ${sourceFile}:${lineNumber} on ${location.pathname}`)
      },
    )
  })
  const listen = (page: Page) => {
    page.on('pageerror', (error) => {
      if (expected.some((pattern) => pattern.test(error.message))) return
      seen.errors.push(`${new URL(page.url()).pathname}: ${error.stack || error.message || error.name}`)
    })
    page.on('console', (message) => {
      const text = message.text()
      if (isPolicy(text)) seen.violations.push(text)
      else if (message.type() === 'error' && !expected.some((pattern) => pattern.test(text))) seen.errors.push(text)
    })
  }
  for (const page of context.pages()) listen(page)
  context.on('page', listen)
  return seen
}
