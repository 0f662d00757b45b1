import { type Day, dayAfter, dayMs } from '#shared/kernel/time.ts'
import type { BatchState } from './stock.contract.ts'

/** What moved between two moments, in thousandths of a piece, each as a number of its own sign: all of them 0 or more. */
export interface Moved {
  received: number
  wasted: number
  sold: number
  /** Brought back by refunds and by sales that were voided. */
  back: number
}

/** Returns what should be there after these movements. */
export const stockAfter = (before: number, { received, wasted, sold, back }: Moved): number =>
  before + received + back - wasted - sold

export interface Batch {
  entryId: string
  qtyMilli: number
  producedOn: Day | null
  expiresOn: Day | null
}

/** Returns the day in the middle of a batch's shelf life, from which on some schools may not sell it. */
export const halfLifeOf = ({ producedOn, expiresOn }: Pick<Batch, 'producedOn' | 'expiresOn'>): Day | null =>
  producedOn !== null && expiresOn !== null && producedOn < expiresOn
    ? dayAfter(producedOn, Math.floor((Date.parse(expiresOn) - Date.parse(producedOn)) / dayMs / 2))
    : null

/** Day up to which a batch may be sold, itself included: the half of its shelf life where that is known. */
export const lastDayOf = (batch: Pick<Batch, 'producedOn' | 'expiresOn'>): Day | null =>
  halfLifeOf(batch) ?? batch.expiresOn

/**
 * Returns what is left of each batch if the one that falls due first is sold first, after those without a last day; batches of which
 * nothing is left are absent.
 */
export function batchesLeft<B extends Batch>(stock: number, batches: readonly B[]): (B & { leftMilli: number })[] {
  const order = ({ expiresOn }: B) => expiresOn ?? ''
  let left = Math.max(0, stock)
  // What falls due last is what is still there.
  return batches
    .toSorted((one, other) => order(other).localeCompare(order(one)))
    .flatMap((batch) => {
      const leftMilli = Math.min(left, batch.qtyMilli)
      left -= leftMilli
      return leftMilli === 0 ? [] : [{ ...batch, leftMilli }]
    })
    .toReversed()
}

/** Returns how a batch stands on a day; undefined while it is good for more than this day. */
export function batchState(batch: Pick<Batch, 'producedOn' | 'expiresOn'>, today: Day): BatchState | undefined {
  const { expiresOn } = batch
  const half = halfLifeOf(batch)
  if (expiresOn !== null && expiresOn < today) return 'expired'
  if (half !== null && half < today) return 'half-life'
  const tomorrow = dayAfter(today, 1)
  return (expiresOn !== null && expiresOn <= tomorrow) || (half !== null && half <= tomorrow) ? 'soon' : undefined
}
