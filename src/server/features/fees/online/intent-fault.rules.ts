import type { IntentFault } from '#shared/fees/online/gateway.rules.ts'
import type { Currency, Minor } from '#shared/kernel/money.ts'
import type { GatewayAccount, GatewayStatus } from './adapters/gateway.types.ts'

/** What differs between what was asked and what the gateway says; undefined when nothing does. */
export function intentFault(
  { id, amount, currency }: { readonly id: string; readonly amount: Minor; readonly currency: Currency },
  status: GatewayStatus,
  { merchant, isLive }: Pick<GatewayAccount, 'merchant' | 'isLive'>,
): IntentFault | undefined {
  if (status.reference !== id) return 'reference'
  if (status.currency !== currency) return 'currency'
  if (status.amount !== amount) return 'amount'
  // Money of a test system is that of no account of the school.
  if (status.isLive !== undefined && status.isLive !== isLive) return 'merchant'
  return status.merchant !== null && merchant !== '' && status.merchant !== merchant ? 'merchant' : undefined
}
