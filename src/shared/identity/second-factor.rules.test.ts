import fc from 'fast-check'
import { expect, it } from 'vitest'
import { groupedCode, isStrong, recoveryAlphabet, recoveryCodeLength, recoveryCodeOf } from './second-factor.rules.ts'

const code = fc
  .array(fc.constantFrom(...recoveryAlphabet), { minLength: recoveryCodeLength, maxLength: recoveryCodeLength })
  .map((letters) => letters.join(''))

it('a recovery code is known however it is typed: in groups, in small letters, with spaces and long hyphens', () => {
  fc.assert(
    fc.property(code, (each) => {
      const shown = groupedCode(each)
      expect(shown).toMatch(/^(\w{4}-){3}\w{4}$/)
      for (const typed of [shown, shown.toLowerCase(), ` ${shown.replaceAll('-', ' ')} `, shown.replaceAll('-', '–')])
        expect(recoveryCodeOf(typed)).toBe(each)
    }),
  )
  for (const typed of ['', '123456', 'ABCD-EFGH-JKMN-PQR0', 'ABCD-EFGH-JKMN-PQRST'])
    expect(recoveryCodeOf(typed)).toBeUndefined()
})

it('a second factor can be required from those who decide about people, money, children and keys', () => {
  expect(
    [['admin'], ['head'], ['finance'], ['it'], ['registrar', 'it']].every((roles) => isStrong(roles as never)),
  ).toBe(true)
  expect(
    [[], ['operator'], ['supervisor', 'registrar'], ['family'], ['auditor']].some((roles) => isStrong(roles as never)),
  ).toBe(false)
})
