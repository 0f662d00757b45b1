import { feeListStates, type FeeListFilter } from '#shared/fees/fee-list.contract.ts'

export const feeViews = [
  'children',
  'billing',
  'cheques',
  'bank',
  'online',
  'cashbook',
  'reminders',
  'grants',
  'claims',
  'export',
] as const
export type FeeView = (typeof feeViews)[number]

/** The address as it comes: read only by the screen. */
export interface FeesAddress {
  view?: unknown
  text?: unknown
  grade?: unknown
  state?: unknown
}

export interface FeesSearch {
  view?: FeeView
  text?: string
  grade?: string
  state?: FeeListFilter['state']
}

/** Returns what the address says; anything else in it is left out. */
export function readFeesSearch({ view, text, grade, state }: FeesAddress): FeesSearch {
  const shown = feeViews.find((each) => each === view)
  const standing = feeListStates.find((each) => each === state)
  return {
    ...(shown && shown !== 'children' && { view: shown }),
    ...(typeof text === 'string' && text !== '' && { text: text.slice(0, 100) }),
    ...((typeof grade === 'string' || typeof grade === 'number') &&
      grade !== '' && { grade: String(grade).slice(0, 40) }),
    ...(standing && standing !== 'all' && { state: standing }),
  }
}
