import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { Sale, type Tender } from '#shared/pos/sale.contract.ts'
import { tenderFaults } from '#shared/pos/tender.rules.ts'
import { changeOf, maxTenders, type PayInput, planPayment } from './pay-plan.ts'

const account = (spendable: number) => ({ customerId: 'ali' as CustomerId, spendable: minor(spendable) })
const plan = (more: Partial<PayInput>) =>
  planPayment({
    tenderId: 't',
    total: minor(1750),
    tenders: [],
    method: 'cash',
    typed: undefined,
    cashIncrement: 1,
    account: null,
    terminalRef: '',
    authCode: '',
    ...more,
  })

describe('cash', () => {
  it('is exact unless something is typed, and gives change', () => {
    expect(plan({})).toMatchObject({ rest: 0, tender: { given: 1750, change: 0 } })
    expect(plan({ typed: minor(2000) })).toMatchObject({ rest: 0, tender: { given: 2000, change: 250 } })
  })

  it('takes a part when less is given', () => {
    expect(plan({ typed: minor(1000) })).toMatchObject({ rest: 750, tender: { amount: 1000 } })
    expect(plan({ typed: minor(0) })).toMatchObject({ problem: 'nothing', rest: 1750 })
  })

  it('asks for what coins can pay', () => {
    expect(plan({ total: minor(1752), cashIncrement: 5 })).toMatchObject({ asked: 1750, rest: 0 })
    expect(plan({ total: minor(1752), cashIncrement: 5, typed: minor(1752) }).problem).toBe('no-coin')
  })

  it('settles a sale that costs nothing', () => {
    expect(plan({ total: minor(0) })).toMatchObject({ rest: 0, tender: { kind: 'cash', amount: 0 } })
  })
})

describe('account', () => {
  it('pays up to what may be spent, and says why not more', () => {
    expect(plan({ method: 'account' }).problem).toBe('no-customer')
    expect(plan({ method: 'account', account: account(0) }).problem).toBe('no-funds')
    expect(plan({ method: 'account', account: account(500) })).toMatchObject({ rest: 1250, tender: { amount: 500 } })
    expect(plan({ method: 'account', account: account(500), typed: minor(600) }).problem).toBe('over-funds')
    expect(plan({ method: 'account', account: account(9000), typed: minor(1800) }).problem).toBe('over-due')
  })

  it('never spends the same money twice in one sale', () => {
    const tenders: Tender[] = [{ kind: 'account', id: 'a', amount: minor(400), customerId: 'ali' as CustomerId }]
    expect(plan({ method: 'account', account: account(500), tenders })).toMatchObject({ limit: 100, rest: 1250 })
  })
})

describe('card', () => {
  it('needs the reference of the terminal', () => {
    expect(plan({ method: 'card' }).problem).toBe('no-reference')
    expect(plan({ method: 'card', terminalRef: ' 0042 ' })).toMatchObject({ rest: 0, tender: { terminalRef: '0042' } })
    expect(plan({ method: 'card', terminalRef: '1', typed: minor(1751) }).problem).toBe('over-due')
  })
})

it('settles any total exactly, whatever parts were typed', () => {
  const step = fc.record({
    method: fc.constantFrom('cash' as const, 'account' as const, 'card' as const),
    typed: fc.option(fc.integer({ min: 0, max: 4000 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5000 }),
      fc.constantFrom(1, 5, 25),
      fc.array(step, { maxLength: 6 }),
      (total, cashIncrement, steps) => {
        const common = { total: minor(total), cashIncrement, account: account(800), terminalRef: '1' }
        const tenders: Tender[] = []
        for (const { method, typed } of [...steps, { method: 'cash' as const, typed: undefined }]) {
          const next = plan({ ...common, tenders, method, typed: typed === undefined ? undefined : minor(typed) })
          expect(next.rest).toBeGreaterThanOrEqual(0)
          if (next.tender) tenders.push(next.tender)
        }
        expect(tenderFaults(total, tenders)).toEqual([])
        expect(changeOf(tenders)).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

describe('many parts', () => {
  const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const card = (tenders: readonly Tender[], typed?: number) =>
    plan({
      tenderId: id(tenders.length),
      tenders,
      method: 'card',
      terminalRef: 'r1',
      ...(typed ? { typed: minor(typed) } : {}),
    })

  it('builds nothing that the contract refuses, and lets the last part settle all', () => {
    let tenders: readonly Tender[] = []
    for (let tries = 0; tries < 20; tries += 1) {
      const { tender } = card(tenders, 1)
      if (tender) tenders = [...tenders, tender]
    }
    expect(tenders).toHaveLength(maxTenders - 1)
    expect(card(tenders, 1)).toMatchObject({ problem: 'last-part', rest: 1741 })
    const last = card(tenders)
    expect(last.rest).toBe(0)
    expect(Sale.shape.tenders.safeParse([...tenders, last.tender]).success).toBe(true)
    expect(Sale.shape.tenders.safeParse([...tenders, last.tender, last.tender]).success).toBe(false)
  })
})
