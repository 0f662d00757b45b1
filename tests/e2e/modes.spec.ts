import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fillSignIn, inLanguage, speak } from '#tests/support/person.ts'
import { freePort } from '#tests/support/served-school.ts'
import { demoSchool, signInOf } from '#tests/support/served-school-demo.ts'
import { TillPerson } from '#tests/support/tablet-till.ts'
import { salesOfADay, sell } from './day.ts'
import { askForCode } from './pairing.ts'
import { expect, schools, test } from './stage.ts'

/* The two ways of running it that people who work on it use: straight from the sources, with and without a server. */

const root = fileURLToPath(new URL('../../', import.meta.url))
const started: { child: ChildProcess; folder: string }[] = []

test.afterEach(async () => {
  for (const { child, folder } of started.splice(0)) {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
})

/** Runs a file of the project from its root; answers what it has said so far. */
async function run(args: string[], env: Record<string, string> = {}): Promise<() => string> {
  const folder = await mkdtemp(join(tmpdir(), 'bawaba-modes-'))
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push({ child, folder })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return () => said
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

test('npm run dev serves the sources, keeps the page in touch, and starts the server again when one changes', async ({
  browser,
}) => {
  test.setTimeout(150_000)
  const port = await freePort()
  const said = await run(['.config/dev.ts'], { PORT: String(port), SERVER_PORT: String(await freePort()) })
  await expect.poll(() => answers(`http://127.0.0.1:${port}/healthz`), { timeout: 60_000 }).toBe(true)
  const page = await browser.newPage({ baseURL: `http://alnoor.localhost:${port}`, locale: 'en-GB' })
  const inTouch = page.waitForEvent('console', {
    predicate: (m) => m.text().includes('[vite] connected'),
    timeout: 60_000,
  })
  const supervisor = signInOf(demoSchool('alnoor'), 'supervisor')
  await page.goto('/sign-in')
  await inTouch
  await fillSignIn(page, speak('en'), supervisor.userName, supervisor.password)
  await expect(page).toHaveURL(/\/dashboard$/, { timeout: 60_000 })
  const starts = () => said().split('Ctrl-C stops it.').length
  const before = starts()
  const now = new Date()
  await utimes(join(root, 'src/server/main.ts'), now, now)
  await expect.poll(starts, { timeout: 30_000 }).toBeGreaterThan(before)
  await page.close()
})

test('npm run dev:mock is the whole school in one tab: a code, a till, a sale, in both languages', async ({
  browser,
}) => {
  test.setTimeout(150_000)
  const port = await freePort()
  await run(['node_modules/vite/bin/vite.js', '--mode', 'mock', '--port', String(port), '--strictPort'])
  await expect.poll(() => answers(`http://127.0.0.1:${port}/`), { timeout: 60_000 }).toBe(true)
  const page = await browser.newPage({
    baseURL: `http://alnoor.localhost:${port}`,
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
  })
  page.setDefaultTimeout(60_000)
  const [school] = schools
  const demo = demoSchool('alnoor')
  const say = speak('en')
  const code = await askForCode(page, school, demo, '01')
  // The school in the tab writes to the browser's disk a moment after it has answered; a person is never that fast.
  await page.waitForTimeout(2000)
  await page.goto('/pos/pair')
  await page.getByLabel(say('devices:pair.code')).fill(code)
  await page.getByRole('button', { name: say('devices:pair.submit') }).click()
  await expect(page.getByText(say('devices:pair.isPaired'))).toBeVisible({ timeout: 60_000 })
  const till = new TillPerson({ page, scan: () => Promise.reject(new Error('there is no scanner')) }, demo, 'en')
  await till.signInFirst(signInOf(demo, 'operator1'))
  await till.openShift(1000)
  await sell(till, salesOfADay(demo).cash)
  await till.expectChip('sync:chip.synced')
  await page.goto(inLanguage('/pos', 'ar'))
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.close()
})
