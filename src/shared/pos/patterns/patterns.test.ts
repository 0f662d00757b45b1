import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toInstant } from '#shared/kernel/time.ts'
import { patternCodes, type PatternCode, type PatternRows, type PatternSale } from './pattern.types.ts'
import { findPatterns } from './patterns.rules.ts'

const opened = Date.parse('2026-05-04T05:00:00.000Z')
/** So many minutes after the shift was opened. */
const at = (minute: number) => toInstant(opened + minute * 60_000)

const quiet: PatternRows = {
  shift: { id: 'shift', tillId: 'till', siteId: 'site', openedAt: at(0), closedAt: at(300), openedBy: 'sara' },
  sales: [],
  voids: [],
  refunds: [],
  movements: [],
  approvals: [],
  drawers: [],
  dropped: [],
  removed: [],
  prints: [],
  around: {
    refunds: [],
    discounts: [],
    approvals: [],
    signedIn: ['huda'],
    differences: [0],
    shortInMonth: 0,
    elsewhere: [],
    absent: [],
    refundLimits: { sara: 1000 },
    clockJumps: [],
    refundsCutOff: [],
    stock: [],
    monthlyShortage: 5000,
  },
}

type Change = Partial<Omit<PatternRows, 'around'>> & { around?: Partial<PatternRows['around']> }
const shift = ({ around, ...change }: Change): PatternRows => ({
  ...quiet,
  ...change,
  around: { ...quiet.around, ...around },
})

const sale = (id: string, minute: number, change: Partial<PatternSale> = {}): PatternSale => ({
  id,
  at: at(minute),
  by: 'sara',
  customerId: null,
  proof: 'none',
  total: 500,
  cash: 500,
  schoolPart: 0,
  discount: 0,
  discountBy: null,
  isOverridden: false,
  isPriced: false,
  lines: [{ itemId: 'tea', categoryId: 'drinks', unitPrice: 200 }],
  ...change,
})
const act = (id: string, minute: number, by = 'sara') => ({ id, at: at(minute), by })
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
const refund = (id: string, minute: number, cash: number, targets: string[] = []) => ({
  ...act(id, minute),
  saleId: `of ${id}`,
  cash,
  targets,
})

