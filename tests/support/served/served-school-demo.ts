import { buildDemoSchools, demoSeed } from '#server/db/seed/build-demo-schools.ts'
import type { DemoPupil, DemoSchool, DemoStaff } from '#server/db/seed/demo-types.ts'
import { businessDay, type Day, dayAfter } from '#shared/kernel/time.ts'
import type { Item } from '#shared/pos/catalogue.contract.ts'

const schools = buildDemoSchools(demoSeed)

/** The demo school as the server was filled with it: names, prices, cards and passwords to work with. */
export function demoSchool(code: string): DemoSchool {
  const school = schools.find((known) => known.code === code)
  if (!school) throw new Error(`no demo school ${code}`)
  return school
}

export function signInOf(school: DemoSchool, userName: string): DemoStaff {
  const person = school.staff.find((known) => known.userName === userName)
  if (!person) throw new Error(`${school.code} has no ${userName}`)
  return person
}

/**
 * The day of the calendar that it is at this school, or so many days after it. From 21:00 UTC on the schools in the Gulf are a
 * day further than UTC.
 */
export const schoolDay = (code: string, days = 0): Day =>
  dayAfter(businessDay(Date.now(), demoSchool(code).timeZone, 0), days)

/** By its English name, which the two schools share. */
export function itemNamed(school: Pick<DemoSchool, 'catalogue'>, name: string): Item {
  const item = school.catalogue.items.find((known) => known.name.en === name)
  if (!item) throw new Error(`no ${name} is sold`)
  return item
}

/** Pupils who may spend freely: money on the account, no daily limit, no allergy, a name that nobody else has. */
export function carefreePupils(school: DemoSchool): DemoPupil[] {
  const topUp = new Map(school.topUps.map((entry) => [entry.customerId, entry.amount]))
  const count = (name: string) => school.pupils.filter((pupil) => pupil.name.en === name).length
  return school.pupils.filter(
    (pupil) =>
      pupil.active &&
      pupil.dailyLimit === null &&
      pupil.allergens.length === 0 &&
      (topUp.get(pupil.id) ?? 0) >= 5000 &&
      count(pupil.name.en) === 1,
  )
}
