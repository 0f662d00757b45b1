import { describe, expect, it } from 'vitest'
import type { CertificateStanding, ServerStatus, StatusDevice } from '#shared/overview/server-status.contract.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { ReportedCondition } from '#shared/sync/device-condition.contract.ts'
import { listProblems } from './status-problems.ts'

const nowMs = Date.parse('2030-03-03T06:00:00.000Z')
const at = (minutesAgo: number) => toInstant(nowMs - minutesAgo * 60_000)

const words = { en: 'Till', ar: 'نقطة' }

const well: ServerStatus = {
  now: at(0),
  release: '1.0.0',
  startedAt: at(600),
  database: { kind: 'pglite', bytes: 1 },
  copies: { alert: null, isScheduled: true, maxAgeHours: 26, verified: null, last: null },
  certificate: null,
  keys: { count: 1, older: 0, lost: 0, schools: 0 },
  devices: { total: 2, unsent: 0, unsentOperations: 0, longestSilentSince: at(3000), list: [] },
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
    expect(standing('expired')).toEqual(['certificate-expired'])
    for (const state of ['not-yet', 'other-name', 'unknown-issuer', 'two-spaces'] as const)
      expect(standing(state)).toEqual(['certificate-wrong'])
  })

  it('names each cause at the devices once, and nothing of one that has not reported for a day', () => {
    const device = (no: number, printer: ReportedCondition['printer'], minutesAgo = 1): StatusDevice => ({
      deviceId: `d${no}` as DeviceId,
      till: { tillId: 't', siteCode: 'A', tillCode: `T${no}`, kind: 'till', name: words, site: words },
      lastContactAt: at(1),
      appVersion: null,
      clockOffsetMs: null,
      unsentCount: 0,
      oldestUnsentAt: null,
      condition: { storage: { usedMb: 90, quotaMb: 100, isPersisted: true }, printer, reportedAt: at(minutesAgo) },
    })
    const list = [
      device(1, { kind: 'usb', state: 'no-paper' }),
      device(2, { kind: 'usb', state: 'no-paper' }),
      device(3, { kind: 'network', state: 'failed' }, 1500),
      { ...device(4, null), condition: null },
    ]
    expect(listProblems({ ...well, devices: { ...well.devices, list } })).toEqual(['storage-full', 'no-paper'])
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
