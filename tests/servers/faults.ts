/**
 * `npm run faults`: the accidents of real servers in full counts. `npm run faults -- 7 power-cut` begins with seed 7 and
 * runs only the named scenarios. Each history is kept in `.tmp/faults` when it has ended, so that the same command, begun
 * again, goes on behind the last one.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FailedOpen } from './live-server.ts'
import { describeReport, emptyReport, type FaultReport, isSound, joined } from './report.ts'
import { type Scenario, scenarios } from './scenarios.ts'

/** Accidents of one history: every so often a school begins from nothing. */
const perHistory = 10
const folder = '.tmp/faults'

const [first, ...rest] = process.argv.slice(2)
const firstSeed = Number(first ?? 1)
const names = Number.isNaN(firstSeed) && first !== undefined ? [first, ...rest] : rest
const seed = Number.isNaN(firstSeed) ? 1 : firstSeed
const unknown = names.filter((name) => !scenarios.some((scenario) => scenario.name === name))
if (unknown.length > 0) {
  console.error(`No such scenario: ${unknown.join(', ')}. There are: ${scenarios.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

async function oneHistory({ name, run }: Scenario, historySeed: number, faults: number): Promise<FaultReport> {
  const kept = join(folder, `${name}-${historySeed}-${faults}.json`)
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as FaultReport
  const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)
  const report = await run({ seed: historySeed, faults, say }).catch((error: unknown) => ({
    ...emptyReport(name, historySeed),
    wrong: [String(error)],
    failedOpens: error instanceof FailedOpen ? 1 : 0,
  }))
  // One that found something is walked again, until it finds nothing.
  if (isSound(report)) writeFileSync(kept, JSON.stringify(report))
  return report
}

mkdirSync(folder, { recursive: true })
const reports: FaultReport[] = []
for (const scenario of scenarios.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const histories: FaultReport[] = []
  for (let done = 0, n = 0; done < scenario.many; done += perHistory, n += 1)
    histories.push(await oneHistory(scenario, seed + n, Math.min(perHistory, scenario.many - done)))
  reports.push(joined(histories))
  console.log(describeReport(joined(histories)).join('\n'))
}
console.log(['', ...reports.flatMap(describeReport)].join('\n'))
process.exit(reports.every(isSound) ? 0 : 1)
