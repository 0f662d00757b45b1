import { expect, it, vi } from 'vitest'
import { describeReport } from './report.ts'
import { scenarios } from './scenarios.ts'

// Whole processes start here many times, on a machine that may be busy.
// Two at a time: each waits for its processes more than it computes.
vi.setConfig({ testTimeout: 600_000, maxConcurrency: 2 })

it.concurrent.each(scenarios)(
  '$name: nothing acknowledged is missing or doubled, and every server opens again',
  async (scenario) => {
    const report = await scenario.run({ seed: 1, faults: scenario.few, say: () => undefined })
    console.log(describeReport(report).join('\n'))
    const { lost, doubled, wrong, failedOpens } = report
    expect({ lost, doubled, wrong, failedOpens }).toEqual({ lost: [], doubled: [], wrong: [], failedOpens: 0 })
    expect(report.faults).toBe(scenario.few)
    expect(report.acknowledged).toBeGreaterThan(0)
  },
)
