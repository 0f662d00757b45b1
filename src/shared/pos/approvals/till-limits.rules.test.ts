import { describe, expect, it } from 'vitest'
import { SaleId, UserId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { doneInShift, judgeMovement, judgeVoid } from './judge-shift-acts.rules.ts'
import type { Sale } from '../sale.contract.ts'
import type { TillLimit } from './till-limit.contract.ts'
import { type ActContext, judgeAct, type JudgedPerson, seesBalance, suffices } from './till-limits.rules.ts'

const idOf = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`
const personOf = (n: number, role: Role): JudgedPerson => ({ userId: UserId.parse(idOf(n)), roles: [role] })
const operator = personOf(1, 'operator')
const supervisor = personOf(2, 'supervisor')
const tillId = idOf(7)

const context = (more: Partial<ActContext> = {}): ActContext => ({
  person: operator,
  limits: undefined,
  tillId,
  done: [],
  isOffline: false,
  ...more,
})
const limit = (of: Pick<TillLimit, 'kind' | 'subject' | 'act'> & Partial<TillLimit>): TillLimit => ({
  isForbidden: false,
  each: null,
  shift: null,
  offline: 'same',
  ...of,
})

describe('usual limits', () => {
  it('POS-61: let an operator void up to 20.00 within three minutes with a reason, and a supervisor always', () => {
    const judged = (total: number, ageMs: number, person = operator) => judgeVoid(total, ageMs, context({ person }))
    expect([judged(2000, 179_000), judged(2000, 180_000), judged(2000, 180_001), judged(2001, 1000)]).toEqual([
      'reason',
      'reason',
      'approval',
      'approval',
    ])
    expect(judged(90_000, 900_000, supervisor)).toBe('reason')
  })

  it('let an operator open the drawer for nothing twice a shift, and take cash out with approval alone', () => {
    const done = [{ act: 'no-sale' as const, by: operator.userId, amount: 1 }]
    const judged = (times: number, person = operator) =>
      judgeMovement(
        { kind: 'no-sale', amount: minor(0) },
        context({ person, done: Array.from({ length: times }, () => done).flat() }),
      )
    expect([judged(1), judged(2), judged(2, supervisor)]).toEqual(['reason', 'approval', 'reason'])
    const cash = (kind: 'paid-in' | 'paid-out' | 'drop', person = operator) =>
      judgeMovement({ kind, amount: minor(500) }, context({ person }))
    expect([cash('paid-in'), cash('paid-out'), cash('drop'), cash('drop', supervisor)]).toEqual([
      'reason',
      'approval',
      'approval',
      'reason',
    ])
  })

  it('let an operator sell to people by name alone, and never over an allergy, below the price or without a receipt', () => {
    const byName = (times: number) =>
      judgeAct('name-only', 1, context({ done: [{ act: 'name-only', by: operator.userId, amount: times }] }))
    expect([byName(2), byName(30)]).toEqual(['free', 'free'])
    for (const act of ['allergen', 'price', 'discount', 'refund-without-receipt'] as const)
      expect(judgeAct(act, 1, context()), act).toBe('approval')
    expect(judgeAct('discount', 200_000, context({ person: supervisor }))).toBe('reason')
    expect(judgeAct('discount', 200_001, context({ person: supervisor }))).toBe('approval')
    expect(judgeAct('refund-without-receipt', 1, context({ person: supervisor }))).toBe('approval')
  })
})

describe('limits of a school', () => {
  it('POS-66: count the strictest of role, person and device', () => {
    const act = 'refund-cash'
    const role = limit({ kind: 'role', subject: 'operator', act, each: 5000 })
    const person = limit({ kind: 'person', subject: operator.userId, act, each: 3000 })
    const device = limit({ kind: 'device', subject: tillId, act, each: 2000 })
    const judged = (amount: number, limits: TillLimit[]) => judgeAct(act, amount, context({ limits }))
    expect([judged(5000, [role]), judged(5001, [role])]).toEqual(['reason', 'approval'])
    expect([judged(3000, [role, person]), judged(3001, [role, person])]).toEqual(['reason', 'approval'])
    expect([judged(2000, [role, person, device]), judged(2001, [role, person, device])]).toEqual(['reason', 'approval'])
    expect(judged(2001, [role, person, { ...device, subject: idOf(8) }])).toBe('reason')
    expect(judged(1, [role, { ...person, isForbidden: true }, device])).toBe('forbidden')
  })

  it('count a shift for the person, and for the device what anybody did', () => {
    const done = [{ act: 'drop' as const, by: supervisor.userId, amount: 900 }]
    const role = limit({ kind: 'role', subject: 'operator', act: 'drop', shift: 1000 })
    const device = limit({ kind: 'device', subject: tillId, act: 'drop', shift: 1000 })
    expect(judgeAct('drop', 200, context({ limits: [role], done }))).toBe('reason')
    expect(judgeAct('drop', 200, context({ limits: [role, device], done }))).toBe('approval')
  })

  it.each([
    ['same', 1000, 'reason'],
    ['half', 501, 'approval'],
    ['half', 500, 'reason'],
    ['approval', 1, 'approval'],
    ['forbidden', 1, 'forbidden'],
  ] as const)('without contact: %s, %d', (offline, amount, judged) => {
    const limits = [limit({ kind: 'role', subject: 'operator', act: 'drop', each: 1000, offline })]
    expect(judgeAct('drop', amount, context({ limits, isOffline: true }))).toBe(judged)
    expect(judgeAct('drop', amount, context({ limits }))).toBe('reason')
  })
})

describe('an approver', () => {
  const big = (person: JudgedPerson) => judgeAct('refund-cash', 30_000, context({ person }))
  const small = (person: JudgedPerson) => judgeAct('refund-cash', 10_000, context({ person }))
  const other = personOf(3, 'admin')

  it('POS-63: is another person with the permission, within their own limits; beyond them it takes two supervisors', () => {
    const by = (person: JudgedPerson, approver: JudgedPerson, judge: typeof big) =>
      suffices('refund', { person, approver }, judge)
    expect([by(operator, supervisor, small), by(operator, supervisor, big), by(supervisor, other, big)]).toEqual([
      true,
      false,
      true,
    ])
    expect([by(supervisor, supervisor, big), by(operator, personOf(4, 'operator'), small)]).toEqual([false, false])
    expect(by(operator, supervisor, () => 'forbidden')).toBe(false)
  })
})

it('counts in a shift what its rows say, sales to people found by name only where an account pays', () => {
  const tender = { id: idOf(9), amount: minor(700) }
  const totals = { gross: minor(700), discount: minor(0), net: minor(700), tax: minor(0), total: minor(700) }
  const line = {} as Sale['lines'][number]
  const repriced = { ...line, priceOverride: { listPrice: minor(900), reason: 'dented', by: supervisor.userId } }
  const againstRule = { ...line, overrideReason: 'mother called' }
  const sale = (n: number, kind: 'cash' | 'account') => ({
    id: SaleId.parse(idOf(n)),
    cashierId: operator.userId,
    customerProof: 'name' as const,
    tenders:
      kind === 'account'
        ? [{ kind, ...tender, customerId: idOf(5) as never }]
        : [{ kind, ...tender, given: minor(700), change: minor(0), rounding: minor(0) }],
    totals,
    soldAt: '2030-03-03T08:00:00.000Z',
    lines: kind === 'account' ? [repriced, againstRule] : [],
  })
  const byCash = [{ kind: 'cash' as const, ...tender, saleTenderId: idOf(9), rounding: minor(5) }]
  const done = doneInShift({
    sales: [sale(11, 'account'), sale(12, 'cash')],
    voids: [
      { saleId: SaleId.parse(idOf(11)), by: supervisor.userId, at: '2030-03-03T08:01:00.000Z' },
      { saleId: SaleId.parse(idOf(12)), by: operator.userId, at: '2030-03-03T08:03:00.001Z' },
      // Set back: what the till measured counts.
      { saleId: SaleId.parse(idOf(12)), by: operator.userId, at: '2030-03-03T07:00:00.000Z', afterMs: 180_001 },
    ],
    refunds: [
      { by: operator.userId, totals, tenders: byCash },
      { by: operator.userId, totals, tenders: byCash, withoutSale: true },
    ],
    movements: [
      { kind: 'no-sale', amount: minor(0), by: operator.userId },
      { kind: 'paid-in', amount: minor(100), by: operator.userId },
      { kind: 'drop', amount: minor(300), by: operator.userId },
    ],
    topUps: [{ id: 'top-up', amount: minor(50), by: operator.userId, at: '2030-03-03T08:00:00.000Z' }],
  })
  expect(done.filter(({ amount }) => amount > 0).map(({ act, amount }) => [act, amount])).toEqual([
    ['name-only', 1],
    ['price', 1],
    ['allergen', 1],
    ['void', 700],
    ['void', 700],
    ['void-late', 700],
    ['void', 700],
    ['void-late', 700],
    ['refund-cash', 705],
    ['refund-cash', 705],
    ['refund-without-receipt', 700],
    ['no-sale', 1],
    ['drop', 300],
    ['top-up', 50],
  ])
})

it('§3: balances are shown to everybody, but to roles, people and tills that the school shows none', () => {
  const seen = (hiddenFrom?: string[]) =>
    [operator, supervisor].map((person) => seesBalance(person, tillId, hiddenFrom))
  expect(seen()).toEqual([true, true])
  expect(seen(['operator', idOf(8)])).toEqual([false, true])
  expect(seen([supervisor.userId])).toEqual([true, false])
  expect(seen([tillId])).toEqual([false, false])
})
