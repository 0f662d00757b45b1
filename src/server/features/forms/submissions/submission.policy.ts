import type { Session } from '#server/http/context.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition, FormPurpose } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { isForWork } from './work-application.service.ts'

const isSensitive = (field: Field): boolean => field.sensitivity === 'S3'

/**
 * Returns the answers of a readable submission that this person may see, and the keys of those left out. Who reads applications for
 * work sees them whole: what is asked there is asked for that person.
 */
export function withoutWithheld(
  { kind, roles }: Session,
  definition: FormDefinition,
  { answers, slug, purpose }: { answers: Answers; slug: string; purpose: FormPurpose },
): { answers: Answers; withheld: string[] } {
  const seesAll =
    hasScopedPermission(kind, roles, 'sensitive.see') ||
    (isForWork({ slug, purpose }) && hasScopedPermission(kind, roles, 'work.see'))
  return seesAll ? { answers, withheld: [] } : withoutSensitive(definition, answers)
}

/** Returns the keys of answers of the highest sensitivity: reading them is recorded in the audit log. */
export const sensitiveIn = (definition: FormDefinition, answers: Answers): string[] =>
  withoutSensitive(definition, answers).withheld

function withoutSensitive(definition: FormDefinition, answers: Answers): { answers: Answers; withheld: string[] } {
  const withheld: string[] = []
  const kept: Answers = { ...answers }
  for (const part of definition.pages.flatMap((page) => page.sections.flatMap((section) => section.parts))) {
    if (part.type !== 'repeat') {
      if (!isSensitive(part) || !(part.key in kept)) continue
      delete kept[part.key]
      withheld.push(part.key)
      continue
    }
    const hidden = part.fields.filter(isSensitive).map((field) => field.key)
    const rows = kept[part.key]
    if (hidden.length === 0 || !Array.isArray(rows)) continue
    kept[part.key] = (rows as Answers[]).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([key]) => !hidden.includes(key))),
    )
    withheld.push(...hidden.map((key) => `${part.key}.${key}`))
  }
  return { answers: kept, withheld }
}
