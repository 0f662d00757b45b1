import { describe, expect, test } from 'vitest'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { Role, Uuid } from '#shared/kernel/fields.ts'
import { Category, Item, ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import { Customer } from '#shared/pos/customer.contract.ts'
import { SchoolTheme } from '#shared/school/school.contract.ts'
import { studentStatuses } from '#shared/students/student-status.rules.ts'
import { buildDemoSchools, demoSeed } from './build-demo-schools.ts'
import type { DemoSchool } from './demo-types.ts'

const schools = buildDemoSchools(demoSeed)

const idsOf = (school: DemoSchool): string[] => [
  school.id,
  ...[school.sites, school.tills, school.staff, school.pupils, school.topUps, school.students]
    .flat()
    .map(({ id }) => id),
  ...school.topUps.map(({ sourceId }) => sourceId),
  ...school.students.flatMap(({ changes }) => changes.map(({ id }) => id)),
  ...[school.catalogue.categories, school.catalogue.items, school.catalogue.modifierGroups].flat().map(({ id }) => id),
  ...school.catalogue.modifierGroups.flatMap(({ modifiers }) => modifiers.map(({ id }) => id)),
]

/** Every object with exactly an English and an Arabic side, wherever it is. */
function bilingualTexts(value: unknown): Bilingual[] {
  if (typeof value !== 'object' || value === null) return []
  const parsed = Bilingual.strict().safeParse(value)
  return parsed.success ? [parsed.data] : Object.values(value).flatMap(bilingualTexts)
}

const arabic = /\p{Script=Arabic}/u
const latin = /\p{Script=Latin}/u

test('the same seed makes the same schools, another seed other people', () => {
  expect(buildDemoSchools(demoSeed)).toEqual(schools)
  expect(buildDemoSchools(demoSeed + 7)[0]?.pupils[0]?.cardNo).not.toBe(schools[0]?.pupils[0]?.cardNo)
})

test('the calendar moves dates, never people, numbers or ids', () => {
  const later = buildDemoSchools(demoSeed, '2029-02-03')
  const people = (all: DemoSchool[]) =>
    all.map(({ pupils }) => pupils.map(({ id, cardNo, admissionNo, name }) => [id, cardNo, admissionNo, name]))
  expect(people(later)).toEqual(people(schools))
  expect(later[0]?.profile.dates[0]?.startsOn).toBe('2028-08-01')
  expect(later.map(idsOf)).toEqual(schools.map(idsOf))
})

test('ids are UUIDs and no two things share one, across both schools', () => {
  const ids = schools.flatMap(idsOf)
  expect(ids.every((id) => Uuid.safeParse(id).success && id[14] === '7')).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})

test('one school counts in hundredths from left to right, the other in thousandths from right to left', () => {
  expect(schools.map(({ code, currency, language, timeZone }) => [code, currency, language, timeZone])).toEqual([
    ['alnoor', 'QAR', 'en', 'Asia/Qatar'],
    ['manara', 'KWD', 'ar', 'Asia/Kuwait'],
  ])
})

describe.each(schools.map((school) => [school.code, school] as const))('%s', (_code, school) => {
  test('every text has both scripts', () => {
    // Forms have years among their texts, and a test of their own.
    const texts = bilingualTexts({ ...school, forms: {} })
    expect(texts.length).toBeGreaterThan(4000)
    const bad = texts.filter(({ en, ar }) => !latin.test(en) || arabic.test(en) || !arabic.test(ar) || latin.test(ar))
    // Addresses of people and systems stay Latin inside Arabic text.
    expect(bad.filter(({ ar }) => !ar.includes('@'))).toEqual([])
  })

  test('students stand in every status, and came there before today step after step', () => {
    const { students } = school
    expect(new Set(students.map(({ changes }) => changes.at(-1)?.to))).toEqual(new Set(studentStatuses))
    expect(new Set(students.map(({ reference }) => reference)).size).toBe(students.length)
    for (const { changes } of students) {
      expect(changes.map(({ from }) => from)).toEqual([null, ...changes.slice(0, -1).map(({ to }) => to)])
      const times = changes.map(({ at }) => at)
      expect(times).toEqual(times.toSorted())
      expect(times.at(-1)?.slice(0, 10) ?? '').toMatch(/^2026-(0[3-9]|10|11-01)/)
    }
  })

  test('sites, tills and staff', () => {
    expect(school.tills.map(({ code }) => code)).toEqual(['01', '02', '03', '04', '05'])
    expect(school.tills.filter(({ kind }) => kind === 'kiosk')).toHaveLength(1)
    expect(school.tills.filter(({ kind }) => kind === 'desk')).toHaveLength(1)
    expect(school.tills.every(({ siteId }) => school.sites.some(({ id }) => id === siteId))).toBe(true)
    expect(new Set(school.staff.map(({ role }) => role))).toEqual(new Set(Role.options))
    expect(new Set(school.staff.map(({ userName }) => userName)).size).toBe(school.staff.length)
    const operators = school.staff.filter(({ role }) => role === 'operator')
    expect(operators.map(({ password }) => password)).toEqual(operators.map((one) => `gate-${one.userName}-demo`))
    expect(operators.every(({ pin }) => /^\d{6}$/.test(pin ?? ''))).toBe(true)
    expect(operators).toHaveLength(3)
  })

  test('the brand colour is readable under white text', () => {
    const { brand } = SchoolTheme.parse(school.profile.theme)
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(brand.slice(at, at + 2), 16) / 255
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    expect(1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)).toBeGreaterThan(4.5)
  })

  test('the logo needs no exception in the content security policy', () => {
    expect(school.logoSvg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]*<\/svg>\n$/)
    expect(school.logoSvg).not.toMatch(/<(script|style|foreignObject|image|use)|\s(style|on\w+|href)=/i)
  })

  test('taxes: one of nought, one of five per cent inside the price', () => {
    expect(school.tillPolicy.taxCodes.map(({ ratePpm, included }) => [ratePpm, included])).toEqual([
      [0, true],
      [50_000, true],
    ])
  })
})

