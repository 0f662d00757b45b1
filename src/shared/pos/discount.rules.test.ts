import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Role, UserId } from '#shared/kernel/fields.ts'
import { isDiscountAllowed, type Person } from './discount.rules.ts'

const person = fc.record({
  userId: fc.uuid({ version: 4 }).map((id) => UserId.parse(id)),
  roles: fc.subarray([...Role.options]),
})
const people = fc.uniqueArray(person, { maxLength: 4, selector: ({ userId }) => userId })
const mayGive = ({ roles }: Person) => roles.includes('supervisor') || roles.includes('admin')

describe('isDiscountAllowed', () => {
  it('goes by who gave it, no matter who else is there', () => {
    fc.assert(
      fc.property(person, people, (giver, others) => {
        const bystanders = others.filter(({ userId }) => userId !== giver.userId)
        expect(isDiscountAllowed({ by: giver.userId }, [...bystanders, giver])).toBe(mayGive(giver))
      }),
    )
  })

  it('refuses what somebody gave who is not there, and allows none to everybody', () => {
    fc.assert(
      fc.property(person, people, (giver, others) => {
        const bystanders = others.filter(({ userId }) => userId !== giver.userId)
        expect(isDiscountAllowed({ by: giver.userId }, [undefined, ...bystanders])).toBe(false)
        expect(isDiscountAllowed(null, others)).toBe(true)
      }),
    )
  })
})
