import { expect, it } from 'vitest'
import { UserId } from '#shared/kernel/fields.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { approverOf } from './password-approval.tsx'

const userId = UserId.parse('0190a5a5-0000-7000-8000-00000000a001')
const user = (...authority: Role[]) => ({ userId, authority })

it('takes an approval only from a person with the permission', () => {
  expect(approverOf(user('supervisor'), 'discount.give')).toEqual({ userId, roles: ['supervisor'] })
  expect(() => approverOf(user('operator'), 'discount.give')).toThrow(
    expect.objectContaining({ messageId: 'access.denied' }),
  )
})
