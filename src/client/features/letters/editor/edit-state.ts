import type { LetterBlock, LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'

export interface EditState {
  template: LetterTemplate
  /** What can be undone, oldest first. */
  past: readonly LetterTemplate[]
  /** Where the last letters went: typing on there is one step, not one for each letter. */
  typedAt: string | undefined
}

export type EditAction = { type: 'change'; template: LetterTemplate; typedAt?: string | undefined } | { type: 'undo' }

const maxSteps = 100

export const openState = (template: LetterTemplate): EditState => ({ template, past: [], typedAt: undefined })

/** What happened in the editor, one thing after the other. */
export function edited(state: EditState, action: EditAction): EditState {
  if (action.type === 'undo') {
    const last = state.past.at(-1)
    return last ? { template: last, past: state.past.slice(0, -1), typedAt: undefined } : state
  }
  const { template, typedAt } = action
  const isTypedOn = typedAt !== undefined && typedAt === state.typedAt
  const past = isTypedOn ? state.past : [...state.past, state.template].slice(-maxSteps)
  return { template, past, typedAt }
}

/** The blocks with one taken to another place. */
export function moved(blocks: readonly LetterBlock[], from: number, to: number): LetterBlock[] {
  const block = blocks[from]
  if (!block || to < 0 || to >= blocks.length) return [...blocks]
  return blocks.toSpliced(from, 1).toSpliced(to, 0, block)
}
