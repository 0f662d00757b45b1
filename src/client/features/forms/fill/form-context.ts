// chunk: form
import type { UseFormReturnType } from '@mantine/form'
import { createContext, use } from 'react'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { LocalDraft } from './local-draft.ts'

/** What every field of an open form needs. */
export interface OpenForm {
  form: UseFormReturnType<Answers>
  /** The answers as they stand, for conditions and for parts that show what was chosen. */
  answers: Answers
  /** Nothing where the form is only tried out. */
  draft: LocalDraft | null
  today: string
  ages: FormDefinition['ages']
  /** Where the birth date of whom the form is about stands, in the same block. */
  birthDateKey: string | undefined
}

const FormContext = createContext<OpenForm | null>(null)
export const FormProvider = FormContext

export function useOpenForm(): OpenForm {
  const open = use(FormContext)
  if (!open) throw new Error('a field stands outside of a form')
  return open
}

/** The draft of a form that is filled in, and not only tried out. */
export function useOpenDraft(): LocalDraft {
  const { draft } = useOpenForm()
  if (!draft) throw new Error('nothing is kept of a form that is tried out')
  return draft
}

/** The id of an input on the page, by its path in the form. */
export const inputId = (path: string): string => `field-${path.replaceAll('.', '-')}`