/** Each story, and the same story a little smaller, which is none. */
const stories: Record<PatternCode, [story: Change, harmless: Change]> = {
  'dropped-then-opened': [
    { dropped: [{ ...act('cart', 12), begunAt: at(10) }], movements: [{ ...act('m', 13), kind: 'no-sale' }] },
    { dropped: [{ ...act('cart', 12), begunAt: at(11.5) }], movements: [{ ...act('m', 13), kind: 'no-sale' }] },
  ],
  'late-cash-voids': [
    {
      sales: [sale('a', 10), sale('b', 20)],
      voids: [
        { ...act('v', 14), saleId: 'a' },
        { ...act('w', 24), saleId: 'b' },
      ],
    },
    {
      sales: [sale('a', 10), sale('b', 20)],
      voids: [
        { ...act('v', 13), saleId: 'a' },
        { ...act('w', 24), saleId: 'b' },
      ],
    },
  ],
  'reprint-then-refund': [
    { refunds: [refund('r', 60, 500)], prints: [{ ...act('p', 59), saleId: 'of r' }] },
    { refunds: [refund('r', 60, 500)], prints: [{ ...act('p', 61), saleId: 'of r' }] },
  ],
  'refunds-to-one': [
    {
      refunds: [refund('r', 60, 0, ['omar'])],
      around: { refunds: times(3, (n) => ({ ...act(`r${n}`, n), target: 'omar' })) },
    },
    {
      refunds: [refund('r', 60, 0, ['omar'])],
      around: { refunds: times(2, (n) => ({ ...act(`r${n}`, n), target: 'omar' })) },
    },
  ],
  'discounts-to-one': [
    {
      sales: [sale('a', 10, { customerId: 'omar', discount: 100, discountBy: 'huda' })],
      around: { discounts: [{ by: 'sara', customerId: 'omar', count: 7 }, ...pairs(2)] },
    },
    {
      sales: [sale('a', 10, { customerId: 'omar', discount: 100, discountBy: 'huda' })],
      around: { discounts: [{ by: 'sara', customerId: 'omar', count: 6 }, ...pairs(2)] },
    },
  ],
  'under-limit': [
    { refunds: times(5, (n) => refund(`r${n}`, n, 950)) },
    { refunds: times(5, (n) => refund(`r${n}`, n, n === 0 ? 800 : 950)) },
  ],
  'approver-everywhere': [
    {
      approvals: [act('x', 30, 'huda')],
      around: {
        approvals: times(7, (n) => ({ ...act(`x${n}`, 10 * n - 30, 'huda'), deviceId: 'one' })).map((a, n) => ({
          ...a,
          at: at(n * 8),
        })),
      },
    },
    {
      approvals: [act('x', 30, 'huda')],
      around: { approvals: times(6, (n) => ({ ...act(`x${n}`, n * 8, 'huda'), deviceId: 'one' })) },
    },
  ],
  'rung-lower': [
    {
      sales: times(3, (n) => sale(`s${n}`, n)),
      removed: times(3, (n) => ({ saleId: `s${n}`, categoryId: 'drinks', price: 900 })),
    },
    {
      sales: times(3, (n) => sale(`s${n}`, n)),
      removed: times(3, (n) => ({ saleId: `s${n}`, categoryId: 'drinks', price: n === 0 ? 200 : 900 })),
    },
  ],
  'steady-shortage': [
    { around: { differences: [-50, 0, -100, 0, -75], shortInMonth: 225 } },
    { around: { differences: [-50, 0, -100, 0, 75], shortInMonth: 150 } },
  ],
  'opened-without-cause': [
    { drawers: times(3, (n) => ({ ...act(`d${n}`, n), cause: n === 0 ? 'print' : 'test' })) },
    { drawers: times(9, (n) => ({ ...act(`d${n}`, n), cause: n < 2 ? 'print' : 'sale' })) },
  ],
  'account-away': [
    {
      sales: [sale('a', 10, { customerId: 'omar', proof: 'card' })],
      around: { elsewhere: [{ ...act('b', 12, 'nour'), customerId: 'omar' }] },
    },
    {
      sales: [sale('a', 10, { customerId: 'omar', proof: 'name' })],
      around: { elsewhere: [{ ...act('b', 12.1, 'nour'), customerId: 'omar' }] },
    },
  ],
  'meal-while-absent': [
    { sales: [sale('a', 10, { customerId: 'omar', proof: 'card', schoolPart: 300 })], around: { absent: ['omar'] } },
    { sales: [sale('a', 10, { customerId: 'omar', proof: 'card', schoolPart: 300 })], around: { absent: ['ali'] } },
  ],
  'before-close': [
    {
      sales: [sale('a', 294)],
      voids: [{ ...act('v', 295), saleId: 'a' }],
      movements: [{ ...act('m', 299), kind: 'paid-out' }],
    },
    {
      sales: [sale('a', 288)],
      voids: [{ ...act('v', 289), saleId: 'a' }],
      movements: [{ ...act('m', 299), kind: 'paid-out' }],
    },
  ],
  'stock-unrung': [
    { around: { stock: [{ countId: 'tea', goneAmount: 201, soldAmount: 10_000 }] } },
    { around: { stock: [{ countId: 'tea', goneAmount: 200, soldAmount: 10_000 }] } },
  ],
  'clock-or-offline': [
    { around: { clockJumps: [{ at: at(50), ms: -6 * 60_000 }] } },
    { around: { clockJumps: [{ at: at(50), ms: 4 * 60_000 }] } },
  ],
}

function pairs(count: number) {
  return times(count, (n) => ({ by: 'sara', customerId: `p${n}`, count: 2 }))
}

