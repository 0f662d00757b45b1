import { changed, openUndo, type UndoState, undone } from '#client/platform/editor/undo-state.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { nodeOf, valueAt } from './edit-tree.ts'

interface Step {
  form: FormDefinition
  selected: string
}

export interface EditState extends UndoState<Step> {
  /** The name of what the last step has removed. */
  removed: string | undefined
}

export type EditAction =
  | { type: 'put'; path: string; form: FormDefinition }
  | { type: 'change'; form: FormDefinition; selected: string | undefined; removed?: string | undefined }
  | { type: 'select'; path: string }
  | { type: 'undo' }

export const openState = (form: FormDefinition, selected = ''): EditState => ({
  ...openUndo({ form, selected }),
  removed: undefined,
})

/** What is left of a place when it is gone: the nearest thing around it. */
function standing(form: FormDefinition, path: string): string {
  for (let at = nodeOf(path); at !== ''; at = nodeOf(at.split('.').slice(0, -2).join('.'))) {
    if (valueAt(form, at) !== undefined) return at
  }
  return ''
}

/** What happened in the editor, one thing after the other. */
export function edited(state: EditState, action: EditAction): EditState {
  const { form, selected } = state.now
  switch (action.type) {
    case 'put':
      return { ...changed(state, { form: action.form, selected }, action.path), removed: undefined }
    case 'change': {
      const next = standing(action.form, action.selected ?? selected)
      return { ...changed(state, { form: action.form, selected: next }), removed: action.removed }
    }
    case 'select':
      return { ...state, now: { form, selected: standing(form, action.path) }, typedAt: undefined }
    case 'undo': {
      const { now, ...before } = undone(state)
      return { ...before, now: { ...now, selected: standing(now.form, now.selected) }, removed: undefined }
    }
  }
}
