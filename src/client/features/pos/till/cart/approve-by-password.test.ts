import { expect, it } from 'vitest'
import { actor, supervisor } from '#tests/support/pos/till-kit.ts'
import { giverOf } from './approve-by-password.ts'

it('takes a discount only from who may give one', () => {
  const user = ({ userId, roles }: typeof actor) => ({ userId, authority: [...roles] })
  expect(giverOf(user(supervisor))).toEqual(supervisor)
  expect(() => giverOf(user(actor))).toThrow(expect.objectContaining({ messageId: 'access.denied' }))
})
