import type { Tx } from '#server/kernel/db.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'
import { type AgeRules, schoolAgeRules } from '#shared/school/school-grades.rules.ts'
import { readSchool } from './school.service.ts'

/** Returns the rules of age that the school has set; undefined where its forms decide. */
export async function ageRulesOf(tx: Tx, schoolId: string): Promise<AgeRules | undefined> {
  const { currency, profile } = await readSchool(tx, schoolId)
  return schoolAgeRules({ country: homeCountry(currency), ...profile })
}
