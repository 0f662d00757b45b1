import type { Tx } from '#server/kernel/db.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { gradeRules } from '#shared/school/grade-rule-packs.ts'
import { defaultForms } from './defaults/default-forms.ts'
import { publishForm } from './form.service.ts'

/** Publishes the forms of a new school under the names that they have in addresses. */
export async function publishForms(
  tx: Tx,
  schoolId: string,
  forms: Readonly<Record<string, FormDefinition>>,
  at: Instant,
): Promise<void> {
  for (const [slug, definition] of Object.entries(forms)) {
    await publishForm(tx, schoolId, slug, definition, { userId: null, at })
  }
}

/** Returns the forms that a school of this country begins with. @param firstYear calendar year in which the next school year begins */
export const startForms = (country: string, firstYear: number): Record<string, FormDefinition> =>
  defaultForms({ firstYear, ages: agesOf(country) })

/** Ages by the country's regulator where its rules are known; without them no grade is suggested. */
function agesOf(country: string): FormDefinition['ages'] {
  const rules = gradeRules.filter((rule) => rule.country === country)
  return rules.length > 0 ? { country, intake: 'autumn', rules } : undefined
}
