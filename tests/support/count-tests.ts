import { existsSync, readFileSync } from 'node:fs'

/** What a test runner says it did. `skipped` are tests that did not run: with us that is a failure. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
  flaky: number
}

const numberAt = (report: object, key: string): number => {
  const value: unknown = Reflect.get(report, key)
  if (typeof value !== 'number') throw new Error(`the report has no number "${key}"`)
  return value
}

/** Reads Vitest's JSON report. */
export const countVitest = (report: object): Counts => ({
  passed: numberAt(report, 'numPassedTests'),
  failed: numberAt(report, 'numFailedTests'),
  skipped: numberAt(report, 'numPendingTests') + numberAt(report, 'numTodoTests'),
  flaky: 0,
})

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
  }
}

/** Reads what the simulator says of the histories it has walked. */
export const countSim = (report: object): Counts => ({
  passed: numberAt(report, 'passed'),
  failed: numberAt(report, 'failed'),
  skipped: 0,
  flaky: 0,
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
