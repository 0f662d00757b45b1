/**
 * `npm test`: what a change is judged by, in one go, with one deadline. `npm run test:rest`: what takes long and seldom says
 * more, accidents of whole servers and browsers, flow tests on the embedded engine and each journey at the other school.
 * Continuous integration runs both (.ci/run).
 * `npm test -- types lint` runs only the named steps.
 * A step that can't run has failed; a test that does not run has failed; the last line counts what passed and failed.
 */
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Counts, countPlaywright, countSim, countVitest, readCounts } from './count-tests.ts'
import { endEverythingOnSignal, endStragglers, runCommand } from './run-step.ts'

interface Step {
  name: string
  command: string[]
  /** Steps without which this one means nothing. */
  needs?: string[]
  /** What waits for `npm run test:rest`; both run a step of neither kind. */
  part?: 'first' | 'rest'
  env?: Record<string, string>
  count?: () => Counts | { problem: string }
}

interface Outcome {
  name: string
  seconds: number
  passed: number
  failed: number
  said: string
  troubles: string[]
}

/** The whole takes about 30 minutes; on a machine at two thirds of the usual speed it still ends. */
const deadlineMs = 56 * 60_000
const vitestReport = resolve('.tmp/vitest.json')
const embeddedReport = resolve('.tmp/vitest-embedded.json')
const playwrightReport = resolve('.tmp/playwright.json')
const simReport = resolve('.tmp/sim.json')

const reportersTo = (file: string) => ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
const playwright = ['playwright', 'test', '-c', 'tests/playwright.config.ts', '--reporter=list,json']
/** Flow tests that run on each engine (tests/support/database.ts). */
const filesOfEngines = () =>
  globSync('tests/flows/**/*.test.ts').filter((file) => /\bengines\b/.test(readFileSync(file, 'utf8')))
/** How journeys say that they belong to the rest (tests/e2e/kit/stage.ts). */
const later = '@later'
const journeys = {
  needs: ['build', 'browser'],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
  count: () => readCounts(playwrightReport, countPlaywright),
} satisfies Partial<Step>

const steps: Step[] = [
  { name: 'types', part: 'first', command: ['tsc', '-b', '--checkers', '1'] },
  { name: 'format', part: 'first', command: ['biome', 'format', '.'] },
  { name: 'lint', part: 'first', command: ['oxlint', '--type-aware'] },
  { name: 'unused', part: 'first', command: ['knip', '--no-progress'] },
  { name: 'commits', part: 'first', command: ['node', '.config/check-commits.ts'] },
  {
    name: 'vitest',
    part: 'first',
    command: ['vitest', 'run', '--project=!servers', ...reportersTo(vitestReport)],
    // The embedded engine takes twice as long. All journeys run on it, and the rest runs these tests on it as well.
    env: { BAWABA_ENGINE: 'postgres' },
    count: () => readCounts(vitestReport, countVitest),
  },
  {
    name: 'embedded',
    part: 'rest',
    command: ['vitest', 'run', '--project=flows', ...filesOfEngines(), ...reportersTo(embeddedReport)],
    env: { BAWABA_ENGINE: 'pglite' },
    count: () => readCounts(embeddedReport, countVitest),
  },
  {
    name: 'servers',
    part: 'rest',
    command: ['vitest', 'run', '--project=servers', ...reportersTo(vitestReport)],
    count: () => readCounts(vitestReport, countVitest),
  },
  {
    name: 'sim',
    part: 'first',
    command: ['node', 'tests/sim/faults.ts', '--from', '1', '--seeds', '2000', '--report', simReport],
    count: () => readCounts(simReport, countSim),
  },
  { name: 'build', command: ['vite', 'build'] },
  { name: 'size', part: 'first', command: ['node', 'tests/support/size.ts'], needs: ['build'] },
  { name: 'browser', command: ['node', 'tests/support/browser.ts'] },
  {
    name: 'e2e',
    part: 'first',
    command: [...playwright, '--grep-invert', later],
    ...journeys,
  },
  {
    name: 'later',
    part: 'rest',
    command: [...playwright, '--grep', later],
    ...journeys,
  },
  {
    name: 'bench',
    part: 'first',
    command: ['node', 'tests/bench/bench.ts', '--smoke', 'enqueue', 'drain', 'lists'],
    needs: ['browser'],
  },
]

