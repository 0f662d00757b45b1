/**
 * `npm run bench`: how fast it is, beside yardsticks that run in the same run. `npm run bench -- drain lists` runs only the
 * named groups, `--json` prints one line a figure, `--smoke` only proves that everything runs: tiny, and no goal is judged.
 */
import { cpus, totalmem } from 'node:os'
import { chromium } from 'playwright'
import { launchOptions } from '../support/chromium.ts'
import { benchAdmissions } from './admissions.ts'
import { benchBackup } from './backup.ts'
import { benchDay } from './day.ts'
import { benchDrain } from './drain/drain.ts'
import { benchEnqueue } from './enqueue.ts'
import { benchExports } from './exports.ts'
import { benchFaces } from './faces/faces.ts'
import { benchFees } from './fees/fees.ts'
import { type Figure, printTable, takeMade } from './figure.ts'
import { benchFirstVisit } from './first-visit.ts'
import { benchForms } from './forms.ts'
import { benchImport } from './import.ts'
import { benchIngest } from './ingest/ingest.ts'
import { benchLetters } from './letters/letters.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchLists } from './lists/lists.ts'
import { benchPupils } from './pupils.ts'
import { benchRelease } from './release.ts'
import { releaseAll, releaseAllOnSignal } from './resources.ts'
import { benchAfterSync } from './sales/after-sync.ts'
import { benchCounter } from './sales/counter.ts'
import { benchSalesReports } from './sales/sales-reports.ts'
import { benchYear } from './sales/year.ts'
import { benchSchools } from './schools.ts'
import { benchStart } from './start.ts'

/** One group of figures. `isSmoke`: as small as can be, to see that it still runs. */
type Group = (isSmoke: boolean) => Promise<Figure[]>

const groups: Record<string, Group> = {
  enqueue: benchEnqueue,
  drain: benchDrain,
  ingest: benchIngest,
  forms: benchForms,
  lists: benchLists,
  admissions: benchAdmissions,
  exports: benchExports,
  import: benchImport,
  pupils: benchPupils,
  schools: benchSchools,
  fees: benchFees,
  reports: benchSalesReports,
  'after-sync': benchAfterSync,
  counter: benchCounter,
  year: benchYear,
  start: benchStart,
  'first-visit': benchFirstVisit,
  faces: benchFaces,
  letters: benchLetters,
  backup: benchBackup,
  release: benchRelease,
  day: benchDay,
  lighthouse: benchLighthouse,
}

async function machineNote(): Promise<string> {
  const browser = await chromium.launch(launchOptions())
  const version = browser.version()
  await browser.close()
  const [cpu] = cpus()
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GB`
  return `${cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${memory}, node ${process.version}, chromium ${version}`
}

/** @returns whether the group came to its end */
async function run(name: string, group: Group, isSmoke: boolean): Promise<boolean> {
  const sinceMs = performance.now()
  try {
    await group(isSmoke)
    return true
  } catch (error) {
    console.error(`${name} did not come to its end:`, error)
    return false
  } finally {
    await releaseAll()
    console.error(`${name}: ${((performance.now() - sinceMs) / 1000).toFixed(0)} s`)
  }
}

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const unknown = [
  ...names.filter((name) => !(name in groups)),
  ...flags.filter((flag) => flag !== '--json' && flag !== '--smoke'),
]
if (unknown.length > 0) {
  console.error(
    `The bench knows no ${unknown.join(', ')}; there are ${Object.keys(groups).join(', ')}, --json, --smoke.`,
  )
  process.exit(2)
}

const isSmoke = flags.includes('--smoke')
releaseAllOnSignal()
console.error(await machineNote())
const figures: Figure[] = []
let isWhole = true
for (const [name, group] of Object.entries(groups)) {
  if (names.length > 0 && !names.includes(name)) continue
  const hasEnded = await run(name, group, isSmoke)
  const found = takeMade()
  isWhole &&= hasEnded && found.every((figure) => Number.isFinite(figure.value))
  figures.push(...found)
}
if (flags.includes('--json')) for (const figure of figures) console.log(JSON.stringify(figure))
else printTable(figures)
process.exitCode = isWhole && (isSmoke || figures.every((figure) => figure.holds)) ? 0 : 1
