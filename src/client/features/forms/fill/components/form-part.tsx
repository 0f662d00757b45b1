import { lazy, Suspense } from 'react'
import { type Answers, isRequired } from '#shared/forms/form-answers.rules.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { ChoiceInput, ChoicesInput, ConsentInput, YesNoInput } from '../fields/choice-inputs.tsx'
import { DayInput } from '../fields/day-input.tsx'
import { LongInput, PlainInput } from '../fields/text-inputs.tsx'
import { useOpenForm } from '../form-context.ts'

/** Comes when a form asks for files: shrinking, hashing and their list are not in everybody's first load. */
const FileInput = lazy(async () => ({ default: (await import('../fields/file-input.tsx')).FileInput }))

/** So does what stands below some inputs. */
const FieldHint = lazy(async () => ({ default: (await import('../fields/field-hint.tsx')).FieldHint }))

const mayHaveHint = /^(terms|privacy)$/

interface FieldProps {
  field: Field
  path: string
  /** What the other fields of its block say. */
  row?: Answers
}

/** The input for a field, whatever its type. */
export function FormField(props: FieldProps) {
  const { field } = props
  return (
    <>
      <Input {...props} />
      {('suggestedBy' in field || 'identity' in field || mayHaveHint.test(field.key)) && (
        <Suspense fallback={null}>
          <FieldHint {...props} />
        </Suspense>
      )}
    </>
  )
}

function Input({ field, path, row }: FieldProps) {
  const { form, answers } = useOpenForm()
  const common = { path, error: form.errors[path], isRequired: isRequired(field, answers, row) }
  switch (field.type) {
    case 'long-text':
      return <LongInput field={field} {...common} />
    case 'date':
      return <DayInput field={field} {...common} />
    case 'choice':
      return <ChoiceInput field={field} {...common} />
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
      return <PlainInput field={field} {...common} />
  }
}
