import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Guardian } from '#shared/students/student-record.contract.ts'
import { guardianRelations } from '#shared/students/student-record.rules.ts'
import { guardianDraft, guardianIn, identityDraft, identityIn } from './record-draft.ts'

const said = fc.option(fc.boolean())
const guardian: fc.Arbitrary<Guardian> = fc.record({
  id: fc.uuid(),
  nameLatin: fc.constant('Hind Al Mana'),
  nameArabic: fc.option(fc.constant('هند المانع')),
  relation: fc.option(fc.constantFrom(...guardianRelations)),
  phone: fc.option(fc.constant('+97455123456')),
  email: fc.option(fc.constant('hind@home.example')),
  language: fc.option(fc.constantFrom('en' as const, 'ar' as const)),
  isLegalGuardian: said,
  maySign: said,
  mayCollect: said,
  livesWithChild: said,
  paysShare: fc.option(fc.integer({ min: 0, max: 100 })),
})

it('gives back of a guardian what nobody has changed: what was not said stays unsaid', () => {
  fc.assert(
    fc.property(guardian, (each) => {
      expect(guardianIn(each.id, guardianDraft(each))).toEqual(each)
    }),
  )
})

it('names the field that is wrong, and reads digits of either script', () => {
  const draft = guardianDraft()
  expect(guardianIn('a', draft)).toBe('nameLatin')
  expect(guardianIn('a', { ...draft, nameArabic: 'هند', email: 'hind at home' })).toBe('email')
  expect(guardianIn('a', { ...draft, nameArabic: 'هند', paysShare: '101' })).toBe('paysShare')
  expect(guardianIn('a', { ...draft, nameArabic: 'هند', paysShare: '٤٠' })).toMatchObject({ paysShare: 40 })
  const child = identityDraft({
    nameLatin: 'Sara',
    nameArabic: null,
    birthDate: null,
    nationality: 'QA',
    entryYear: 2031,
    grade: 'KG2',
  })
  expect(identityIn(child)).toMatchObject({ nameLatin: 'Sara', nameArabic: null, entryYear: 2031 })
  expect(identityIn({ ...child, entryYear: '٢٠٣٢' })).toMatchObject({ entryYear: 2032 })
  expect(identityIn({ ...child, entryYear: '31' })).toBe('entryYear')
  expect(identityIn({ ...child, nameLatin: ' ' })).toBe('nameLatin')
})
