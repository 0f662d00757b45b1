import { expect, it } from 'vitest'
import { CustomerId, OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import type { PendingTopUp } from '#shared/pos/top-ups/desk-top-up.types.ts'
import type { StatementLine } from '#shared/pos/pupil-account.contract.ts'
import { sumOfTopUps, unseenTopUps } from './kept-top-ups.ts'

const topUp = (no: number, bookedAtMs: number | null = null): PendingTopUp => ({
  operation: {
    opId: OpId.parse(`0190a5a5-0000-7000-8000-00000000000${no}`),
    customerId: CustomerId.parse('0190a5a5-0000-7000-8000-0000000000a1'),
    amount: minor(no * 100),
    currency: 'QAR',
    provisional: `P-KM2345-000${no}`,
    takenAt: '2030-03-01T06:00:00.000Z',
  },
  paper: {
    holder: {
      customerId: CustomerId.parse('0190a5a5-0000-7000-8000-0000000000a1'),
      admissionNo: 'A1',
      name: { en: 'Sara', ar: 'سارة' },
      className: '5B',
    },
    cashier: { en: 'Hind', ar: 'هند' },
  },
  receipt: bookedAtMs === null ? null : { number: `ACC-00000${no}` },
  bookedAtMs,
  problem: null,
})
const line = (no: number) => ({ provisional: `P-KM2345-000${no}` }) as StatementLine
const numbers = (found: readonly PendingTopUp[]) => found.map(({ operation }) => operation.amount / 100)

it('counts what is not booked, and never what the statement holds already: also where the server’s answer was lost', () => {
  const all = [topUp(1), topUp(2), topUp(3, 50)]
  const now = unseenTopUps(all, { lines: [line(2)], recalledAtMs: undefined })
  expect([numbers(now), sumOfTopUps(now)]).toEqual([[1], 100])
})

it('counts what was booked after the statement that this device remembers was read', () => {
  const all = [topUp(1), topUp(2, 99), topUp(3, 101), topUp(4, 102)]
  expect(numbers(unseenTopUps(all, { lines: [line(4)], recalledAtMs: 100 }))).toEqual([1, 3])
})