const seconds = (sinceMs: number) => (performance.now() - sinceMs) / 1000

/** Puts together what a step's exit code and its report say: the worse of the two counts. */
function weigh(
  name: string,
  took: number,
  problem: string | undefined,
  counts?: Counts | { problem: string },
): Outcome {
  if (!counts) return { name, seconds: took, passed: 0, failed: problem ? 1 : 0, said: problem ?? 'ok', troubles: [] }
  if ('problem' in counts)
    return {
      name,
      seconds: took,
      passed: 0,
      failed: 1,
      said: [problem, counts.problem].filter(Boolean).join('; '),
      troubles: [],
    }
  const { passed, skipped, flaky, troubles } = counts
  const failed = counts.failed + skipped
  const said = [
    `${passed} passed`,
    counts.failed > 0 && `${counts.failed} failed`,
    skipped > 0 && `${skipped} did not run`,
    flaky > 0 && `${flaky} only at a second try`,
    problem && failed === 0 && problem,
  ]
  return {
    name,
    seconds: took,
    passed,
    failed: problem ? Math.max(1, failed) : failed,
    said: said.filter(Boolean).join(', '),
    troubles,
  }
}

const notRun = (name: string, why: string): Outcome => ({
  name,
  seconds: 0,
  passed: 0,
  failed: 1,
  said: `not run: ${why}`,
  troubles: [],
})

async function runStep(step: Step, earlier: Outcome[], endMs: number): Promise<Outcome> {
  const lacking =
    step.needs?.filter((need) => earlier.some((outcome) => outcome.name === need && outcome.failed > 0)) ?? []
  if (lacking.length > 0) return notRun(step.name, `${lacking.join(' and ')} failed`)
  if (performance.now() > endMs) return notRun(step.name, 'no time left')
  console.log(`\n── ${step.name}: ${step.command.join(' ')}`)
  const sinceMs = performance.now()
  const problem = await runCommand(step.command, endMs, step.env)
  return weigh(step.name, seconds(sinceMs), problem, step.count?.())
}

/** The steps of `npm test`, of the rest (`--rest`), or those that are named. */
function chosenSteps(names: string[]): Step[] {
  if (names.length === 0) return steps.filter(({ part }) => part !== 'rest')
  if (names.includes('--rest')) return steps.filter(({ part }) => part !== 'first')
  const unknown = names.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    console.error(`No such step: ${unknown.join(', ')}. There are: ${steps.map((step) => step.name).join(', ')}.`)
    process.exit(2)
  }
  return steps.filter((step) => names.includes(step.name))
}

function report(outcomes: Outcome[], sinceMs: number): void {
  const row = (name: string, took: number, said: string) =>
    console.log(`${name.padEnd(10)}${took.toFixed(1).padStart(8)} s  ${said}`)
  console.log('')
  for (const line of outcomes.flatMap((outcome) => outcome.troubles)) console.log(line)
  for (const { name, seconds: took, said, failed } of outcomes) row(name, took, failed > 0 ? `FAILED: ${said}` : said)
  row('together', seconds(sinceMs), '')
}

const sum = (outcomes: Outcome[], of: (outcome: Outcome) => number) =>
  outcomes.reduce((total, outcome) => total + of(outcome), 0)

endEverythingOnSignal()
mkdirSync('.tmp', { recursive: true })
for (const path of [vitestReport, embeddedReport, playwrightReport, simReport]) rmSync(path, { force: true })
const startMs = performance.now()
const outcomes: Outcome[] = []
for (const step of chosenSteps(process.argv.slice(2))) {
  // One after the other: two cores are few, and what measures time must not share them.
  outcomes.push(await runStep(step, outcomes, startMs + deadlineMs))
  for (const line of endStragglers()) console.log(`ended what "${step.name}" left running: ${line}`)
}
report(outcomes, startMs)
const failed = sum(outcomes, (outcome) => outcome.failed)
process.exitCode = failed > 0 ? 1 : 0
console.log(`${sum(outcomes, (outcome) => outcome.passed)} passed, ${failed} failed`)