describe.each(schools.map((school) => [school.code, school] as const))('pupils of %s', (_code, school) => {
  const { pupils, topUps } = school

  test('about a thousand, in forty-two classes', () => {
    expect(pupils.length).toBeGreaterThan(950)
    expect(pupils.length).toBeLessThan(1050)
    expect(new Set(pupils.map(({ className }) => className)).size).toBe(42)
  })

  test('are customers as the contract wants them, with numbers of their own', () => {
    expect(pupils.filter((pupil) => !Customer.safeParse(pupil).success)).toEqual([])
    expect(
      pupils.every(({ admissionNo, cardNo }) => /^\d{8}$/.test(admissionNo) && /^\d{10}$/.test(cardNo ?? '')),
    ).toBe(true)
    expect(new Set(pupils.map(({ admissionNo }) => admissionNo)).size).toBe(pupils.length)
    expect(new Set(pupils.map(({ cardNo }) => cardNo)).size).toBe(pupils.length)
  })

  test('have the age of their grade on the first of September', () => {
    const kg1 = pupils.filter(({ grade }) => grade === 'KG1').map(({ birthDate }) => birthDate)
    expect(kg1.length).toBeGreaterThan(60)
    expect(kg1.every((day) => day >= '2021-09-01' && day <= '2022-08-31')).toBe(true)
    const last = pupils.filter(({ grade }) => grade === '12').map(({ birthDate }) => birthDate)
    expect(last.every((day) => day >= '2008-09-01' && day <= '2009-08-31')).toBe(true)
  })

  test('some have allergies, limits and diets; most have none', () => {
    const share = (has: (pupil: (typeof pupils)[number]) => boolean) => pupils.filter(has).length / pupils.length
    expect(share(({ allergens }) => allergens.length > 0)).toBeCloseTo(0.08, 1)
    expect(share(({ dailyLimit }) => dailyLimit !== null)).toBeCloseTo(0.35, 1)
    expect(share(({ diet }) => diet.length > 0)).toBeGreaterThan(0.05)
    expect(share(({ active }) => !active)).toBeLessThan(0.03)
  })

  test('names agree in both scripts and siblings are told apart', () => {
    const spelled = new Map<string, Set<string>>()
    for (const { givenName, sex } of pupils) {
      const key = `${givenName.en} ${sex}`
      spelled.set(key, (spelled.get(key) ?? new Set()).add(givenName.ar))
    }
    expect([...spelled].filter(([, forms]) => forms.size > 1)).toEqual([])
    for (const { name, givenName, familyName } of pupils) {
      expect(name.ar.startsWith(givenName.ar) && name.ar.endsWith(familyName.ar)).toBe(true)
      expect(name.en.startsWith(givenName.en) && name.en.endsWith(familyName.en)).toBe(true)
    }
    // Siblings stand side by side in the list.
    const namesakes = pupils.filter((pupil, at) => pupil.name.en === pupils[at - 1]?.name.en)
    expect(namesakes).toEqual([])
    expect(pupils.filter(({ givenName, fatherName }) => givenName.en === fatherName.en)).toEqual([])
  })

  test('about four accounts in five begin with money, put in before the day of the data', () => {
    expect(topUps.length / pupils.length).toBeCloseTo(0.8, 1)
    const known = new Set(pupils.map(({ id }) => id))
    expect(
      topUps.every(({ customerId, amount }) => known.has(customerId) && Number.isSafeInteger(amount) && amount > 0),
    ).toBe(true)
    expect(topUps.every(({ effectiveAt }) => effectiveAt < '2026-11-01' && effectiveAt > '2026-09-15')).toBe(true)
  })
})

