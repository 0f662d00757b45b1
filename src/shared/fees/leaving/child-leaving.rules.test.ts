import { describe, expect, it } from 'vitest'
import { feePackOf } from '../regulator/fee-packs.rules.ts'
import { childLeaving, type LeavingComponent } from './child-leaving.rules.ts'
import { keptByCharge, type LeavingCharge } from './kept-by-charge.rules.ts'
import { withSeat } from './leaving-seat.rules.ts'

const terms = ['2030-09-01', '2031-01-05', '2031-04-12'].map((startsOn) => ({ startsOn }))
const ruleOf = (regulator: 'dubai' | 'abu-dhabi') => {
  const rule = feePackOf(regulator, 2030)?.leaving
  if (!rule) throw new Error('no rule')
  return rule
}
const tuition = (parts: readonly [fee: number, billed: number, paid: number][], first = 1): LeavingComponent => ({
  code: 'TUITION',
  kind: 'tuition',
  refundRule: 'tuition',
  capsAsTuition: true,
  parts: parts.map(([fee, billed, paid], at) => ({ part: at + first, fee, billed, paid })),
})
const of = (requestedOn: string) => ({
  requestedOn,
  yearStartsOn: '2030-09-01',
  terms,
  reason: 'other' as const,
  unused: [],
})

describe('leaving with seat money that is billed', () => {
  const charge = { payerId: 'p', part: 1 }
  const charges: LeavingCharge[] = [
    { ...charge, chargeId: 't1', component: 'TUITION', owed: 1_350_000, paid: 1_350_000 },
    { ...charge, chargeId: 's1', component: 'SEAT', owed: 450_000, paid: 450_000 },
  ]
  const leave = (
    requestedOn: string,
    {
      refundRule = 'tuition',
      paid = 1_350_000,
      deposits = new Map(),
      isOffTuition = true,
      regulator = 'dubai',
    }: {
      refundRule?: LeavingComponent['refundRule']
      paid?: number
      deposits?: ReadonlyMap<string, number>
      isOffTuition?: boolean
      regulator?: 'dubai' | 'abu-dhabi'
    } = {},
  ) => {
    const parts = [450_000].map((fee) => ({ part: 1, fee, billed: fee, paid: fee }))
    const seatLine: LeavingComponent = { code: 'SEAT', kind: 'registration', refundRule, capsAsTuition: false, parts }
    const year = tuition([
      [1_350_000, 1_350_000, paid],
      [1_350_000, 0, 0],
      [1_350_000, 0, 0],
    ])
    const merged = withSeat({ components: [year, seatLine], charges, deposits, left: 0, isOffTuition })
    const { components } = childLeaving(ruleOf(regulator), { ...of(requestedOn), ...merged })
    return { components, kept: components.map((each) => each.kept), byCharge: keptByCharge(components, merged.charges) }
  }

  it.each(['tuition', 'none', 'before-start'] as const)(
    'FEE-14: Dubai keeps a tenth of the whole year, and the term with it, by the refund rule %s',
    (refundRule) => {
      const days = ['2030-09-14', '2030-09-15', '2030-10-01']
      expect(days.map((day) => leave(day, { refundRule }).kept)).toEqual([[450_000], [900_000], [1_800_000]])
      expect(leave('2030-09-14', { refundRule }).components[0]).toMatchObject({ annual: 4_500_000, termFee: 1_800_000 })
    },
  )

  it('FEE-14: before the start seat money is kept once, in cash or by deposit, and on its own charge', () => {
    const inCash = leave('2030-08-20', { refundRule: 'none', paid: 0 })
    expect(inCash.kept).toEqual([450_000])
    expect(inCash.byCharge).toEqual(
      new Map([
        ['s1', 450_000],
        ['t1', 0],
      ]),
    )
    expect(leave('2030-08-20', { refundRule: 'none', paid: 0, deposits: new Map([['s1', 450_000]]) }).kept).toEqual([
      450_000,
    ])
  })

  it('FEE-15: Abu Dhabi keeps in the first week what was paid for the seat', () => {
    expect(leave('2030-09-07', { regulator: 'abu-dhabi' }).kept).toEqual([450_000])
  })

  it('goes by its own refund rule where it does not lower tuition', () => {
    expect(leave('2030-09-14', { refundRule: 'none', isOffTuition: false }).kept).toEqual([405_000, 450_000])
  })
})

describe('leaving with discounts that were taken back', () => {
  const seat = { applied: 0, left: 0 }
  const parts: [number, number, number][] = [
    [18_000, 18_000, 0],
    [1_800_000, 1_800_000, 1_800_000],
    [1_350_000, 0, 0],
    [1_350_000, 0, 0],
  ]
  const keep = (requestedOn: string) =>
    childLeaving(ruleOf('dubai'), { ...of(requestedOn), seat, components: [tuition(parts, 0)] }).components[0]

  it('leaves the term and the month as they are, and keeps what was taken back', () => {
    expect(keep('2030-10-01')).toMatchObject({ annual: 4_500_000, termFee: 1_800_000, kept: 1_818_000 })
    expect(keep('2030-09-14')).toMatchObject({ kept: 468_000 })
    expect(keep('2030-09-14')?.lines.at(-1)).toEqual({ rule: 'discounts-back', kept: 18_000 })
    expect(keep('2030-08-20')).toMatchObject({ kept: 0 })
  })
})
