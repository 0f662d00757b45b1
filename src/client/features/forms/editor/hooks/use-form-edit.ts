import { useMemo, useReducer } from 'react'
import { type CopyServer, useWorkingCopy } from '#client/platform/editor/use-working-copy.ts'
import type { FormEdit } from '#shared/forms/editor/form-edit.contract.ts'
import { findingsIn } from '#shared/forms/editor/form-edit.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { Editing } from '../edit-context.ts'
import { type EditAction, edited, openState } from '../edit-state.ts'
import { putAt } from '../edit-tree.ts'
import { isSameForm } from '../form-diff.rules.ts'
import { fetchEdit, saveEdit } from '../form-edit.api.ts'

const serverFor = (slug: string): CopyServer<FormDefinition> => ({
  fetch: async () => {
    const { revision, definition } = await fetchEdit(slug)
    return { revision, content: definition }
  },
  save: (revision, definition) => saveEdit(slug, revision, definition),
  isSame: isSameForm,
})

/** The working copy that is open: what can be done with it, and whether it is at the server. */
export function useFormEdit(opened: FormEdit) {
  const { slug, published, history } = opened
  const [state, dispatch] = useReducer(edited, opened.definition, (form) => openState(form))
  const { copy, saving } = useWorkingCopy(serverFor(slug), opened)
  const { past, removed } = state
  const { form, selected } = state.now
  const findings = useMemo(() => findingsIn(form, history), [form, history])
  const apply = (action: EditAction) => {
    const { now } = edited(state, action)
    dispatch(action)
    if (now.form !== form) copy.change(now.form)
  }
  const editing: Editing = {
    slug,
    form,
    published,
    history,
    findings,
    selected,
    put: (path, value, typedAt = path) => apply({ type: 'put', path: typedAt, form: putAt(form, path, value) }),
    change: (changed, select, removed) => apply({ type: 'change', form: changed, selected: select, removed }),
    select: (path) => apply({ type: 'select', path }),
  }
  const isChanged = !published || !isSameForm(published.definition, form)
  return { editing, copy, saving, isChanged, removed, canUndo: past.length > 0, undo: () => apply({ type: 'undo' }) }
}
