import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, readCounts } from './count-tests.ts'

const folder = mkdtempSync(join(tmpdir(), 'counts-'))
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

describe('counting tests', () => {
  it('reads what Vitest writes', () => {
    const assertionResults = [
      { fullName: 'holds', status: 'passed', failureMessages: [] },
      { fullName: 'falls', status: 'failed', failureMessages: ['Error: \u001B[31mtwo\u001B[39m\n  at here'] },
      { fullName: 'wavers', status: 'passed', failureMessages: ['Error: late'] },
    ]
    const testResults = [{ name: 'a.test.ts', assertionResults }]
    const report = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults }
    expect(readCounts(file('v.json', JSON.stringify(report)), countVitest)).toEqual({
      passed: 7,
      failed: 1,
      skipped: 3,
      flaky: 1,
      troubles: [
        'failed: a.test.ts › falls\n    Error: two\n      at here',
        'second try: a.test.ts › wavers\n    Error: late',
      ],
    })
  })

  it('reads what Playwright writes, and counts a flaky test as passed', () => {
    const wavers = {
      title: 'wavers',
      file: 'a.spec.ts',
      tests: [{ status: 'flaky', results: [{ errors: [{ message: 'Error: late' }] }, { errors: [] }] }],
    }
    const holds = { title: 'holds', file: 'a.spec.ts', tests: [{ status: 'expected', results: [{ errors: [] }] }] }
    const suites = [{ specs: [holds], suites: [{ specs: [wavers] }] }]
    const report = { stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 1 }, suites }
    expect(readCounts(file('p.json', JSON.stringify(report)), countPlaywright)).toEqual({
      passed: 7,
      failed: 1,
      skipped: 1,
      flaky: 2,
      troubles: ['second try: a.spec.ts › wavers\n    Error: late'],
    })
  })

  it.each([
    ['no file', join(folder, 'none.json'), 'wrote no report'],
    ['half a file', file('half.json', '{"numPassedTests": 7'), "can't be read"],
    ['another shape', file('other.json', '{"stats": {}}'), "can't be read"],
    [
      'no test',
      file('empty.json', '{"numPassedTests":0,"numFailedTests":0,"numPendingTests":0,"numTodoTests":0}'),
      'ran no test',
    ],
  ])('takes %s for a failure', (_, path, problem) => {
    expect(readCounts(path, countVitest)).toEqual({ problem: expect.stringContaining(problem) })
  })
})
