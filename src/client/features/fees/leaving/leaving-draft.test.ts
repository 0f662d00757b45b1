import { expect, it } from 'vitest'
import type { ChildLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { isSameDraft, leavingOf } from './leaving-draft.ts'

const draft = { requestedOn: '2030-12-20', leavingReason: 'other', unused: ['BOOKS', 'UNIFORM'] } as const

it('knows a form that is no longer what was calculated', () => {
  expect(isSameDraft(draft, { ...draft, unused: ['UNIFORM', 'BOOKS'] })).toBe(true)
  expect(isSameDraft(draft, { ...draft, unused: ['BOOKS'] })).toBe(false)
  expect(isSameDraft(draft, { ...draft, requestedOn: '2030-12-21' })).toBe(false)
  expect(isSameDraft(draft, { ...draft, leavingReason: 'left-country' })).toBe(false)
})

it('shows a payer the own sums and cheques alone', () => {
  const payer = (no: number) => ({
    payerId: `00000000-0000-7000-8000-00000000000${no}`,
    kind: 'person',
    nameLatin: `Payer ${no}`,
    nameArabic: null,
  })
  const row = (no: number) => ({ payer: payer(no), kept: 100, paid: 300, returned: 200, due: 0 })
  const payers = [row(1), row(2)]
  const cheques = [{ payer: payer(1) }, { payer: payer(2) }]
  const leaving = { cheques, sum: { payers, unbilled: 5, seatLeft: 6 } } as unknown as ChildLeaving
  const own = leavingOf(leaving, payer(2).payerId)
  expect(own.sum).toEqual({ payers: [row(2)], unbilled: 0, seatLeft: 0 })
  expect(own.cheques).toEqual([{ payer: payer(2) }])
})
