import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ImportGuardian } from '#shared/admissions/import/import-row.rules.ts'
import { joinGuardians, siblingRows } from './import-guardians.rules.ts'

const parent = (more: Partial<ImportGuardian>): ImportGuardian => ({
  place: 1,
  nameLatin: null,
  nameArabic: null,
  relation: null,
  phone: null,
  email: null,
  language: null,
  ...more,
})

describe('parents', () => {
  it('are one by phone or email, and two where both have other names', () => {
    const father = parent({ nameLatin: 'Hassan', phone: '+97455000000', email: 'h@home.example' })
    const bare = parent({ phone: '+97455000000' })
    const mother = parent({ nameLatin: 'Mariam', phone: '+97455000000' })
    const [one, other, third] = joinGuardians([[father], [bare], [mother]], [])
    expect([one?.[0]?.joins, other?.[0]?.joins]).toEqual(['file', 'file'])
    expect(other?.[0]).toMatchObject({ nameLatin: 'Hassan', email: 'h@home.example' })
    expect(third?.[0]).toMatchObject({ nameLatin: 'Mariam', email: null })
    expect(joinGuardians([[bare]], [father])[0]?.[0]).toMatchObject({ joins: 'here', nameLatin: 'Hassan' })
    expect(siblingRows([[father], [mother], [parent({ email: 'h@home.example' })], []])).toEqual([[1, 2], [0], [0], []])
  })
  it('a number that half a school shares joins nobody, and what a row says itself stays', () => {
    const office = parent({ nameLatin: 'Office', phone: '+97440000000' })
    const many = Array.from({ length: 40 }, () => [parent({ phone: '+97440000000' })])
    expect(
      joinGuardians([[office], ...many], [])
        .flat()
        .every(({ joins }) => joins === null),
    ).toBe(true)
    const text = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null })
    const any = fc.record({ nameLatin: text, nameArabic: text, phone: text, email: text }).map(parent)
    fc.assert(
      fc.property(
        fc.array(fc.array(any, { maxLength: 2 }), { maxLength: 6 }),
        fc.array(any, { maxLength: 3 }),
        (rows, known) => {
          for (const [no, row] of joinGuardians(rows, known).entries())
            for (const [at, guardian] of row.entries())
              for (const key of ['nameLatin', 'nameArabic', 'phone', 'email'] as const) {
                const said = rows[no]?.[at]?.[key] ?? null
                if (said !== null) expect(guardian[key]).toBe(said)
              }
        },
      ),
    )
  })
})
