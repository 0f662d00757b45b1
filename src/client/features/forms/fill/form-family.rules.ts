import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'

/**
 * What one application says of the family and the next one, for a brother or sister, would say again. Never a consent, which
 * is given for each child, nor a file, which belongs to one submission.
 */
export function familyAnswers(form: FormDefinition, answers: Answers): Answers {
  const parts = form.pages
    .flatMap(({ sections }) => sections)
    .filter(({ isOfFamily }) => isOfFamily)
    .flatMap((section) => section.parts)
  const kept = parts.flatMap((part): [string, Answers[string]][] => {
    const answer = answers[part.key]
    if (part.type === 'consent' || part.type === 'file' || answer === undefined) return []
    if (part.type !== 'repeat' || !Array.isArray(answer)) return [[part.key, answer]]
    const keys = part.fields.filter(({ type }) => type !== 'consent' && type !== 'file').map(({ key }) => key)
    const rows = (answer as Answers[]).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key))),
    )
    return [[part.key, rows]]
  })
  return Object.fromEntries(kept)
}
