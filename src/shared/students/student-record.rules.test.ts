import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formGuardians,
  type GuardianFacts,
  guardianFields,
  identityFields,
  type RecordIdentity,
  recordDifferences,
} from './student-record.rules.ts'

const text = fc.option(fc.string({ minLength: 1, maxLength: 8 }))
const identity: fc.Arbitrary<RecordIdentity> = fc.record({
  nameLatin: text,
  nameArabic: text,
  birthDate: text,
  nationality: text,
  entryYear: fc.option(fc.integer()),
  grade: text,
})
const answer = fc.option(fc.boolean())
const guardian: fc.Arbitrary<GuardianFacts> = fc.record({
  nameLatin: fc.string({ minLength: 1 }),
  nameArabic: text,
  relation: text,
  phone: text,
  email: text,
  language: text,
  isLegalGuardian: answer,
  maySign: answer,
  mayCollect: answer,
  livesWithChild: answer,
  paysShare: fc.option(fc.integer({ min: 0, max: 100 })),
})
const family = fc.array(guardian, { maxLength: 4 })
const live = (guardians: readonly GuardianFacts[]) =>
  guardians.map((each, place) => ({ ...each, id: `g${place}`, place }))

describe('what the record says otherwise than the application', () => {
  it('is nothing while nobody has changed anything', () => {
    fc.assert(
      fc.property(identity, family, (child, guardians) => {
        const applied = { identity: child, guardians }
        expect(recordDifferences(applied, { identity: child, guardians: live(guardians) })).toEqual([])
      }),
    )
  })

  it('is every field that differs and no other, of the child and of each guardian', () => {
    fc.assert(
      fc.property(identity, identity, guardian, guardian, (before, after, was, is) => {
        const found = recordDifferences(
          { identity: before, guardians: [was] },
          { identity: after, guardians: live([is]) },
        )
        const expected = [
          ...identityFields
            .filter((field) => before[field] !== after[field])
            .map((field) => ({ of: null, field, applied: before[field], live: after[field] })),
          ...guardianFields
            .filter((field) => was[field] !== is[field])
            .map((field) => ({ of: 'g0', field, applied: was[field], live: is[field] })),
        ]
        expect(found).toEqual(expected)
      }),
    )
  })

  it('names the person who was added and the person who was taken off, once', () => {
    fc.assert(
      fc.property(identity, family, family, (child, kept, added) => {
        const guardians = [...live(kept).slice(1), ...added.map((each, no) => ({ ...each, id: `n${no}`, place: null }))]
        const found = recordDifferences({ identity: child, guardians: kept }, { identity: child, guardians })
        expect(found.map(({ of, field }) => [of, field])).toEqual([
          ...added.map((_, no) => [`n${no}`, null]),
          ...kept.slice(0, 1).map(() => [0, null]),
        ])
      }),
    )
  })
})

describe('the guardians of an application', () => {
  const both = { en: 'x', ar: 'x' }
  const form = {
    purpose: 'admission' as const,
    title: both,
    contact: { name: 'writer_name', phone: 'writer_mobile', email: 'writer_email' },
    pages: [],
    next: [],
  }
  const writer = { writer_name: 'هند المانع', writer_relation: 'mother', writer_mobile: '+97455123456' }

  it('are read with their rights; a share that is no share and a relation that nobody knows are not taken over', () => {
    const rows = [
      { name: 'Ali Haddad', relation: 'father', may_sign: true, may_collect: false, pays_share: '60', language: 'ar' },
      { name: 'سلمى', relation: 'stepmother', pays_share: '140' },
      { relation: 'other' },
    ]
    const found = formGuardians(form, { ...writer, guardians: rows })
    expect(found).toHaveLength(2)
    expect(found[0]).toMatchObject({ nameLatin: 'Ali Haddad', nameArabic: null, relation: 'father', language: 'ar' })
    expect(found[0]).toMatchObject({ maySign: true, mayCollect: false, livesWithChild: null, paysShare: 60 })
    expect(found[1]).toMatchObject({ nameLatin: null, nameArabic: 'سلمى', relation: 'other', paysShare: null })
  })

  it('are the person who filled it in where the form asks for none, of whose rights nothing is known', () => {
    expect(formGuardians(form, writer)).toMatchObject([
      { nameLatin: null, nameArabic: 'هند المانع', relation: 'mother', phone: '+97455123456', maySign: null },
    ])
    expect(formGuardians(form, {})).toEqual([])
  })
})
