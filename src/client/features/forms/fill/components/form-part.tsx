import { lazy, Suspense } from 'react'
import { type Answers, isRequired } from '#shared/forms/form-answers.rules.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { ChoiceInput, ChoicesInput, ConsentInput, YesNoInput } from '../fields/choice-inputs.tsx'
import { DayInput } from '../fields/day-input.tsx'
import { LongInput, PlainInput } from '../fields/text-inputs.tsx'
import { useOpenForm } from '../form-context.ts'

/** Comes when a form asks for files: shrinking, hashing and their list are not in everybody's first load. */
const FileInput = lazy(async () => ({ default: (await import('../fields/file-input.tsx')).FileInput }))

const IdentityHint = lazy(async () => ({ default: (await import('../fields/identity-hint.tsx')).IdentityHint }))

const GradeHint = lazy(async () => ({ default: (await import('../fields/grade-hint.tsx')).GradeHint }))

/** The input for a field, whatever its type. `row` is what the other fields of its block say. */
export function FormField({ field, path, row }: { field: Field; path: string; row?: Answers }) {
  const { form, answers } = useOpenForm()
  const common = { path, error: form.errors[path], isRequired: isRequired(field, answers, row) }
  switch (field.type) {
    case 'long-text':
      return <LongInput field={field} {...common} />
    case 'date':
      return <DayInput field={field} {...common} />
    case 'choice':
      return (
        <>
          <ChoiceInput field={field} {...common} />
          {field.suggestedBy && (
            <Suspense fallback={null}>
              <GradeHint field={field} path={path} row={row ?? answers} />
            </Suspense>
          )}
        </>
      )
    case 'choices':
      return <ChoicesInput field={field} {...common} />
    case 'yes-no':
      return <YesNoInput field={field} {...common} />
    case 'consent':
      return <ConsentInput field={field} {...common} />
    case 'file':
      return (
        <Suspense fallback={null}>
          <FileInput field={field} {...common} />
        </Suspense>
      )
    default:
      return (
        <>
          <PlainInput field={field} {...common} />
          {field.type === 'text' && field.identity && (
            <Suspense fallback={null}>
              <IdentityHint field={field} path={path} row={row ?? answers} />
            </Suspense>
          )}
        </>
      )
  }
}
