import { type Currency, toDecimalText } from '#shared/kernel/money.ts'

/** What a gateway takes: its currencies, each with the smallest step of an amount in minor units. */
export interface GatewayMoney {
  readonly steps: Partial<Readonly<Record<Currency, number>>>
}

export type GatewayMoneyFault =
  | { readonly fault: 'currency' }
  /** `nearest`: the largest amount not above it that the gateway takes, in minor units. */
  | { readonly fault: 'step'; readonly step: number; readonly nearest: number }
  | { readonly fault: 'amount' }

/** Returns an amount as the gateway reads it, or why it cannot be asked for; nothing is rounded. */
export function gatewayAmount(
  { steps }: GatewayMoney,
  amount: number,
  currency: Currency,
): { readonly text: string } | GatewayMoneyFault {
  const step = steps[currency]
  if (step === undefined) return { fault: 'currency' }
  if (amount <= 0) return { fault: 'amount' }
  if (amount % step !== 0) return { fault: 'step', step, nearest: amount - (amount % step) }
  return { text: toDecimalText(amount, currency) }
}
