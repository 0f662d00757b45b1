import { asc, eq, sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { countryDefaults } from '#shared/school/country-defaults.rules.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'
import type { SchoolDays } from '#shared/school/school-days.contract.ts'
import type { TopUpLimits } from '#shared/school/top-ups/top-up-limits.contract.ts'
import { type SchoolProfile, schools, type TillPolicy } from './school.table.ts'

/** Returns the current row of the school. @throws AppError tenant.unknown */
export async function readSchool(tx: Tx, schoolId: string): Promise<typeof schools.$inferSelect> {
  const [school] = await tx.select().from(schools).where(eq(schools.schoolId, schoolId))
  if (!school) throw new AppError('tenant.unknown')
  return school
}

/** Locks the school's row until the transaction ends, so that two changes of settings or prices follow one another. */
export async function lockSchool(tx: Tx, schoolId: string): Promise<typeof schools.$inferSelect> {
  const [school] = await tx.select().from(schools).where(eq(schools.schoolId, schoolId)).for('no key update')
  if (!school) throw new AppError('tenant.unknown')
  return school
}

/** Begins the next price list of a locked school: sales by an earlier one keep their prices. */
export async function beginPriceList(tx: Tx, { schoolId, tillPolicy }: typeof schools.$inferSelect): Promise<void> {
  const priceListVersion = tillPolicy.priceListVersion + 1
  await tx
    .update(schools)
    .set({ tillPolicy: { ...tillPolicy, priceListVersion } })
    .where(eq(schools.schoolId, schoolId))
}

/** Keeps which first steps of a locked school are skipped. */
export async function setStart(
  tx: Tx,
  { schoolId, profile }: typeof schools.$inferSelect,
  start: NonNullable<SchoolProfile['start']>,
): Promise<void> {
  await tx
    .update(schools)
    .set({ profile: { ...profile, start } })
    .where(eq(schools.schoolId, schoolId))
}

/** Returns the school's till settings, as of this transaction: taxes, rounding, allowances, receipt texts. */
export async function readTillPolicy(tx: Tx, schoolId: string): Promise<TillPolicy> {
  const { tillPolicy } = await readSchool(tx, schoolId)
  return tillPolicy
}

/** Returns what the school bounds of top-ups; null where it has set nothing. */
export const readTopUpLimits = async (tx: Tx, schoolId: string): Promise<TopUpLimits | null> =>
  (await readTillPolicy(tx, schoolId)).topUps ?? null

/** Returns when a school works: what its settings say, else the weekend of its country and no holidays. */
export function schoolDaysOf({
  profile,
  currency,
}: Pick<typeof schools.$inferSelect, 'profile' | 'currency'>): SchoolDays {
  const { weekend, holidays = [], country = homeCountry(currency) } = profile
  return { weekend: weekend ?? [...countryDefaults(country).weekend], holidays }
}

/** Returns when the school works, as of this transaction. */
export const readSchoolDays = async (tx: Tx, schoolId: string): Promise<SchoolDays> =>
  schoolDaysOf(await readSchool(tx, schoolId))

/** Returns whether the school is one to try out, with nobody real in it. */
export async function isDemoSchool(tx: Tx, schoolId: string): Promise<boolean> {
  const { profile } = await readSchool(tx, schoolId)
  return profile.isDemo === true
}

/** Returns whether there is a school that is no demo. */
export async function hasOwnSchool(db: Database): Promise<boolean> {
  const [own] = await db.directory((tx) =>
    tx
      .select({ code: schools.code })
      .from(schools)
      .where(sql`${schools.profile}->'isDemo' is distinct from 'true'::jsonb`)
      .limit(1),
  )
  return own !== undefined
}

/** Returns the id of the school with this code. */
export async function schoolIdOf(db: Database, code: string): Promise<string | undefined> {
  const [found] = await db.directory((tx) =>
    tx.select({ schoolId: schools.schoolId }).from(schools).where(eq(schools.code, code)),
  )
  return found?.schoolId
}

/** Lists the schools that were made to be tried out. */
export const listDemoSchools = (db: Database) =>
  db.directory((tx) =>
    tx
      .select({ schoolId: schools.schoolId, code: schools.code })
      .from(schools)
      .where(sql`${schools.profile}->'isDemo' = 'true'::jsonb`)
      .orderBy(asc(schools.code)),
  )

/** Lists names and colours of all schools, by code: for choosing one on a bare host. */
export const listSchools = (db: Database) =>
  db.directory((tx) =>
    tx
      .select({ code: schools.code, name: schools.name, profile: schools.profile })
      .from(schools)
      .orderBy(asc(schools.code)),
  )

/** Returns a page of schools by code, for the provider's list. @param after code of the last school before the page */
export function pageOfSchools(
  db: Database,
  { after = '', search = '', limit }: { after?: string | undefined; search?: string | undefined; limit: number },
) {
  const like = `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const { schoolId, code, name, createdAt, profile } = schools
  return db.directory((tx) =>
    tx
      .select({ schoolId, code, name, createdAt, profile })
      .from(schools)
      .where(
        sql`${code} > ${after} and (${code} like ${like} or lower(${name}->>'en') like ${like} or ${name}->>'ar' like ${like})`,
      )
      .orderBy(asc(code))
      .limit(limit),
  )
}

/** Lists the schools with their sender names, for sending email. */
export const listSendingSchools = (db: Database) =>
  db.directory((tx) =>
    tx.select({ schoolId: schools.schoolId, name: schools.name }).from(schools).orderBy(asc(schools.code)),
  )

/** Returns branding data by id; undefined when the school is gone. */
export const readBranding = (db: Database, schoolId: string) =>
  db.directory(async (tx) => {
    const [school] = await tx
      .select({
        code: schools.code,
        name: schools.name,
        language: schools.language,
        logoSvg: schools.logoSvg,
        profile: schools.profile,
      })
      .from(schools)
      .where(eq(schools.schoolId, schoolId))
    return school
  })
