import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { numberEnd, statedNumbers } from './identity-check.rules.ts'

it('keeps at most four letters or digits of a number, however it was typed', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(numberEnd(typed)).toMatch(/^[\dA-Z]{0,4}$/)
    }),
  )
  expect(numberEnd('784-2019-1234567-1')).toBe('5671')
  expect(numberEnd('٧٨٤ ١٢٣')).toBe('4123')
  expect(numberEnd('a 12')).toBe('A12')
})

it('reads the numbers of each child and of the person who may sign, and of nobody else', () => {
  const form: FormDefinition = {
    purpose: 'admission',
    title: { en: 'x', ar: 'x' },
    contact: { name: 'name', email: 'email' },
    subject: { block: 'children', name: 'name' },
    next: [],
    pages: [],
  }
  const answers = {
    children: [
      { name: 'A', id_no: '2820001111' },
      { name: 'B', passport_no: 'P 77 8899' },
    ],
    guardians: [
      { name: 'C', id_no: '555', may_sign: true },
      { name: 'D', id_no: '666', may_sign: false },
    ],
  }
  const signer = { of: 'signer', paper: 'identity-card', numberEnd: '555' }
  expect(statedNumbers(form, answers, 0)).toEqual([{ of: 'child', paper: 'identity-card', numberEnd: '1111' }, signer])
  expect(statedNumbers(form, answers, 1)).toEqual([{ of: 'child', paper: 'passport', numberEnd: '8899' }, signer])
  expect(statedNumbers(form, {}, 0)).toEqual([])
})
