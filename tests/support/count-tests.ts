import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** What a test runner says it did. `skipped` are tests that did not run: with us that is a failure. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
  flaky: number
  /** What failed, or passed only at a second try, with the first lines of why: a run's end must say it by itself. */
  troubles: string[]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): object[] =>
  Array.isArray(value) ? value.filter((each): each is object => typeof each === 'object' && each !== null) : []

/** One trouble: the test's name, then at most eight lines of its reason, without colours. */
function trouble(kind: 'failed' | 'second try', name: string, reason: string): string {
  const lines = stripVTControlCharacters(reason).split('\n', 8)
  return [`${kind}: ${name}`, ...lines.map((line) => `    ${line}`)].join('\n')
}

const numberAt = (report: object, key: string): number => {
  const value: unknown = Reflect.get(report, key)
  if (typeof value !== 'number') throw new Error(`the report has no number "${key}"`)
  return value
}

/** Reads Vitest's JSON report. A test that passed and has a reason for a failure needed its second try. */
export function countVitest(report: object): Counts {
  const tests = listOf(Reflect.get(report, 'testResults')).flatMap((file) =>
    listOf(Reflect.get(file, 'assertionResults')).map((test) => ({
      name: `${textOf(Reflect.get(file, 'name'))} › ${textOf(Reflect.get(test, 'fullName'))}`,
      hasPassed: Reflect.get(test, 'status') === 'passed',
      reasons: [Reflect.get(test, 'failureMessages')].flat().map(textOf).filter(Boolean),
    })),
  )
  const unwell = tests.filter((test) => test.reasons.length > 0)
  return {
    passed: numberAt(report, 'numPassedTests'),
    failed: numberAt(report, 'numFailedTests'),
    skipped: numberAt(report, 'numPendingTests') + numberAt(report, 'numTodoTests'),
    flaky: unwell.filter((test) => test.hasPassed).length,
    troubles: unwell.map(({ hasPassed, name, reasons }) =>
      trouble(hasPassed ? 'second try' : 'failed', name, reasons[0] ?? ''),
    ),
  }
}

/** The tests of a Playwright report, through all its nested suites. */
const specsIn = (suite: object): object[] => [
  ...listOf(Reflect.get(suite, 'specs')),
  ...listOf(Reflect.get(suite, 'suites')).flatMap(specsIn),
]

function troublesIn(spec: object): string[] {
  return listOf(Reflect.get(spec, 'tests')).flatMap((test) => {
    const status = Reflect.get(test, 'status')
    if (status !== 'flaky' && status !== 'unexpected') return []
    const errors = listOf(Reflect.get(test, 'results')).flatMap((result) => listOf(Reflect.get(result, 'errors')))
    const reason = textOf(errors[0] && Reflect.get(errors[0], 'message'))
    const name = `${textOf(Reflect.get(spec, 'file'))} › ${textOf(Reflect.get(spec, 'title'))}`
    return [trouble(status === 'flaky' ? 'second try' : 'failed', name, reason)]
  })
}

/** Reads Playwright's JSON report. A flaky test passed when tried again: counted as passed, and said. */
export function countPlaywright(report: object): Counts {
  const stats: unknown = Reflect.get(report, 'stats')
  if (typeof stats !== 'object' || stats === null) throw new Error('the report has no "stats"')
  const flaky = numberAt(stats, 'flaky')
  return {
    passed: numberAt(stats, 'expected') + flaky,
    failed: numberAt(stats, 'unexpected'),
    skipped: numberAt(stats, 'skipped'),
    flaky,
    troubles: specsIn(report).flatMap(troublesIn),
  }
}

/** Reads what the simulator says of the histories it has walked. */
export const countSim = (report: object): Counts => ({
  passed: numberAt(report, 'passed'),
  failed: numberAt(report, 'failed'),
  skipped: 0,
  flaky: 0,
  troubles: [],
})

/** Reads and counts a report. A report that is missing, unreadable or of no test at all is a failure with a reason. */
export function readCounts(path: string, count: (report: object) => Counts): Counts | { problem: string } {
  if (!existsSync(path)) return { problem: `wrote no report (${path})` }
  try {
    const report: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof report !== 'object' || report === null) return { problem: `wrote no report we can read (${path})` }
    const counts = count(report)
    return counts.passed + counts.failed + counts.skipped > 0 ? counts : { problem: 'ran no test' }
  } catch (error) {
    return { problem: `wrote a report that can't be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}
