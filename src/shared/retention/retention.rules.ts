import { monthsAfter } from '#shared/kernel/months.ts'
import { type Day, dayAfter } from '#shared/kernel/time.ts'

/** Why a closed file is erased: its time is over, or the family asks for it before. */
export const erasureCauses = ['time-over', 'family-asked'] as const
export type ErasureCause = (typeof erasureCauses)[number]

/** What is counted of an erasure, in the order in which it is told. */
export const erasedKinds = [
  'guardians',
  'forms',
  'files',
  'papers',
  'letters',
  'signatures',
  'consents',
  'mails',
  'messages',
  'appointments',
  'assessments',
  'notes',
  'records',
] as const
export type ErasedKind = (typeof erasedKinds)[number]

/** How much of each kind goes, and how many guardians stay since another child or a claim of their own is there. */
export type ErasedCounts = Readonly<Record<ErasedKind | 'guardiansKept', number>>

export const noCounts: ErasedCounts = {
  guardiansKept: 0,
  ...(Object.fromEntries(erasedKinds.map((kind) => [kind, 0])) as Record<ErasedKind, number>),
}

/** What several erasures come to. */
export const addCounts = (all: readonly ErasedCounts[]): ErasedCounts =>
  all.reduce(
    (sum, counts) =>
      Object.fromEntries(
        [...erasedKinds, 'guardiansKept' as const].map((kind) => [kind, sum[kind] + counts[kind]]),
      ) as Record<keyof ErasedCounts, number>,
    noCounts,
  )

/** A hold: the last day of it, or null until somebody ends it. */
export interface Hold {
  untilDay: Day | null
}

/**
 * From which day on a closed file is erased: so many months after it was closed, and not before the end of a hold; null where
 * somebody has to decide, because the school keeps such files without end or a hold has no last day.
 */
export function erasesOn(closedOn: Day, keepMonths: number | null, hold: Hold | null): Day | null {
  if (keepMonths === null || hold?.untilDay === null) return null
  const over = monthsAfter(closedOn, keepMonths)
  const free = hold ? dayAfter(hold.untilDay, 1) : over
  return free > over ? free : over
}

/** Whether a hold is in force on this day. */
export const isHeld = (hold: Hold | null, today: Day): boolean =>
  hold !== null && (hold.untilDay === null || hold.untilDay >= today)
