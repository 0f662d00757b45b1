import type { Tx } from '#server/kernel/db.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'
import { type AgeRules, schoolAgeRules } from '#shared/school/school-grades.rules.ts'
import { defaultRegulator, type Regulator } from '#shared/school/regulator.rules.ts'
import { readSchool } from './school.service.ts'
import type { schools } from './school.table.ts'

type Row = typeof schools.$inferSelect

/** Returns the regulator whose rules a school follows: the one it has set, else that of its country. */
export const regulatorOf = ({ currency, profile }: Pick<Row, 'currency' | 'profile'>): Regulator =>
  profile.regulator ?? defaultRegulator(profile.country ?? homeCountry(currency))

/** Returns the rules of age that the school has set; undefined where its forms decide. */
export async function ageRulesOf(tx: Tx, schoolId: string): Promise<AgeRules | undefined> {
  const { currency, profile } = await readSchool(tx, schoolId)
  const regulator = regulatorOf({ currency, profile })
  return schoolAgeRules({ country: homeCountry(currency), ...profile, regulator })
}
