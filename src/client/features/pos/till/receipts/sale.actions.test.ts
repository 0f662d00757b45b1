import { expect, it } from 'vitest'
import { notSavedReason } from '#client/platform/offline/not-saved.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { SignedOut } from './sale.actions.ts'

it('says why in the words of the person who refused', () => {
  expect(notSavedReason(new AppError('pos.shift-required'))).toBe('pos.shift-required')
  expect(notSavedReason(Object.assign(new Error(), { name: 'StorageFull' }))).toBe('full')
  expect(notSavedReason(new SignedOut())).toBe('signedOut')
  expect(notSavedReason(new Error('?'))).toBe('unknown')
})
