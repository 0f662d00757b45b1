import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { nodeOf, valueAt } from './edit-tree.ts'

interface Step {
  form: FormDefinition
  selected: string
}

export interface EditState extends Step {
  /** What can be undone, oldest first. */
  past: readonly Step[]
  /** Where the last letters went: typing on there is one step, not one for each letter. */
  typedAt: string | undefined
  /** The name of what the last step has removed. */
  removed: string | undefined
}

export type EditAction =
  | { type: 'put'; path: string; form: FormDefinition }
  | { type: 'change'; form: FormDefinition; selected: string | undefined; removed?: string | undefined }
  | { type: 'select'; path: string }
  | { type: 'undo' }
  | { type: 'open'; form: FormDefinition }

const maxSteps = 60

export const openState = (form: FormDefinition, selected = ''): EditState => ({
  form,
  selected,
  past: [],
  typedAt: undefined,
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
  const { form, selected, past } = state
  const remembered = [...past, { form, selected }].slice(-maxSteps)
  switch (action.type) {
    case 'put':
      return {
        ...state,
        form: action.form,
        past: state.typedAt === action.path ? past : remembered,
        typedAt: action.path,
        removed: undefined,
      }
    case 'change': {
      const next = standing(action.form, action.selected ?? selected)
      return { form: action.form, selected: next, past: remembered, typedAt: undefined, removed: action.removed }
    }
    case 'select':
      return { ...state, selected: standing(form, action.path), typedAt: undefined }
    case 'open':
      return openState(action.form, standing(action.form, selected))
    case 'undo': {
      const last = past.at(-1)
      if (!last) return state
      return { ...openState(last.form, standing(last.form, last.selected)), past: past.slice(0, -1) }
    }
  }
}
