import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasActiveParts } from '#shared/kernel/file-kind.ts'
import { countryGroupOf, countryGroups } from './country-group.rules.ts'
import { checklistOf, type DocumentFacts, gradeRank, isAllSettled, openForFamily } from './document-checklist.rules.ts'
import { packFor } from './document-packs.ts'
import { documentStates, nothingYet, type Standing, type StoredState } from './document-state.rules.ts'
import { DocumentTypeList } from './document-type.contract.ts'

const { types } = packFor('AE')
const today = '2030-03-03'
const facts = (more: Partial<DocumentFacts> = {}): DocumentFacts => ({
  grade: '5',
  nationality: 'IN',
  lastSchool: 'IN',
  home: 'AE',
  ...more,
})
const asked = (more: Partial<DocumentFacts>) =>
  checklistOf(facts(more), types, new Map(), today).map(({ type }) => type.code)
const noteOf = (lastSchool: string) =>
  checklistOf(facts({ lastSchool }), types, new Map(), today).find(({ type }) => type.code === 'transfer-certificate')
    ?.note?.en

const kept = documentStates.filter((state): state is StoredState => state !== 'expired')
const anyFacts = fc.record({
  grade: fc.constantFrom(null, 'KG1', 'KG2', '1', '2', '12', 'Reception'),
  nationality: fc.constantFrom(null, 'AE', 'QA', 'IN', 'GB'),
  lastSchool: fc.constantFrom(null, 'AE', 'QA', 'IN', 'GB'),
  home: fc.constantFrom('AE', 'QA'),
})
const day = fc.constantFrom(null, '2030-03-02', '2030-03-03', '2030-03-04')
const faceConsents = fc
  .array(
    fc.tuple(
      fc.constantFrom(...types.map(({ code }) => code)),
      fc.record({ state: fc.constantFrom(...kept), expiresOn: day, promisedUntil: day }),
    ),
  )
  .map((rows) => new Map<string, Standing>(rows))

describe('the ready-made list', () => {
  it('is a list that a school could set', () => {
    for (const country of ['AE', 'QA'])
      expect(DocumentTypeList.safeParse([...packFor(country).types]).success).toBe(true)
  })

  it('asks for a transfer certificate inside the country from every grade, from abroad from grade 2 on', () => {
    for (const grade of ['KG1', '1', '2', '12'])
      expect(asked({ grade, lastSchool: 'AE' })).toContain('transfer-certificate')
    for (const lastSchool of ['QA', 'GB', 'IN']) {
      expect(asked({ grade: '1', lastSchool })).not.toContain('transfer-certificate')
      expect(asked({ grade: '2', lastSchool })).toContain('transfer-certificate')
    }
    expect(asked({ grade: '9', lastSchool: null })).not.toContain('transfer-certificate')
  })

  it('names other stamps for each group of countries', () => {
    expect(new Set(['AE', 'SA', 'GB', 'IN'].map(noteOf)).size).toBe(4)
    expect(noteOf('IN')).toContain('embassy')
  })

  it('asks no residence permit of citizens, and one of those whose nationality is not known', () => {
    expect(asked({ nationality: 'AE' })).not.toContain('residence-permit')
    expect(asked({ nationality: 'QA' })).toContain('residence-permit')
    expect(asked({ nationality: null })).toContain('residence-permit')
  })
})

describe('a checklist', () => {
  it('has each type once, in the school’s order, and is settled exactly when all that is asked is', () => {
    fc.assert(
      fc.property(anyFacts, faceConsents, (of, at) => {
        const items = checklistOf(of, types, at, today)
        const order = items.map(({ type }) => types.indexOf(type))
        expect(order).toEqual([...new Set(order)].toSorted((a, b) => a - b))
        expect(isAllSettled(items)).toBe(items.every((item) => item.isSettled || !item.isAsked))
        for (const item of openForFamily(items)) expect(item.isAsked).toBe(true)
        // What is here is shown, also where it is not needed any more.
        for (const [code, { state }] of at) {
          if (state !== 'missing') expect(items.some(({ type }) => type.code === code)).toBe(true)
        }
      }),
    )
  })

  it('does not change what is asked by how it stands, and asks not less of whom less is known', () => {
    fc.assert(
      fc.property(anyFacts, faceConsents, (of, at) => {
        const codes = (items: ReturnType<typeof checklistOf>) =>
          items.flatMap(({ type, isAsked }) => (isAsked ? [type.code] : []))
        const plain = codes(checklistOf(of, types, new Map(), today))
        expect(codes(checklistOf(of, types, at, today))).toEqual(plain)
        const unknown = codes(checklistOf({ ...of, grade: null, nationality: null }, types, new Map(), today))
        for (const code of plain) expect(unknown).toContain(code)
      }),
    )
  })

  it('is not settled while anything asked is missing', () => {
    const all = new Map<string, Standing>(types.map(({ code }) => [code, { ...nothingYet, state: 'approved' }]))
    expect(isAllSettled(checklistOf(facts(), types, all, today))).toBe(true)
    expect(isAllSettled(checklistOf(facts(), types, new Map(all).set('passport', nothingYet), today))).toBe(false)
  })
})

it('every country is in one group, and grades rise', () => {
  fc.assert(
    fc.property(fc.constantFrom('AE', 'QA', 'GB', 'IN', 'US', 'EG'), fc.constantFrom('AE', 'QA'), (country, home) => {
      const group = countryGroupOf(country, home)
      expect(countryGroups).toContain(group)
      expect(group === 'home').toBe(country === home)
    }),
  )
  const grades = ['Pre-KG', 'KG1', 'KG2', '1', '2', '10', '12']
  expect(grades.toSorted((a, b) => gradeRank(b) - gradeRank(a)).toReversed()).toEqual(grades)
})

it.each([
  ['%PDF-1.7 << /S /JavaScript /JS (app.alert(1)) >>', true],
  ['%PDF-1.7 << /S /J#61vaScript >>', true],
  ['%PDF-1.7 << /Type /EmbeddedFile >>', true],
  ['%PDF-1.7 << /A << /S /Launch>>', true],
  ['%PDF-1.7 << /LaunchPad 1 /JavaScriptish 2 /Type /Page >>', false],
  ['%PDF-1.7 /', false],
  ['%PDF-1.7 /#', false],
])('sees in %s whether it could do more than be looked at: %s', (text, isActive) => {
  const content = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  expect(hasActiveParts('pdf', content)).toBe(isActive)
  expect(hasActiveParts('jpeg', content)).toBe(false)
})
