import { expect, it } from 'vitest'
import { UserId } from '#shared/kernel/fields.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { giverOf } from './approve-by-password.ts'

const userId = UserId.parse('0190a5a5-0000-7000-8000-00000000a001')
const user = (...authority: Role[]) => ({ userId, authority })

it('takes a discount only from who may give one', () => {
  expect(giverOf(user('supervisor'))).toEqual({ userId, roles: ['supervisor'] })
  expect(() => giverOf(user('operator'))).toThrow(expect.objectContaining({ messageId: 'access.denied' }))
})
