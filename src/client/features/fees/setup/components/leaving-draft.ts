// chunk: fees
import type { OwnLeaving } from '#shared/fees/leaving/own-leaving.ts'
import { latinDigits } from '#shared/kernel/digits.ts'

export const keepKinds = ['percent', 'months', 'term', 'seat', 'nothing'] as const
export type KeepKind = (typeof keepKinds)[number]

export interface KeepDraft {
  kind: KeepKind
  /** Per cent or months, as typed. */
  number: string
}

export interface LeavingDraft {
  beforeStart: KeepDraft
  /** The last one is for all later days. */
  steps: (KeepDraft & { untilDay: string })[]
}

type Keep = OwnLeaving['beforeStart']

const keepDraft = (keep: Keep): KeepDraft => {
  if (typeof keep === 'string') return { kind: keep, number: '' }
  return 'percent' in keep
    ? { kind: 'percent', number: String(keep.percent) }
    : { kind: 'months', number: String(keep.months) }
}

/** Returns a school's own rule as it is typed. */
export const leavingDraftOf = ({ beforeStart, steps }: OwnLeaving): LeavingDraft => ({
  beforeStart: keepDraft(beforeStart),
  steps: steps.map(({ untilDay, keep }) => ({
    ...keepDraft(keep),
    untilDay: untilDay === null ? '' : String(untilDay),
  })),
})

/** What a school begins with: half of the term in its first two weeks, then all of it. */
export const newLeavingDraft: LeavingDraft = {
  beforeStart: { kind: 'seat', number: '' },
  steps: [
    { kind: 'percent', number: '50', untilDay: '14' },
    { kind: 'term', number: '', untilDay: '' },
  ],
}

const readNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(latinDigits(text.trim())))

const readKeep = ({ kind, number }: KeepDraft): unknown => {
  if (kind === 'percent') return { percent: readNumber(number) }
  return kind === 'months' ? { months: readNumber(number) } : kind
}

/** Returns what was typed, to be checked by the schema of the settings. */
export const readLeavingDraft = ({ beforeStart, steps }: LeavingDraft): unknown => ({
  beforeStart: readKeep(beforeStart),
  steps: steps.map(({ untilDay, ...keep }, at) => ({
    untilDay: at === steps.length - 1 ? null : readNumber(untilDay),
    keep: readKeep(keep),
  })),
})
