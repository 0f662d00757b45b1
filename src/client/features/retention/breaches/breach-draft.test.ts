import { describe, expect, it } from 'vitest'
import { fromInstant } from '#shared/kernel/time.ts'
import type { Breach } from '#shared/retention/breach.contract.ts'
import { openDraft, readDraft } from './breach-draft.ts'

const timeZone = 'Asia/Qatar'
const nowMs = fromInstant('2030-03-03T06:00:00.000Z')
const at = { nowMs, timeZone }
const filled = {
  ...openDraft(undefined, nowMs, timeZone),
  time: '08:30',
  happened: 'A laptop was stolen',
  dataKinds: ['contact' as const],
  people: '٤٠',
}

describe('a data breach as it is typed', () => {
  it('is discovered at the time of the school, and told on days of the school', () => {
    expect(readDraft({ ...filled, authorityDay: '2030-03-03' }, undefined, at)).toMatchObject({
      said: { discoveredAt: '2030-03-03T05:30:00.000Z', authorityAt: '2030-03-03T06:00:00.000Z', people: 40 },
    })
    const late = { ...filled, day: '2030-03-01', familiesDay: '2030-03-02' }
    expect(readDraft(late, undefined, at)).toMatchObject({ said: { familiesAt: '2030-03-02T20:59:00.000Z' } })
  })

  it('names what is missing or cannot be', () => {
    expect(readDraft({ ...filled, happened: ' ', dataKinds: [], people: 'many' }, undefined, at)).toEqual({
      faults: ['happened', 'data', 'people'],
    })
    expect(readDraft({ ...filled, time: '09:01' }, undefined, at)).toEqual({ faults: ['day'] })
    expect(readDraft({ ...filled, authorityDay: '2030-03-02' }, undefined, at)).toEqual({ faults: ['dates'] })
    expect(readDraft({ ...filled, familiesDay: '2030-03-04' }, undefined, at)).toEqual({ faults: ['dates'] })
  })

  it('keeps moments that nobody changed', () => {
    const read = readDraft({ ...filled, authorityDay: '2030-03-03' }, undefined, at)
    if (!('said' in read)) return expect.fail('not read')
    const { isClosed: _open, ...said } = read.said
    const by = { userId: '018f0000-0000-7000-8000-000000000001' as never, name: { en: 'Huda', ar: 'هدى' } }
    const known = { ...said, id: '', closedAt: null, revision: 1, changedAt: said.discoveredAt, by } as Breach
    const later = { nowMs: nowMs + 5 * 86_400_000, timeZone }
    expect(readDraft(openDraft(known, later.nowMs, timeZone), known, later)).toEqual({
      said: { ...said, isClosed: false },
    })
  })
})