describe.each(schools.map((school) => [school.code, school] as const))('catalogue of %s', (_code, school) => {
  const { categories, items, modifierGroups } = school.catalogue

  test('is as the contract wants it: about 120 goods in ten categories', () => {
    expect(categories.map((category) => Category.parse(category))).toEqual(categories)
    expect(items.map((item) => Item.parse(item))).toEqual(items)
    expect(modifierGroups.map((group) => ModifierGroup.parse(group))).toEqual(modifierGroups)
    expect(categories).toHaveLength(10)
    expect(items.length).toBeGreaterThanOrEqual(115)
    expect(items.length).toBeLessThanOrEqual(130)
    expect(items.every(({ categoryId }) => categories.some(({ id }) => id === categoryId))).toBe(true)
    expect(new Set(items.map(({ name }) => name.en)).size).toBe(items.length)
    expect(new Set(items.map(({ name }) => name.ar)).size).toBe(items.length)
  })

  test('what a dish costs stays positive with the cheapest choices, and can be paid in coins', () => {
    const byId = new Map(modifierGroups.map((group) => [group.id, group]))
    for (const item of items) {
      const groups = item.modifierGroupIds.map((id) => byId.get(id))
      expect(groups.every((group) => group !== undefined)).toBe(true)
      const cheapest = groups.map((group) => Math.min(0, ...(group?.modifiers ?? []).map((one) => one.priceDelta)))
      expect(cheapest.reduce((total, delta) => total + delta, item.price)).toBeGreaterThan(0)
      expect(item.price % school.tillPolicy.cashIncrement).toBe(0)
      expect(school.tillPolicy.taxCodes.some(({ code }) => code === item.taxCode)).toBe(true)
    }
  })

  test('a choice must be possible, and takes an allergen only from dishes that have it', () => {
    for (const { id, min, max, modifiers } of modifierGroups) {
      expect(min <= max && max <= modifiers.length).toBe(true)
      const dishes = items.filter(({ modifierGroupIds }) => modifierGroupIds.includes(id))
      expect(dishes.length).toBeGreaterThan(0)
      for (const allergen of modifiers.flatMap(({ removesAllergens }) => removesAllergens)) {
        expect(dishes.filter(({ allergens }) => !allergens.includes(allergen)).map(({ name }) => name.en)).toEqual([])
      }
    }
  })

  test('packaged goods carry numbers that a scanner accepts', () => {
    const barcodes = items.flatMap(({ barcode }) => (barcode ? [barcode] : []))
    expect(barcodes.length).toBeGreaterThan(25)
    expect(new Set(barcodes).size).toBe(barcodes.length)
    for (const barcode of barcodes) {
      expect(barcode).toMatch(/^\d{13}$/)
      const weighted = Array.from(barcode, (digit, at) => Number(digit) * (at % 2 ? 3 : 1))
      expect(weighted.reduce((total, part) => total + part, 0) % 10).toBe(0)
    }
  })

  test('every allergen occurs, diets fit; what is not halal is not on sale', () => {
    expect(new Set(items.flatMap(({ allergens }) => allergens)).size).toBe(14)
    expect(items.filter(({ diet }) => diet.includes('vegan') && !diet.includes('vegetarian'))).toEqual([])
    const animal = ['crustacean', 'egg', 'fish', 'milk', 'mollusc'] as const
    expect(
      items.filter((item) => item.diet.includes('vegan') && animal.some((one) => item.allergens.includes(one))),
    ).toEqual([])
    expect(items.filter(({ diet, active }) => active && !diet.includes('halal'))).toEqual([])
    expect(items.filter(({ active }) => !active)).toHaveLength(2)
  })
})
