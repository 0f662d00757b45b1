import { divideRounded, type Minor, minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'

/** The order in which siblings count: by birth, or by the day on which they joined the school. */
export const siblingKeys = ['age', 'seniority'] as const
export type SiblingKey = (typeof siblingKeys)[number]

export interface Sibling {
  readonly studentId: string
  readonly bornOn: Day | null
  readonly joinedOn: Day
  /** First day on which the child is no longer enrolled. */
  readonly leftOn?: Day | null | undefined
}

/** Returns the rank of each child enrolled on a day, from 1. Children without the key's day come last; ties by file. */
export function siblingRanks(siblings: readonly Sibling[], key: SiblingKey, on: Day): ReadonlyMap<string, number> {
  const order = ({ bornOn, joinedOn, studentId }: Sibling) =>
    `${(key === 'age' ? bornOn : joinedOn) ?? '9999'} ${studentId}`
  const enrolled = siblings.filter(({ joinedOn, leftOn }) => joinedOn <= on && (!leftOn || on < leftOn))
  const ranked = enrolled.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
  return new Map(ranked.map(({ studentId }, at) => [studentId, at + 1]))
}

/** Returns the percentage of a rank from the table of ranks 1, 2, 3 …; the last holds for all further children. */
export const siblingPpm = (table: readonly number[], rank: number): number =>
  table[Math.min(rank, table.length) - 1] ?? 0

/**
 * Returns what falls back to the payer's debit, as one line, when a child's rank falls after charges were issued: for each, the discount
 * applied less the one of the new rank. Charges stay as they are, and a rank that rises claims nothing back. 0 without a rule
 * that says "clawback".
 */
export const siblingClawback = (
  issued: readonly { readonly gross: number; readonly discount: number }[],
  ppmNow: number,
): Minor =>
  minor(
    issued.reduce(
      (all, { gross, discount }) =>
        all + Math.max(0, discount - Number(divideRounded(BigInt(gross) * BigInt(ppmNow), 1_000_000n))),
      0,
    ),
  )