describe('POS-102: sequences that are worth a look', () => {
  it.each(patternCodes)('%s is raised by its story, and by nothing a little smaller', (code) => {
    const [story, harmless] = stories[code]
    expect(findPatterns(shift(story)).map((found) => found.code)).toEqual([code])
    expect(findPatterns(shift(harmless))).toEqual([])
  })

  it('F5 and F13 count what was sold in spite of a rule, and changed prices, like discounts and voids', () => {
    const favoured = { sales: [sale('a', 10, { customerId: 'omar', isOverridden: true })] }
    const discounts = [{ by: 'sara', customerId: 'omar', count: 7 }, ...pairs(2)]
    expect(findPatterns(shift({ ...favoured, around: { discounts } })).map(({ code }) => code)).toEqual([
      'discounts-to-one',
    ])
    const late = [sale('b', 295, { isPriced: true }), sale('c', 296, { isPriced: true })]
    expect(findPatterns(shift({ sales: late })).map(({ code }) => code)).toEqual(['before-close'])
    expect(
      findPatterns(shift({ sales: [sale('b', 289, { isPriced: true }), sale('c', 296, { isPriced: true })] })),
    ).toEqual([])
  })

  it('names whom each concerns, so that they do not close it', () => {
    for (const code of patternCodes) {
      const [found] = findPatterns(shift(stories[code][0]))
      if (code !== 'stock-unrung') expect(found?.concerned, code).not.toEqual([])
    }
  })

  it('finds nothing in thirty ordinary days of a till, or almost nothing', () => {
    fc.assert(
      fc.property(fc.array(anOrdinaryShift, { minLength: 30, maxLength: 30 }), (days) => {
        expect(days.flatMap(findPatterns).length).toBeLessThan(30)
      }),
      { numRuns: 50 },
    )
  })
})

/** What happens at a till that nobody cheats at: voids at once, a refund now and then, a drawer that is off by a little. */
const anOrdinaryShift = fc
  .record({
    sales: fc.integer({ min: 40, max: 200 }),
    voids: fc.integer({ min: 0, max: 3 }),
    refunds: fc.array(fc.integer({ min: 100, max: 3000 }), { maxLength: 3 }),
    noSales: fc.integer({ min: 0, max: 2 }),
    dropped: fc.integer({ min: 0, max: 3 }),
    approvals: fc.integer({ min: 0, max: 3 }),
    differences: fc.array(fc.constantFrom(0, 0, 0, 0, 25, -25), { minLength: 10, maxLength: 10 }),
    paysOut: fc.boolean(),
  })
  .map((day) =>
    shift({
      sales: times(day.sales, (n) => sale(`s${n}`, (n * 280) / day.sales)),
      voids: times(day.voids, (n) => ({ ...act(`v${n}`, (n * 70 * 280) / 280 + 1), saleId: `s${n}` })),
      refunds: day.refunds.map((cash, n) => refund(`r${n}`, 60 * (n + 1), cash, [`p${n}`])),
      movements: [
        ...times(day.noSales, (n) => ({ ...act(`m${n}`, 100 + n * 50), kind: 'no-sale' })),
        ...(day.paysOut ? [{ ...act('out', 295), kind: 'paid-out' }] : []),
      ],
      dropped: times(day.dropped, (n) => ({ ...act(`c${n}`, 20 + n * 30), begunAt: at(19 + n * 30) })),
      approvals: times(day.approvals, (n) => act(`x${n}`, 60 * (n + 1), 'huda')),
      drawers: times(day.sales, (n) => ({ ...act(`d${n}`, n), cause: 'sale' })),
      around: {
        differences: day.differences,
        approvals: times(day.approvals, (n) => ({ ...act(`x${n}`, 60 * (n + 1), 'huda'), deviceId: 'one' })),
        refunds: day.refunds.map((_, n) => ({ ...act(`r${n}`, 60 * (n + 1)), target: `p${n}` })),
      },
    }),
  )
