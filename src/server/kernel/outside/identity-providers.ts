/** Identity provider as a school has set it up: an issuer of OpenID Connect, and the client that the school registered there. */
export interface ProviderClient {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** A sign-in at a provider, from the address that begins it to its answer. */
export interface ProviderTurn {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  /** Of PKCE. */
  readonly verifier: string
}

/** What a provider says of the person who has signed in there, as its signed token says it. */
export interface ProviderClaims {
  readonly issuer: string
  /** `sub`, or for Entra `tid` and `oid`, which stay the same in all applications of a tenant. */
  readonly subject: string
  /** `tid` of Entra. */
  readonly tenant: string | undefined
  /** `hd` of Google. */
  readonly domain: string | undefined
  /** Undefined where the provider says nothing of groups. */
  readonly groups: readonly string[] | undefined
  /** When the person proved there who they are; undefined where the provider does not say. */
  readonly provedMs: number | undefined
}

/** A sign-in at a provider came to nothing: it was not reached, or what it answered does not hold. */
export class ProviderFailed extends Error {
  override name = 'ProviderFailed'
  readonly isAway: boolean
  constructor(isAway: boolean, cause?: unknown) {
    super(isAway ? 'the identity provider was not reached' : 'the identity provider refused', { cause })
    this.isAway = isAway
  }
}

/** Identity providers of schools as this server reaches them. */
export interface IdentityProviders {
  /** Whether this issuer may be asked at all: over TLS, at a public address. */
  isAllowed(issuer: string): boolean
  /** Returns the address at which the person signs in. @param isFresh asks the provider for its password again @throws ProviderFailed */
  begin(client: ProviderClient, turn: ProviderTurn, isFresh: boolean): Promise<string>
  /** Reads the answer, the query of the address it came to. @throws ProviderFailed */
  finish(client: ProviderClient, turn: ProviderTurn, query: string): Promise<ProviderClaims>
}
