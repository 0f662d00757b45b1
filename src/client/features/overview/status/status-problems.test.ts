import { describe, expect, it } from 'vitest'
import type { CertificateStanding, ServerStatus } from '#shared/overview/server-status.contract.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { listProblems } from './status-problems.ts'

const nowMs = Date.parse('2030-03-03T06:00:00.000Z')
const at = (minutesAgo: number) => toInstant(nowMs - minutesAgo * 60_000)

const well: ServerStatus = {
  now: at(0),
  release: '1.0.0',
  startedAt: at(600),
  database: { kind: 'pglite', bytes: 1 },
  copies: { alert: null, isScheduled: true, maxAgeHours: 26, verified: null, last: null },
  certificate: null,
  keys: { count: 1, older: 0, lost: 0, schools: 0 },
  devices: { total: 2, unsent: 0, unsentOperations: 0, longestSilentSince: at(3000) },
  mails: { waiting: 1, oldest: at(2) },
}

describe('what needs somebody', () => {
  it('is nothing where all is well', () => {
    expect(listProblems(well)).toEqual([])
    // Sales that a till has just made are on their way.
    expect(listProblems({ ...well, devices: { ...well.devices, unsent: 1, longestSilentSince: at(5) } })).toEqual([])
  })

  it('OPS-35 names a certificate that browsers refuse or will soon, and not one that the server itself can not reach', () => {
    const standing = (state: CertificateStanding['state']) =>
      listProblems({ ...well, certificate: { host: 'school.example', state, until: null, checkedAt: at(1) } })
    for (const state of ['good', 'unreachable', 'no-address', 'unchecked'] as const) expect(standing(state)).toEqual([])
    expect(standing('ends-soon')).toEqual(['certificate-ends'])
    for (const state of ['expired', 'not-yet', 'other-name', 'unknown-issuer', 'two-spaces'] as const)
      expect(standing(state)).toEqual(['certificate-wrong'])
  })

  it('names copies first, then tills that hold sales, then emails that wait', () => {
    const copies = { ...well.copies, alert: 'backup-old' as const }
    const devices = { ...well.devices, unsent: 1, unsentOperations: 3 }
    const mails = { waiting: 4, oldest: at(20) }
    const keys = { count: 1, older: 0, lost: 3, schools: 0 }
    expect(listProblems({ ...well, copies, keys, devices, mails })).toEqual([
      'backup-old',
      'key-missing',
      'unsent',
      'mails-stuck',
    ])
  })
})
