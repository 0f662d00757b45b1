import type { GatewayCaller } from '#server/kernel/outside/payment-gateways.ts'
import type { GatewayMoney } from '#shared/fees/online/gateway-money.rules.ts'
import type { GatewayCountry, GatewayId } from '#shared/fees/online/gateway.rules.ts'
import type { Currency, Minor } from '#shared/kernel/money.ts'
import type { Instant } from '#shared/kernel/time.ts'

/** A school's account at a gateway, decrypted for one call. Never logged. */
export interface GatewayAccount {
  readonly isLive: boolean
  readonly country: GatewayCountry
  /** Id of the merchant; empty where the gateway knows it by the key. */
  readonly merchant: string
  readonly apiKey: string
  readonly webhookSecret: string
  /** Of the simulated gateway alone. */
  readonly baseUrl?: string | undefined
}

export interface LinkAsk {
  /** Id of the intent: our reference and the idempotency key. */
  readonly intentId: string
  readonly amount: Minor
  /** The amount as the gateway reads it. */
  readonly amountText: string
  readonly currency: Currency
  readonly description: string
  readonly language: 'en' | 'ar'
  readonly payer: { readonly name: string; readonly email: string | null }
  /** Where the payer's browser comes back to. */
  readonly returnUrl: string
  /** Where the gateway reports to. */
  readonly eventUrl: string
  readonly expiresAt: Instant
}

export interface GatewayStatus {
  readonly state: 'open' | 'paid' | 'failed'
  /** Our reference as the gateway has it. */
  readonly reference: string
  /** Null where the gateway says no amount that can be read. */
  readonly amount: Minor | null
  readonly currency: string
  /** Null where the gateway does not say it. */
  readonly merchant: string | null
  /** False for money of its test system; undefined where the gateway does not say it. */
  readonly isLive?: boolean
  /** The gateway's own number of the payment. */
  readonly transaction: string
  readonly paidAt: Instant | null
}

/**
 * `refused`: the gateway has understood the call and said no; `why` in its own words. `denied`: it does not take the key. Otherwise
 * it may have done it or not.
 */
export interface GatewayFailure {
  readonly failed: 'unreachable' | 'denied' | 'refused' | 'unreadable'
  readonly why?: string
}

export interface GatewayRefund {
  /** The gateway's id of the refund. */
  readonly refundRef: string
  /** Our id of the refund as the gateway has it; empty where it does not say it. */
  readonly reference: string
  /** Null where the gateway says no amount that can be read. */
  readonly amount: Minor | null
  readonly state: 'pending' | 'refunded' | 'failed'
}

export interface GatewayEvent {
  /** False for a wrong signature. */
  readonly isAuthentic: boolean
  /** The gateway's id of the event; null where it gives none. */
  readonly eventId: string | null
  /** The gateway's id of the payment. */
  readonly gatewayRef: string | null
}

export interface GatewayAdapter {
  readonly id: GatewayId
  readonly money: GatewayMoney
  createLink(
    ask: LinkAsk,
    account: GatewayAccount,
    call: GatewayCaller,
  ): Promise<{ readonly gatewayRef: string; readonly url: string } | GatewayFailure>
  fetchStatus(gatewayRef: string, account: GatewayAccount, call: GatewayCaller): Promise<GatewayStatus | GatewayFailure>
  /** Reads and verifies an event by its raw bytes. */
  readEvent(
    raw: Uint8Array<ArrayBuffer>,
    header: (name: string) => string | undefined,
    account: GatewayAccount,
  ): Promise<GatewayEvent>
  /** Asks for a refund of a payment. Not asked again before `listRefunds` has said that there is none under this `opId`. */
  refund(
    refund: { gatewayRef: string; amountText: string; currency: Currency; opId: string },
    account: GatewayAccount,
    call: GatewayCaller,
  ): Promise<GatewayRefund | GatewayFailure>
  /** Lists the refunds of a payment. */
  listRefunds(
    of: { gatewayRef: string; currency: Currency },
    account: GatewayAccount,
    call: GatewayCaller,
  ): Promise<{ readonly refunds: readonly GatewayRefund[] } | GatewayFailure>
}
