import { existsSync } from 'node:fs'
import { chromium, type LaunchOptions } from 'playwright'

const onTheMachine = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

const shellOnTheMachine = '/usr/bin/chromium-headless-shell'

export type FoundChromium = { executablePath: string } | { channel?: 'chromium' }

/** `PLAYWRIGHT_CHROMIUM` when set, else Playwright's own, else one that the machine has, else undefined. */
export function findChromium(): FoundChromium | undefined {
  const wanted = process.env.PLAYWRIGHT_CHROMIUM
  if (wanted) {
    if (!existsSync(wanted)) throw new Error(`PLAYWRIGHT_CHROMIUM names ${wanted}, and there is no such file`)
    return { executablePath: wanted }
  }
  if (existsSync(chromium.executablePath())) return { channel: 'chromium' }
  const executablePath = onTheMachine.find((path) => existsSync(path))
  return executablePath ? { executablePath } : undefined
}

/**
 * The same engine without a window to draw, which takes a fifth less of the processor; undefined where there is none, or where
 * another browser is asked for. It has no updates of service workers: what is about a new release needs the whole browser.
 */
export function findShell(): FoundChromium | undefined {
  if (process.env.PLAYWRIGHT_CHROMIUM) return undefined
  // Playwright starts its own shell when nothing is said, and keeps it in the folder beside that of the browser.
  const ofPlaywright = chromium.executablePath()
  const folder = ofPlaywright.replace(/([\\/])chromium-(\d+)[\\/].*$/, '$1chromium_headless_shell-$2')
  if (folder !== ofPlaywright && existsSync(folder)) return {}
  return existsSync(shellOnTheMachine) ? { executablePath: shellOnTheMachine } : undefined
}

/** What Playwright does not set by itself: no GPU to ask for, and no protocol that `setOffline` would overlook. */
export const chromiumArgs = ['--disable-gpu', '--disable-quic']

/** The whole browser; `extra` are more flags. Throws where there is none: `browser.ts` gets one. */
export function launchOptions(extra: string[] = []): LaunchOptions {
  const found = findChromium()
  if (!found) throw new Error('There is no Chromium here: run node tests/support/browser.ts')
  return { ...found, chromiumSandbox: false, args: [...chromiumArgs, ...extra] }
}

/** The shell, or the whole browser where there is no shell. */
export const launchShell = (extra: string[] = []): LaunchOptions => {
  const found = findShell()
  return found ? { ...found, chromiumSandbox: false, args: [...chromiumArgs, ...extra] } : launchOptions(extra)
}
