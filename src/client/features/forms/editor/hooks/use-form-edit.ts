import { useEffect, useMemo, useReducer, useState } from 'react'
import { SavedCopy, type Saving } from '#client/platform/offline/saved-copy.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import type { FormEdit } from '#shared/forms/editor/form-edit.contract.ts'
import { findingsIn } from '#shared/forms/editor/form-edit.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Editing } from '../edit-context.ts'
import { type EditAction, edited, openState } from '../edit-state.ts'
import { putAt } from '../edit-tree.ts'
import { isSameForm } from '../form-diff.rules.ts'
import { fetchEdit, saveEdit } from '../form-edit.api.ts'

/** Saves to the server. A change whose answer was lost on the way comes back as a conflict with oneself, and is none. */
function saverOf(slug: string) {
  let tried: FormDefinition | undefined
  const isOurs = async () => {
    const { revision, definition } = await fetchEdit(slug)
    return tried && isSameForm(definition, tried) ? revision : undefined
  }
  return async (revision: number, definition: FormDefinition): Promise<number> => {
    try {
      return await saveEdit(slug, revision, definition)
    } catch (error) {
      const isConflict = error instanceof AppError && error.messageId === 'form.edit-conflict'
      const ours = isConflict ? await isOurs() : undefined
      if (ours !== undefined) return await saveEdit(slug, ours, definition)
      tried = definition
      throw error
    }
  }
}

/** The working copy that is open: what can be done with it, and whether it is at the server. */
export function useFormEdit(opened: FormEdit) {
  const { slug, published, history } = opened
  const [state, dispatch] = useReducer(edited, opened.definition, (form) => openState(form))
  const [saving, setSaving] = useState<Saving>('saved')
  const [copy] = useState(() => new SavedCopy(opened.revision, saverOf(slug), setSaving))
  useBusy(saving !== 'saved')

  // A page that is put away may never come back.
  useEffect(() => {
    const save = () => void copy.saveNow()
    const onHide = () => document.visibilityState === 'hidden' && save()
    document.addEventListener('visibilitychange', onHide)
    addEventListener('pagehide', save)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('pagehide', save)
      save()
      copy.stop()
    }
  }, [copy])

  const { form, selected, past, removed } = state
  const findings = useMemo(() => findingsIn(form, history), [form, history])
  const apply = (action: EditAction) => {
    const next = edited(state, action)
    dispatch(action)
    if (next.form !== form) copy.change(next.form)
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
