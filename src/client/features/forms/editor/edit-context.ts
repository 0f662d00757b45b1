import { createContext, use } from 'react'
import type { FormEdit } from '#shared/forms/editor/form-edit.contract.ts'
import type { Finding } from '#shared/forms/editor/form-finding.rules.ts'
import type { FormHistory } from '#shared/forms/editor/form-history.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'

/** What every part of the editor needs. */
export interface Editing {
  slug: string
  form: FormDefinition
  published: FormEdit['published']
  history: FormHistory
  findings: readonly Finding[]
  /** The path of what is being edited: a page, a section, a question; empty for the form as a whole. */
  selected: string
  /** Puts a value in a place as it is typed; undefined takes it away. What is typed on at one place is undone as one. */
  put(path: string, value: unknown, typedAt?: string): void
  /** A change of its own, to be undone by itself; `removed` names what it took away. */
  change(form: FormDefinition, selected?: string, removed?: string): void
  select(path: string): void
}

const EditingContext = createContext<Editing | null>(null)
export const EditingProvider = EditingContext

export function useEditing(): Editing {
  const editing = use(EditingContext)
  if (!editing) throw new Error('a part of the editor stands outside of it')
  return editing
}

/** The id of an input on the page, by its path in the definition. */
export const editId = (path: string): string => `edit-${path.replaceAll('.', '-')}`
