import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { salesOfADay, sell } from '#tests/e2e/kit/day.ts'
import { enterCode, requestSignInCode } from '#tests/e2e/kit/pairing.ts'
import { expect, later, schools, test } from '#tests/e2e/kit/stage.ts'
import { childEnv } from '#tests/support/served/child-env.ts'
import { TillPerson } from '#tests/support/pos/tablet-till.ts'
import { fillSignIn, signOutAtDesk, speak } from '#tests/support/records/person.ts'
import { freePort } from '#tests/support/served/served-school.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

/* How people who work on it run it: straight from the sources. */

const root = fileURLToPath(new URL('../../../', import.meta.url))
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
    env: childEnv({ DATA_DIR: folder, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push({ child, folder })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return () => said
}

/** More than the browser's copy of the database in the tab is behind it. */
const writtenMs = 2500

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

test(
  'npm run dev serves the sources, keeps the page in touch, and starts the server again when one changes',
  later,
  async ({ browser }) => {
    test.setTimeout(300_000)
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
    await expect.poll(starts, { timeout: 60_000 }).toBeGreaterThan(before)
    await page.close()
  },
)

test(
  'npm run dev:mock is the whole school in one tab: a tablet is paired and sells, and the server in the tab has the sale',
  later,
  async ({ unpackNew }) => {
    test.setTimeout(300_000)
    const port = await freePort()
    await run(['node_modules/vite/bin/vite.js', '--mode', 'mock', '--port', String(port), '--strictPort'])
    await expect.poll(() => answers(`http://127.0.0.1:${port}/`), { timeout: 60_000 }).toBe(true)
    const tablet = await unpackNew(`http://alnoor.localhost:${port}`)
    const school = demoSchool('alnoor')
    const [stageSchool] = schools
    const code = await requestSignInCode(tablet.page, stageSchool, school, '01')
    // Its database writes to the browser's a moment late, and the next address starts the server in the tab again.
    await tablet.page.waitForTimeout(writtenMs)
    await enterCode(tablet, stageSchool, code)
    await expect(tablet.page.getByRole('link', { name: speak('en')('sync.devices:pair.go') })).toBeVisible()
    await tablet.page.waitForTimeout(writtenMs)
    const till = new TillPerson(tablet, school, stageSchool.lng)
    // Desk and tablet are one browser here, and the supervisor still sits at the desk.
    await tablet.page.goto('/dashboard')
    await signOutAtDesk(tablet.page, (key, values) => till.say(key, values))
    await expect(tablet.page).toHaveURL(/\/sign-in$/)
    await till.signInFirst(signInOf(school, 'supervisor'))
    await till.openShift(10_000)
    const { cash } = salesOfADay(school)
    const { receiptNo } = await sell(till, cash)
    await till.expectChip('sync:chip.synced')
    await till.button('pos.till:menu.open').click()
    await tablet.page.getByRole('link', { name: till.say('pos.till:menu.report') }).click()
    await expect(tablet.page.getByRole('row').filter({ hasText: receiptNo })).toContainText(
      till.say('pos.reports:sync.received'),
    )
  },
)
