import { expect, it } from 'vitest'
import { depositOf } from './deposit-draft.ts'

const typed = { amount: '1,250.50', method: 'cash', receipt: ' R-7 ' } as const

it('reads an amount as it is typed, in Latin and Arabic digits', () => {
  const money = { amount: 125_050, method: 'cash', receipt: 'R-7' }
  expect(depositOf(typed, 'QAR')).toEqual(money)
  expect(depositOf({ ...typed, amount: '١٢٥٠٫٥٠' }, 'QAR')).toEqual(money)
})

it('names the field that is not right', () => {
  for (const amount of ['', 'many', '0', '-5', '1.234']) {
    expect(depositOf({ ...typed, amount }, 'QAR'), amount).toEqual({ wrong: 'amount' })
  }
  expect(depositOf({ ...typed, receipt: ' ' }, 'QAR')).toEqual({ wrong: 'receipt' })
})
