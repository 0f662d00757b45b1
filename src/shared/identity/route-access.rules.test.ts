import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Role } from '#shared/kernel/fields.ts'
import { isRouteAllowed } from './route-access.rules.ts'

const roles = fc.subarray([...Role.options])

describe('isRouteAllowed', () => {
  it.each([
    [['finance'], ['finance'], true],
    [['finance', 'it'], ['head', 'it'], true],
    [['finance'], ['head'], false],
    [['Finance'], ['finance'], false],
    [['finance'], [], true],
    [['finance'], undefined, true],
    [[], ['head'], true],
    [undefined, ['head'], true],
    [undefined, undefined, true],
    [[], [], true],
  ])('authority %j, required %j: %s', (authority, required, allowed) => {
    expect(isRouteAllowed(authority, required)).toBe(allowed)
  })

  it('does not depend on the order and treats the two lists alike', () => {
    fc.assert(
      fc.property(roles, roles, (a, b) => {
        expect(isRouteAllowed(a, b)).toBe(isRouteAllowed(b, a))
        expect(isRouteAllowed(a.toReversed(), b.toReversed())).toBe(isRouteAllowed(a, b))
      }),
    )
  })
})
