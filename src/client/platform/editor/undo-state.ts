/** What is being edited, and how it came there. */
export interface UndoState<T> {
  now: T
  /** What can be undone, oldest first. */
  past: readonly T[]
  /** Where the last letters went: typing on there is one step, not one for each letter. */
  typedAt: string | undefined
}

const maxSteps = 100

export const openUndo = <T extends object>(now: T): UndoState<T> => ({ now, past: [], typedAt: undefined })

/** @param typedAt the place that was typed in; typing on there is undone as one step */
export function changed<T extends object>(state: UndoState<T>, next: T, typedAt?: string): UndoState<T> {
  const isTypedOn = typedAt !== undefined && typedAt === state.typedAt
  return { now: next, past: isTypedOn ? state.past : [...state.past, state.now].slice(-maxSteps), typedAt }
}

/** Goes back by one step; the same state where there is none. */
export function undone<T extends object>(state: UndoState<T>): UndoState<T> {
  const last = state.past.at(-1)
  return last ? { now: last, past: state.past.slice(0, -1), typedAt: undefined } : state
}
