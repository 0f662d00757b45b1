import { type Minor, minor, sum } from '#shared/kernel/money.ts'
import type { LeavingCharge } from './kept-by-charge.rules.ts'

export interface LeavingOfPayer {
  readonly payerId: string
  readonly kept: Minor
  readonly paid: Minor
  readonly returned: Minor
  readonly due: Minor
}

/**
 * Returns what each payer gets back or still owes of the charges of the year.
 * @param discountsBack what falls back of the discounts of what is kept, in minor units with tax, by payer
 */
export function leavingByPayer(
  charges: readonly LeavingCharge[],
  kept: ReadonlyMap<string, number>,
  discountsBack: ReadonlyMap<string, number> = new Map(),
): LeavingOfPayer[] {
  return [...Map.groupBy(charges, ({ payerId }) => payerId)].map(([payerId, mine]) => {
    const stays = sum([...mine.map(({ chargeId }) => kept.get(chargeId) ?? 0), discountsBack.get(payerId) ?? 0])
    const paid = sum(mine.map((each) => each.paid))
    const returned = minor(Math.max(0, paid - stays))
    return { payerId, kept: stays, paid, returned, due: minor(Math.max(0, stays - paid)) }
  })
}
