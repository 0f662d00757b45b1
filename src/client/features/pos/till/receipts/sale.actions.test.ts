import { expect, it } from 'vitest'
import { whyNotSaved } from '#client/platform/offline/not-saved.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { SignedOut } from './sale.actions.ts'

it('says why in the words of whoever refused', () => {
  expect(whyNotSaved(new AppError('pos.shift-required'))).toBe('pos.shift-required')
  expect(whyNotSaved(Object.assign(new Error(), { name: 'StorageFull' }))).toBe('full')
  expect(whyNotSaved(new SignedOut())).toBe('signedOut')
  expect(whyNotSaved(new Error('?'))).toBe('unknown')
})
