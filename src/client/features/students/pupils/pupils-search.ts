import type { PupilFilter } from '#shared/students/pupils/pupil.contract.ts'

/** What narrows the list, and which pupil is open; the address of the page keeps it. */
export interface PupilsSearch {
  view?: string
  text?: string
  grade?: string
  class?: string
  state?: string
  card?: string
  open?: string
}

const names = ['view', 'text', 'grade', 'class', 'state', 'card', 'open'] as const

/** The address as it comes. */
export type PupilsAddress = Partial<Record<keyof PupilsSearch, unknown>>

/** Read only by the screen: what a route does with its address is part of the first load. */
export function readPupilsSearch(search: PupilsAddress): PupilsSearch {
  const known = names.flatMap((name) => {
    const value = search[name]
    // The router reads what is all digits as a number: a grade or a card may be.
    const text = typeof value === 'number' ? String(value) : value
    return typeof text === 'string' && text !== '' ? [[name, text.slice(0, 100)] as const] : []
  })
  return Object.fromEntries(known)
}

export const listedStates = ['left', 'all'] as const
export const cardStates = ['with', 'without'] as const

/** The filter that the address asks the server for. */
export function filterOf({ text = '', grade, class: classId, state, card }: PupilsSearch): PupilFilter {
  const known = listedStates.find((each) => each === state)
  const hasCard = cardStates.find((each) => each === card)
  return {
    text,
    state: known ?? 'at-school',
    ...(grade !== undefined && { grade: grade.slice(0, 20) }),
    ...(classId !== undefined && { classId }),
    ...(hasCard && { card: hasCard }),
  }
}
