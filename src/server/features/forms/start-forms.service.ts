import { eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { NamedGrade } from '#shared/school/grades/grade-names.rules.ts'
import { gradeRules } from '#shared/school/grade-rule-packs.ts'
import { defaultForms } from './defaults/default-forms.ts'
import { isPublished } from './form.service.ts'
import { forms, formVersions } from './form.table.ts'

/** Publishes the first version of each form of a school that has none, under the names that they have in addresses. */
export async function publishForms(
  tx: Tx,
  schoolId: string,
  definitions: Readonly<Record<string, FormDefinition>>,
  at: Instant,
): Promise<void> {
  const version = 1
  const named = Object.entries(definitions)
  await tx.insert(forms).values(named.map(([slug]) => ({ schoolId, slug, publishedVersion: version })))
  await tx
    .insert(formVersions)
    .values(named.map(([slug, definition]) => ({ schoolId, slug, version, definition, publishedAt: at })))
}

/** Returns the current version of every published form, by its name in addresses. */
export async function currentForms(tx: Tx, schoolId: string): Promise<Record<string, FormDefinition>> {
  const found = await tx
    .select({ slug: formVersions.slug, definition: formVersions.definition })
    .from(forms)
    .innerJoin(formVersions, isPublished)
    .where(eq(forms.schoolId, schoolId))
  return Object.fromEntries(found.map(({ slug, definition }) => [slug, definition]))
}

/**
 * Returns the forms that a school of this country and with these grades of its own begins with.
 * @param firstYear calendar year in which the next school year begins
 */
export const startForms = (
  { country = '', grades }: { country?: string; grades?: readonly NamedGrade[] },
  firstYear: number,
): Record<string, FormDefinition> => defaultForms({ firstYear, ages: agesOf(country), grades })

/** Ages by the country's regulator where its rules are known; without them no grade is suggested. */
function agesOf(country: string): FormDefinition['ages'] {
  const rules = gradeRules.filter((rule) => rule.country === country)
  return rules.length > 0 ? { country, intake: 'autumn', rules } : undefined
}
