import { expect, it } from 'vitest'
import type { DeviceId } from '#shared/kernel/ids.ts'
import { minuteMs, toInstant } from '#shared/kernel/time.ts'
import type { DeviceHealth } from '#shared/sync/device-health.contract.ts'
import { byNeed, deviceState } from './device-state.ts'

const nowMs = Date.parse('2026-05-04T08:00:00Z')
const text = { en: 'Till', ar: 'نقطة' }
const device = (more: Partial<DeviceHealth>, tillCode = 'T1'): DeviceHealth => ({
  deviceId: tillCode as DeviceId,
  till: { tillId: 't', siteCode: 'A', tillCode, kind: 'till', name: text, site: text },
  epoch: 1,
  pairedAt: toInstant(nowMs),
  revokedAt: null,
  lastContactAt: toInstant(nowMs - minuteMs),
  appVersion: null,
  clockOffsetMs: null,
  condition: null,
  unsentCount: 0,
  unsentMinor: 0,
  oldestUnsentAt: null,
  missing: [],
  closed: [],
  alerts: [],
  ...more,
})
const at = toInstant(nowMs)
const alert = { id: 'a', kind: 'lost-operations', count: 1, at, handled: null }
const handled = { ...alert, handled: { at, by: text, note: null } }
const missing = [{ stream: 'till/1', from: 4, to: 4 }]

it.each([
  [{}, 'good'],
  [{ lastContactAt: null }, 'never'],
  [{ unsentCount: 2 }, 'waiting'],
  [{ unsentCount: 2, lastContactAt: toInstant(nowMs - 16 * minuteMs) }, 'silent'],
  [{ lastContactAt: toInstant(nowMs - 60 * minuteMs) }, 'good'],
  [{ missing }, 'alert'],
  [
    { condition: { storage: null, printer: { kind: 'usb', state: 'no-paper' }, reportedAt: toInstant(nowMs) } },
    'alert',
  ],
  [{ condition: { storage: null, printer: { kind: 'usb', state: 'ready' }, reportedAt: toInstant(nowMs) } }, 'good'],
  [{ alerts: [handled, alert] }, 'alert'],
  [{ alerts: [handled] }, 'good'],
  [{ clockOffsetMs: 2 * minuteMs }, 'good'],
  [{ clockOffsetMs: 2 * minuteMs + 1 }, 'alert'],
  [{ clockOffsetMs: -2 * minuteMs - 1 }, 'alert'],
  [{ missing, revokedAt: toInstant(nowMs) }, 'revoked'],
] as const)('%j is %s', (more, state) => expect(deviceState(device(more as Partial<DeviceHealth>), nowMs)).toBe(state))

it('puts first what needs somebody', () => {
  const list = [
    device({}, 'T1'),
    device({ revokedAt: toInstant(nowMs) }, 'T2'),
    device({ missing }, 'T4'),
    device({ unsentCount: 1 }, 'T3'),
  ]
  expect(byNeed(list, nowMs).map((d) => d.till.tillCode)).toEqual(['T4', 'T3', 'T1', 'T2'])
})
