import { expect, it } from 'vitest'
import type { TillLimit } from '#shared/pos/approvals/till-limit.contract.ts'
import { draftOf, limitsOf, newLimit } from './limits-draft.ts'

const limit = (of: Pick<TillLimit, 'act'> & Partial<TillLimit>): TillLimit => ({
  kind: 'role',
  subject: 'operator',
  isForbidden: false,
  each: null,
  shift: null,
  offline: 'same',
  ...of,
})

it('is typed and read back without a change, in the decimals of the currency', () => {
  const limits = [
    limit({ act: 'refund-cash', each: 1000, shift: 3000, offline: 'half' }),
    limit({ act: 'discount', each: 125_000 }),
    limit({ act: 'no-sale', shift: 2, kind: 'device', subject: '01990000-0000-7000-8000-000000000007' }),
    limit({ act: 'drop', isForbidden: true }),
  ]
  for (const currency of ['QAR', 'KWD'] as const)
    expect(limitsOf(draftOf(limits, currency), currency)).toEqual({ values: limits, wrong: [] })
  expect(draftOf(limits, 'KWD').limits['role|operator|refund-cash']).toMatchObject({ each: '1.000', shift: '3.000' })
  expect(draftOf(limits, 'QAR').limits['role|operator|discount']).toMatchObject({ each: '12.5', shift: '' })
})

it('is read in any digits, has no bound with nothing typed, and what is no number is at fault at its field', () => {
  const read = (act: string, typed: Partial<typeof newLimit>) =>
    limitsOf({ limits: { [`role|operator|${act}`]: { ...newLimit, ...typed } } }, 'QAR')
  expect(read('drop', { each: '١٢٫٥' }).values).toEqual([limit({ act: 'drop', each: 1250 })])
  expect(read('no-sale', { shift: '2.5' }).wrong).toEqual(['role|operator|no-sale.shift'])
  expect(read('discount', { each: '101' }).wrong).toEqual(['role|operator|discount.each'])
  expect(read('drop', { each: 'much', rule: 'forbidden' })).toEqual({
    values: [limit({ act: 'drop', isForbidden: true })],
    wrong: [],
  })
})
