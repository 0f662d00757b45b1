import { expect, it } from 'vitest'
import { FeeAccount } from '#shared/fees/fee-account.contract.ts'
import { draftOf, type PaymentDraft, takenOf } from './payment-draft.ts'

const id = (no: number) => `019b7748-85cc-7adc-9ed9-5fa44cec2f0${no}`
const today = '2030-10-02'
const account = FeeAccount.parse({
  child: { studentId: id(1), number: 'F-1', nameLatin: 'F', nameArabic: null, grade: '3', isErased: false },
  currency: 'QAR',
  today: '2030-10-01',
  payers: [
    {
      payerId: id(2),
      kind: 'person',
      nameLatin: 'P',
      nameArabic: null,
      code: 'PPPPPPP',
      shares: [],
      dueNow: 150_000,
      next: null,
      open: 150_000,
      credit: 0,
      chequesHeld: 0,
    },
  ],
  items: [],
  documents: [],
  payments: [],
  deposit: 0,
})
const taken = (part: Partial<PaymentDraft>) => takenOf({ ...draftOf(account, { today }), ...part }, account, today)

it('suggests what is due, and nothing while the account may be behind', () => {
  expect(draftOf(account, { today }).amount).toBe('1500.00')
  expect(draftOf(account, { today, isBehind: true }).amount).toBe('')
})

it('takes money until the end of today, though the account was read yesterday', () => {
  expect(taken({ amount: '1,500' })).toMatchObject({ method: 'cash', amount: 150_000, receivedOn: today })
  expect(taken({ method: 'card', reference: '1', receivedOn: '2030-10-03' })).toEqual({ wrong: 'day' })
})

it('takes a cheque with what stands on it', () => {
  const cheque = {
    method: 'cheque',
    bank: 'QNB',
    account: '0001-22',
    reference: '000455',
    datedOn: '2031-01-01',
  } as const
  expect(taken(cheque)).toMatchObject({ bank: 'QNB', account: '0001-22', number: '000455', datedOn: '2031-01-01' })
  expect(taken({ ...cheque, bank: ' ' })).toEqual({ wrong: 'bank' })
  expect(taken({ ...cheque, account: '#' })).toEqual({ wrong: 'account' })
  expect(taken({ ...cheque, reference: '' })).toEqual({ wrong: 'number' })
  expect(taken({ ...cheque, datedOn: '' })).toEqual({ wrong: 'dated' })
})

it.each([
  [{ amount: ' ' }, 'missing'],
  [{ amount: '1,5' }, 'amount'],
  [{ amount: '0' }, 'amount'],
  [{ method: 'card' }, 'reference'],
] as const)('says what is wrong with %j', (part, wrong) => {
  expect(taken(part)).toEqual({ wrong })
})
