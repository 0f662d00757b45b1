// chunk: form-parts
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { useOpenForm } from '../form-context.ts'
import { GradeHint } from './grade-hint.tsx'
import { IdentityHint } from './identity-hint.tsx'
import { LegalHint } from './legal-hint.tsx'

interface HintProps {
  field: Field
  path: string
  /** Answers of the block that the field stands in. */
  row?: Answers
}

/** What stands below an input: a grade for the age, a warning of a mistyped number, the text that is agreed to. */
export function FieldHint({ field, path, row }: HintProps) {
  const { answers } = useOpenForm()
  const common = { path, row: row ?? answers }
  if ('suggestedBy' in field && field.suggestedBy) return <GradeHint field={field} {...common} />
  if (field.type === 'text' && field.identity) return <IdentityHint field={field} {...common} />
  if (field.type === 'consent' && (field.key === 'terms' || field.key === 'privacy')) {
    return <LegalHint text={field.key} />
  }
  return null
}
