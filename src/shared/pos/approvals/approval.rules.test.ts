import { describe, expect, it } from 'vitest'
import { CustomerId, UserId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Approval } from './approval.contract.ts'
import { approvalFaults, approvalHash } from './approval.rules.ts'
import { doneInShift, judgeRefund, judgeWithoutReceipt } from './judge-shift-acts.rules.ts'
import type { Refund, RefundTender } from '../refunds/refund.contract.ts'

const idOf = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`
const operator = UserId.parse(idOf(1))
const supervisor = UserId.parse(idOf(2))
const customerId = CustomerId.parse(idOf(3))
const base = (amount: number) => ({ id: idOf(9), amount: minor(amount), saleTenderId: idOf(8) })
const cash = (amount: number): RefundTender => ({ kind: 'cash', ...base(amount), rounding: minor(0) })
const account = (amount: number): RefundTender => ({ kind: 'account', ...base(amount), customerId })

describe('limits of refunds', () => {
  const judge = (
    tenders: RefundTender[],
    more: { before?: number[]; isOffline?: boolean; role?: Role; paid?: 'card' } = {},
  ) => {
    const { before = [], isOffline = false, role = 'operator', paid } = more
    const terminal = { id: idOf(8), amount: minor(5000), terminalRef: 'R' }
    const refunds = before.map((amount) => ({
      by: operator,
      tenders: [cash(amount)],
      totals: { total: amount } as Refund['totals'],
    }))
    const judged = judgeRefund(
      { tenders },
      { tenders: paid ? [{ kind: 'card', ...terminal }] : [] },
      {
        person: { userId: role === 'operator' ? operator : supervisor, roles: [role] },
        limits: undefined,
        tillId: idOf(7),
        done: doneInShift({ sales: [], voids: [], movements: [], topUps: [], refunds }),
        isOffline,
      },
    )
    return judged === 'reason' ? 'free' : judged
  }

  it('let an operator give back 10.00 a receipt in cash and 50.00 to an account, not more', () => {
    expect([judge([cash(1000)]), judge([cash(1001)])]).toEqual(['free', 'approval'])
    expect([judge([account(5000)]), judge([account(5001)])]).toEqual(['free', 'approval'])
  })

  it('POS-65: count all cash of the person in the shift: the fourth of 9.00 asks', () => {
    expect(judge([cash(900)], { before: [900, 900] })).toBe('free')
    expect(judge([cash(900)], { before: [900, 900, 900] })).toBe('approval')
    expect(judge([cash(900)], { before: [900, 900, 900], role: 'supervisor' })).toBe('free')
  })

  it('halve without contact, for cash only', () => {
    expect([judge([cash(500)], { isOffline: true }), judge([cash(501)], { isOffline: true })]).toEqual([
      'free',
      'approval',
    ])
    expect(judge([account(5000)], { isOffline: true })).toBe('free')
  })

  it('let nobody give money back without a receipt alone, whatever bound a school sets, and forbid it where it says so', () => {
    const limit = { kind: 'role', subject: 'operator', act: 'refund-without-receipt' } as const
    const judgeBy = (isForbidden: boolean) =>
      judgeWithoutReceipt(100, {
        person: { userId: operator, roles: ['operator'] },
        limits: [{ ...limit, isForbidden, each: isForbidden ? null : 5000, shift: null, offline: 'same' }],
        tillId: idOf(7),
        done: [],
        isOffline: false,
      })
    expect([judgeBy(false), judgeBy(true)]).toEqual(['approval', 'forbidden'])
  })

  it('let a supervisor go to 200.00 in cash, and ask an operator who puts card money on an account', () => {
    expect([judge([cash(20_000)], { role: 'supervisor' }), judge([cash(20_001)], { role: 'supervisor' })]).toEqual([
      'free',
      'approval',
    ])
    expect(judge([account(100)], { paid: 'card' })).toBe('approval')
    expect(judge([account(100)], { paid: 'card', role: 'supervisor' })).toBe('free')
  })
})

describe('an approval', () => {
  const hash = approvalHash('refund', { total: 1200 })
  const given: Approval = {
    id: idOf(20),
    act: 'refund',
    hash,
    by: supervisor,
    proof: 'pin',
    at: toInstant(Date.UTC(2026, 8, 1, 9)),
  }
  const at = (seconds: number) => Date.UTC(2026, 8, 1, 9, 0, seconds)
  const faults = (more: Partial<Parameters<typeof approvalFaults>[1]> = {}, approval = given) =>
    approvalFaults(approval, { act: 'refund', hash, by: operator, atMs: at(60), ...more })

  it('POS-62: for 12.00 fits neither 12.01 nor another cart nor 121 seconds', () => {
    expect(faults()).toEqual([])
    expect(faults({ hash: approvalHash('refund', { total: 1201 }) })).toEqual(['approval-differs'])
    expect([faults({ atMs: at(120) }), faults({ atMs: at(121) })]).toEqual([[], ['approval-late']])
    expect(faults({ atMs: at(-1) })).toEqual(['approval-late'])
  })

  it('POS-63: is nobody’s own', () => {
    expect(faults({ by: supervisor })).toEqual(['approval-own'])
  })
})
