import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toInstant } from '#shared/kernel/time.ts'
import type { DeviceCondition } from './device-condition.contract.ts'
import { conditionDigest, conditionTroubles, printerState, storageShare } from './device-condition.rules.ts'

const nowMs = Date.parse('2030-03-03T06:00:00.000Z')
const well: DeviceCondition = {
  storage: { usedMb: 84, quotaMb: 100, isPersisted: true },
  printer: { kind: 'usb', state: 'ready' },
}
const reported = (change: Partial<DeviceCondition>, hoursAgo = 1) => ({
  ...well,
  ...change,
  reportedAt: toInstant(nowMs - hoursAgo * 3_600_000),
})

describe('what a device says of itself', () => {
  it('needs somebody from 85 % of its storage on, without paper, and when the last print failed', () => {
    const of = (change: Partial<DeviceCondition>) => conditionTroubles(reported(change), nowMs)
    expect(of({})).toEqual([])
    expect(of({ storage: { usedMb: 85, quotaMb: 100, isPersisted: true } })).toEqual(['storage-full'])
    expect(of({ storage: null, printer: { kind: 'network', state: 'no-paper' } })).toEqual(['no-paper'])
    expect(of({ printer: { kind: 'server', state: 'failed' } })).toEqual(['printer-failed'])
    for (const state of ['not-set-up', 'untried'] as const)
      expect(of({ printer: { kind: 'browser', state } })).toEqual([])
    expect(of({ storage: { usedMb: 5, quotaMb: 0, isPersisted: false }, printer: null })).toEqual([])
  })

  it('counts for a day: a till that never reported, or is off, needs nobody', () => {
    const failed = { printer: { kind: 'usb', state: 'failed' } } as const
    expect(conditionTroubles(reported(failed, 24), nowMs)).toEqual(['printer-failed'])
    expect(conditionTroubles(reported(failed, 24.1), nowMs)).toEqual([])
    expect(conditionTroubles(null, nowMs)).toEqual([])
  })

  it('tells a printer by the last print that was made with it', () => {
    const print = (why: string | null, printer = 'usb 1:2:3') => ({ printer, why })
    const state = (prints: ReturnType<typeof print>[], more = {}) =>
      printerState('usb 1:2:3', { isSetUp: true, refused: false, prints, ...more })
    expect(state([], { isSetUp: false })).toBe('not-set-up')
    expect(state([print('under-way')], { isSetUp: false })).toBe('not-set-up')
    expect(state([print(null)], { isSetUp: false })).toBe('ready')
    expect(state([print(null, 'browser')])).toBe('untried')
    expect(state([print('under-way'), print(null), print('no-paper')])).toBe('ready')
    expect(state([print('no-paper'), print(null)])).toBe('no-paper')
    for (const why of ['unreachable', 'not-ready', 'denied', 'no-answer', 'cut-off', 'interrupted'])
      expect(state([print(why), print(null)])).toBe('failed')
    expect(state([print(null)], { refused: true })).toBe('failed')
  })

  it('is worth a report when the printer or a twentieth of the storage changes, not for a megabyte', () => {
    const storage = (usedMb: number) => ({ usedMb, quotaMb: 2000, isPersisted: true })
    const digest = (usedMb: number) => conditionDigest({ ...well, storage: storage(usedMb) })
    fc.assert(
      fc.property(fc.nat(2200), fc.nat(2200), (a, b) => {
        const [shareA, shareB] = [storageShare(storage(a)), storageShare(storage(b))]
        expect(digest(a) === digest(b)).toBe(Math.floor(shareA * 20) === Math.floor(shareB * 20))
      }),
    )
    expect(conditionDigest(well)).not.toBe(conditionDigest({ ...well, printer: { kind: 'usb', state: 'no-paper' } }))
    expect(conditionDigest(well)).not.toBe(
      conditionDigest({ ...well, storage: { usedMb: 84, quotaMb: 100, isPersisted: false } }),
    )
  })
})
