/** Call to a payment gateway. `hosts` are the only ones to which it may go. */
export interface GatewayCall {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  readonly hosts: readonly string[]
}

/** Answer of a gateway: its status and JSON, or why there is none. */
export type GatewayReply =
  | { readonly status: number; readonly body: unknown }
  | { readonly failed: 'host' | 'unreachable' | 'private' | 'timeout' | 'too-large' | 'unreadable' }

/** Calls a payment gateway once: over TLS, never following a redirect. */
export type GatewayCaller = (call: GatewayCall) => Promise<GatewayReply>

/** Payment gateways as this server reaches them. */
export interface Gateways {
  readonly call: GatewayCaller
  /** Address of the simulated gateway; undefined in production. */
  readonly simulatedUrl?: string | undefined
}
