import { hasOwnSchool } from '#server/features/school/school.service.ts'
import { schools } from '#server/features/school/school.table.ts'
import type { Database } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { Currency } from '#shared/kernel/money.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { buildDemoSchools, demoSeed } from './build-demo-schools.ts'
import type { DemoSchool } from './demo-types.ts'
import type { SeedDeps } from './write-faces.ts'
import { writeSchool } from './write-school.ts'

/** One way to sign in to a demo school. */
export interface DemoSignIn {
  /** The school's code. */
  school: string
  path: '/pos-sign-in' | '/sign-in'
  username: string
  password: string
  /** The PIN proposed for offline sign-in at a till; the server doesn't know it. */
  pin?: string
  role: Role
}

export interface SeedSummary {
  /** True when this call wrote at least one school. */
  seeded: boolean
  /** Every school in the database, by code. */
  schools: { code: string; nameEn: string; nameAr: string; language: Language; currency: Currency }[]
  /** Of the schools written by this call only: later, people may have changed their passwords. */
  signIns: DemoSignIn[]
}

/**
 * Gives an empty database the two demo schools, one transaction each; a start that broke off between them is completed.
 * A database with any school of its own is left alone. Passwords are hashed side by side, before any transaction.
 */
export async function seedDemo(database: Database, deps: SeedDeps & Pick<Deps, 'passwords'>): Promise<SeedSummary> {
  const present = await listSchools(database)
  const demo = buildDemoSchools(demoSeed, businessDay(deps.clock.nowMs(), 'Asia/Qatar', 0))
  const missing = (await hasOwnSchool(database))
    ? []
    : demo.filter(({ code }) => !present.some((known) => known.code === code))
  const written: DemoSchool[] = []
  for (const school of missing) {
    const hashes = await Promise.all(school.staff.map(({ password }) => deps.passwords.hash(password)))
    if (await writeSchool(database, school, hashes, deps)) written.push(school)
  }
  return {
    seeded: written.length > 0,
    schools: summarize(written.length > 0 ? await listSchools(database) : present),
    signIns: written.flatMap(demoSignIns),
  }
}

/** The staff of a demo school as they were made, operators by the till's own entrance. */
export const demoSignIns = (school: DemoSchool): DemoSignIn[] =>
  school.staff.map(({ userName, password, pin, role }) => ({
    school: school.code,
    path: role === 'operator' ? '/pos-sign-in' : '/sign-in',
    username: userName,
    password,
    role,
    ...(pin ? { pin } : {}),
  }))

const listSchools = (database: Database) =>
  database.directory((tx) =>
    tx
      .select({ code: schools.code, name: schools.name, language: schools.language, currency: schools.currency })
      .from(schools)
      .orderBy(schools.code),
  )

const summarize = (rows: { code: string; name: Bilingual; language: Language; currency: Currency }[]) =>
  rows.map(({ code, name, language, currency }) => ({ code, nameEn: name.en, nameAr: name.ar, language, currency }))
