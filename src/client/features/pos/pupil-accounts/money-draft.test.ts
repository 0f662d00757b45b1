import { expect, it } from 'vitest'
import { CustomerId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { emptyDraft, type MoneyDraft, readMoney } from './money-draft.ts'

const customerId = CustomerId.parse('01990000-0000-7000-8000-000000000001')
const known = { customerId, balance: minor(1000), today: '2030-03-03', currency: 'QAR' } as const
const read = (part: Partial<MoneyDraft>) => readMoney({ ...emptyDraft(known.today), ...part }, known)

it.each([
  [
    { kind: 'cash', amount: '٥٠' },
    { kind: 'cash', amount: 5000 },
  ],
  [
    { kind: 'bank', amount: '5', reference: ' T1 ' },
    { kind: 'bank', amount: 500, reference: 'T1', paidOn: '2030-03-03' },
  ],
  [
    { kind: 'adjust', amount: '1.5', reason: 'twice', isTaken: true },
    { kind: 'adjust', amount: -150, reason: 'twice' },
  ],
  [
    { kind: 'transfer', amount: '10', otherId: customerId },
    { kind: 'transfer', amount: 1000 },
  ],
  [
    { kind: 'payout', amount: '1', method: 'bank' },
    { kind: 'payout', amount: 1000, method: 'bank' },
  ],
] as [Partial<MoneyDraft>, object][])('reads %j', (part, move) => {
  expect(read(part)).toMatchObject({ move, wrong: [] })
})

it.each([
  [{ kind: 'cash', amount: '0' }, ['amount']],
  [{ kind: 'cash', amount: '-5' }, ['amount']],
  [{ kind: 'bank', amount: '5', paidOn: '2030-03-04' }, ['reference', 'paidOn']],
  [{ kind: 'adjust', amount: '5', reason: ' ' }, ['reason']],
  [{ kind: 'transfer', amount: '10.01' }, ['amount', 'otherId']],
] as [Partial<MoneyDraft>, string[]][])('names what is wrong with %j', (part, wrong) => {
  expect(read(part)).toEqual({ wrong })
})
