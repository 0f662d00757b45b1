import { expect, it } from 'vitest'
import { firstChoice, offeredChoices } from './line-choice.ts'

const payer = (payerId: string) => ({ payerId, kind: 'person' as const, nameLatin: payerId, nameArabic: null })
const payment = (paymentId: string, payerId: string) => ({
  paymentId,
  payerId,
  receivedOn: '2030-03-01',
  reference: '',
})
const doubtful = { candidates: [], payments: [], payer: null, state: 'doubtful' as const }
const said = (choices: ReturnType<typeof offeredChoices>) =>
  choices.map(({ kind, choice }) => `${kind} ${choice.payerId ?? '-'} ${choice.paymentId ?? '-'}`)

it('offers to link the recorded transfer of a payer who was found before booking another one', () => {
  const found = { payer: payer('p1'), payments: [payment('t1', 'p1')] }
  expect(said(offeredChoices(doubtful, [found]))).toEqual(['link p1 t1', 'another p1 -', 'none - -'])
  expect(firstChoice(doubtful, found)).toEqual({ payerId: 'p1', paymentId: 't1', isAnother: false })
  const other = { payer: payer('p2'), payments: [] }
  expect(firstChoice(doubtful, other)).toEqual({ payerId: 'p2', paymentId: null, isAnother: false })
})

it('offers each transfer and payer once, and no second booking for the payer of a matched line', () => {
  const matched = { ...doubtful, state: 'matched' as const, payer: payer('p1'), candidates: [payer('p1'), payer('p2')] }
  const found = { payer: payer('p1'), payments: [payment('t1', 'p1')] }
  const choices = offeredChoices({ ...matched, payments: [payment('t1', 'p1')] }, [found])
  expect(said(choices)).toEqual(['link p1 t1', 'payer p2 -', 'none - -'])
})
