// chunk: till-sheets
import type { Minor } from '#shared/kernel/money.ts'
import type { TopUpLimits } from './top-up-limits.contract.ts'

export type TopUpFault = 'account.top-up-small' | 'account.top-up-large' | 'account.top-up-full'

/**
 * Why an amount may not be put on an account, in minor units of its currency, as the id of what is said about it; undefined where it
 * may. `balance` is what the account has before.
 */
export function topUpFault(
  amount: Minor,
  balance: Minor,
  limits: TopUpLimits | null | undefined,
): TopUpFault | undefined {
  if (!limits) return undefined
  const { least, most, balance: fullest } = limits
  if (least !== null && amount < least) return 'account.top-up-small'
  if (most !== null && amount > most) return 'account.top-up-large'
  return fullest !== null && balance + amount > fullest ? 'account.top-up-full' : undefined
}
