/** Sees to it that there is a browser for the tests: nothing to do, else Playwright's own, else Debian's as root. */
import { spawnSync } from 'node:child_process'
import { type FoundChromium, findChromium, findShell } from './chromium.ts'

const run = (command: string, ...args: string[]): boolean => {
  console.log(`$ ${[command, ...args].join(' ')}`)
  return spawnSync(command, args, { stdio: 'inherit', timeout: 600_000 }).status === 0
}

const isRoot = process.getuid?.() === 0

const fromPlaywright = () => run('playwright', 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium')

const fromDebian = () =>
  isRoot &&
  run('apt-get', 'update', '-qq') &&
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-core')

/** Not every release of Debian has it by itself: the whole browser does in its place. */
const shellFromDebian = () =>
  isRoot &&
  run('apt-get', 'update', '-qq') &&
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell')

if (!findChromium()) void (fromPlaywright() || fromDebian())
if (!findShell()) void shellFromDebian()

const found = findChromium()
if (found) {
  const named = (one: FoundChromium) => ('executablePath' in one ? one.executablePath : 'the one of Playwright')
  console.log(`browser: ${named(found)}, without a window: ${named(findShell() ?? found)}`)
} else {
  console.error('No Chromium for the tests: install one (apt-get install chromium) or name it in PLAYWRIGHT_CHROMIUM.')
  process.exit(1)
}
