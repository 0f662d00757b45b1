import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toInstant } from '#shared/kernel/time.ts'
import { admissionWindow } from './admission-window.rules.ts'

const spring = { startsOn: '2030-01-10', endsOn: '2030-03-31', name: 'spring' }
const summer = { startsOn: '2030-06-01', endsOn: '2030-08-15', name: 'summer' }
const late = { startsOn: '2030-02-01', endsOn: '2030-04-30', name: 'late' }

describe('when a school takes applications', () => {
  it.each([
    ['2030-01-09', 'soon', '2030-01-10'],
    ['2030-01-10', 'open', '2030-03-31'],
    ['2030-03-31', 'open', '2030-03-31'],
    ['2030-04-01', 'soon', '2030-06-01'],
    ['2030-06-01', 'open', '2030-08-15'],
    ['2030-08-15', 'open', '2030-08-15'],
    ['2030-08-16', 'over', undefined],
  ] as const)('on %s: %s', (today, state, turnsOn) => {
    const window = admissionWindow([summer, spring], today)
    expect(window).toMatchObject({ state, startsOn: '2030-01-10', endsOn: '2030-08-15' })
    expect(window.turnsOn).toBe(turnsOn)
  })

  it('lists each period by its start, with its own state', () => {
    const { periods, turnsOn } = admissionWindow([summer, late, spring], '2030-03-01')
    expect(periods.map(({ name, state }) => `${name} ${state}`)).toEqual(['spring open', 'late open', 'summer soon'])
    expect(turnsOn).toBe('2030-04-30')
  })

  it('says that there are no dates', () => {
    const none = { state: 'none', startsOn: undefined, endsOn: undefined, turnsOn: undefined, periods: [] }
    expect(admissionWindow([], '2030-01-01')).toEqual(none)
    expect(admissionWindow([{ startsOn: '2030-03-01', endsOn: '2030-02-01' }], '2030-02-15')).toEqual(none)
  })

  it('is open exactly on the days of some period', () => {
    const day = fc.integer({ min: 21_915, max: 22_000 }).map((days) => toInstant(days * 864e5).slice(0, 10))
    const period = fc.record({ startsOn: day, endsOn: day })
    fc.assert(
      fc.property(fc.array(period, { maxLength: 4 }), day, (dates, today) => {
        const { state, startsOn, endsOn, turnsOn } = admissionWindow(dates, today)
        expect(state === 'open').toBe(dates.some((one) => one.startsOn <= today && today <= one.endsOn))
        if (state === 'none') return
        expect((startsOn ?? '') <= (endsOn ?? '')).toBe(true)
        if (state === 'soon') expect((turnsOn ?? '') > today).toBe(true)
        if (state === 'open') expect((turnsOn ?? '') >= today).toBe(true)
      }),
    )
  })
})
