import { existsSync } from 'node:fs'
import { chromium, type LaunchOptions } from 'playwright'

const onTheMachine = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

export type FoundChromium = { executablePath: string } | { channel: 'chromium' }

/** `PLAYWRIGHT_CHROMIUM` when set, else Playwright's own, else one that the machine has, else undefined. */
export function findChromium(): FoundChromium | undefined {
  const wanted = process.env.PLAYWRIGHT_CHROMIUM
  if (wanted) {
    if (!existsSync(wanted)) throw new Error(`PLAYWRIGHT_CHROMIUM names ${wanted}, and there is no such file`)
    return { executablePath: wanted }
  }
  // The full browser in its new headless mode: the small headless shell has no service worker updates to test.
  if (existsSync(chromium.executablePath())) return { channel: 'chromium' }
  const executablePath = onTheMachine.find((path) => existsSync(path))
  return executablePath ? { executablePath } : undefined
}

/** What Playwright does not set by itself: no GPU to ask for, and no protocol that `setOffline` would overlook. */
export const chromiumArgs = ['--disable-gpu', '--disable-quic']

/** For every launch in the tests; `extra` are more flags. Throws where there is no browser: `browser.ts` gets one. */
export function launchOptions(extra: string[] = []): LaunchOptions {
  const found = findChromium()
  if (!found) throw new Error('There is no Chromium here: run node tests/support/browser.ts')
  return { ...found, chromiumSandbox: false, args: [...chromiumArgs, ...extra] }
}
