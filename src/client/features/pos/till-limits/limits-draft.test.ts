import { expect, it } from 'vitest'
import type { TillLimit } from '#shared/pos/approvals/till-limit.contract.ts'
import { usualLimits } from '#shared/pos/approvals/usual-limits.ts'
import { boundsOf, draftOf, isUnbounded, type LimitDraft, limitsOf, newLimit } from './limits-draft.ts'

const limit = (of: Pick<TillLimit, 'act'> & Partial<TillLimit>): TillLimit => ({
  kind: 'role',
  subject: 'operator',
  isForbidden: false,
  each: null,
  shift: null,
  offline: 'same',
  ...of,
})

const empty: LimitDraft = { rule: 'own', each: '', shift: '', offline: 'same' }

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
  const read = (act: string, typed: Partial<LimitDraft>) =>
    limitsOf({ limits: { [`role|operator|${act}`]: { ...empty, ...typed } } }, 'QAR')
  expect(read('drop', { each: '١٢٫٥' }).values).toEqual([limit({ act: 'drop', each: 1250 })])
  expect(read('no-sale', { shift: '2.5' }).wrong).toEqual(['role|operator|no-sale.shift'])
  expect(read('discount', { each: '101' }).wrong).toEqual(['role|operator|discount.each'])
  expect(read('drop', { each: 'much', rule: 'forbidden' })).toEqual({
    values: [limit({ act: 'drop', isForbidden: true })],
    wrong: [],
  })
})

it('begins as the usual limit of the role, and says where nothing bounds any more what the usual limit bounds', () => {
  const { operator, supervisor } = usualLimits
  expect(newLimit('discount', operator.discount, 'QAR')).toEqual({ ...empty, each: '0' })
  expect(newLimit('paid-out', operator['paid-out'], 'QAR')).toEqual({ ...empty, each: '0.00' })
  expect(newLimit('refund-cash', operator['refund-cash'], 'KWD')).toEqual({
    ...empty,
    each: '1.000',
    shift: '3.000',
    offline: 'half',
  })
  expect(newLimit('discount', supervisor.discount, 'QAR')).toMatchObject({ each: '20' })
  // A person or a till has no usual limit of its own, and begins with the tightest.
  expect(newLimit('no-sale', undefined, 'QAR')).toEqual({ ...empty, shift: '2' })
  expect(isUnbounded('discount', { ...empty, each: '0' }, operator.discount)).toBe(false)
  expect(isUnbounded('discount', empty, operator.discount)).toBe(true)
  expect(isUnbounded('void', empty, supervisor.void)).toBe(false)
})

it('forbids to see a balance without any bound, and has no usual limit for it', () => {
  const hidden = newLimit('see-balance', undefined, 'QAR')
  expect(hidden).toEqual(empty)
  expect(boundsOf('see-balance')).toEqual([])
  const key = 'role|operator|see-balance'
  const saved = limitsOf({ limits: { [key]: { ...hidden, rule: 'forbidden' } } }, 'QAR')
  expect(saved).toEqual({ values: [{ ...limit({ act: 'void', isForbidden: true }), act: 'see-balance' }], wrong: [] })
  expect(draftOf(saved.values, 'QAR').limits[key]).toMatchObject({ rule: 'forbidden' })
})
