/**
 * A random walk over all screens: `node tests/walks/screens.ts [minutes] [seed]`, after a build; ten minutes from seed 1 by
 * default. Everyone in `walkers.ts` takes turns, in both languages: presses, types, goes back, loses the network. The walk
 * fails on an error that nobody caught, an answer of 500 or above, the error screen, or a key that has no words. The steps
 * before a finding are printed, a picture of it is kept in .tmp/walks.
 */
import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { keysShown } from '#tests/e2e/kit/house.ts'
import { schools } from '#tests/e2e/kit/stage.ts'
import { launchShell } from '#tests/support/chromium.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { speak } from '#tests/support/records/person.ts'
import { serveSchools } from '#tests/support/served/served-school.ts'
import { diceOf, takeStep } from './walk-steps.ts'
import { type Walk, type Walker, walkers } from './walkers.ts'

const [minutes = 10, firstSeed = 1] = process.argv.slice(2).map(Number)
const stepsPerWalk = 40
const stepsShown = 12
const folder = '.tmp/walks'

interface Finding {
  what: string
  steps: string[]
}

/** What is wrong on this page now, besides what its browser has noted. */
async function lookAt({ page, seen }: Walk, crashTitle: string, answers: string[]): Promise<string[]> {
  const wrong = [...seen.errors, ...seen.violations, ...answers]
  const title = await page
    .locator('h1')
    .first()
    .textContent({ timeout: 200 })
    .catch(() => null)
  if (title === crashTitle) wrong.push(`error screen at ${page.url()}`)
  // A page on its way has no body to read.
  const keys = await keysShown(page).catch(() => [])
  wrong.push(...keys.map((key) => `key without words: ${key} at ${page.url()}`))
  return wrong
}

async function walkOnce(walk: Walk, seed: number, crashTitle: string, until: number): Promise<Finding | undefined> {
  const dice = diceOf(seededRandom(seed))
  const steps: string[] = []
  const answers: string[] = []
  walk.context.on('response', (response) => {
    // A server that is busy says so with 503 and is asked again.
    const isFailure = response.status() >= 500 && response.status() !== 503
    if (isFailure)
      answers.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`)
  })
  while (steps.length < stepsPerWalk && Date.now() < until) {
    const step = await takeStep(walk.page, dice, walk.addresses)
    await walk.page.waitForTimeout(250)
    steps.push(`${new URL(walk.page.url()).pathname}: ${step}`)
    const wrong = await lookAt(walk, crashTitle, answers)
    if (wrong.length > 0) return { what: wrong.join('\n'), steps }
  }
  return undefined
}

mkdirSync(folder, { recursive: true })
const until = Date.now() + minutes * 60_000
const served = await serveSchools()
const browser = await chromium.launch(launchShell())
const findings: string[] = []
let walked = 0
for (let seed = firstSeed; Date.now() < until; seed += 1) {
  const walker = walkers[seed % walkers.length] as Walker
  const school = schools[Math.floor(seed / walkers.length + seed) % schools.length] ?? schools[0]
  const name = `seed ${seed}, ${walker.name}, ${school.code}`
  const begin = () => walker.begin(served, browser, school)
  // On a busy machine a browser may starve for seconds.
  const walk = await begin().catch(begin)
  const finding = await walkOnce(walk, seed, speak(school.lng)('common:crash.title'), until)
  walked += 1
  if (finding) {
    findings.push(name)
    await walk.page.screenshot({ path: `${folder}/${seed}.png` }).catch(() => undefined)
    console.error([name, ...finding.steps.slice(-stepsShown).map((step) => `  ${step}`), finding.what].join('\n'))
  } else console.log(`${name}: nothing found`)
  await walk.end()
}
await browser.close()
const errors = served.errors()
await served.remove()
for (const line of errors) console.error(`the server logged: ${line}`)
console.log(`${walked} walks, ${findings.length} with findings${findings.map((name) => `\n  ${name}`).join('')}`)
process.exitCode = findings.length > 0 || errors.length > 0 ? 1 : 0
