import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import {
  type IdentityProviders,
  type ProviderClaims,
  type ProviderClient,
  ProviderFailed,
  type ProviderTurn,
} from '#server/kernel/outside/identity-providers.ts'
import { hourMs } from '#shared/kernel/time.ts'
import { guardedFetch, isAllowedUrl } from './guarded-fetch.ts'

interface Needs {
  /** For development and tests: providers on this machine, without TLS. */
  isLoopbackAllowed: boolean
}

/** What of the signed token counts. A claim of another form is as if it were not there. */
const Claims = z.object({
  tid: z.string().max(200).optional().catch(undefined),
  oid: z.string().max(200).optional().catch(undefined),
  hd: z.string().max(300).optional().catch(undefined),
  groups: z.array(z.string().max(300)).max(2000).optional().catch(undefined),
})

/** Descriptions of providers are kept for an hour, and so many of them: each sign-in needs one. */
const maxKnown = 500

/**
 * Returns the identity providers of schools: authorization code with PKCE, state and nonce, the token's signature, issuer, audience and times
 * checked. They are reached as `guardedFetch` allows.
 */
export function identityProviders({ isLoopbackAllowed }: Needs): IdentityProviders {
  const known = new Map<string, { provider: oauth.AuthorizationServer; untilMs: number }>()
  const options = {
    [oauth.customFetch]: (
      url: string,
      init: { method?: string; headers?: Record<string, string>; body?: URLSearchParams | undefined | null },
    ) =>
      guardedFetch(url, { method: init.method, headers: init.headers, body: init.body?.toString() }, isLoopbackAllowed),
    [oauth.allowInsecureRequests]: isLoopbackAllowed,
  } as const

  async function discover(issuer: string): Promise<oauth.AuthorizationServer> {
    const kept = known.get(issuer)
    if (kept && kept.untilMs > performance.now()) return kept.provider
    const url = new URL(issuer)
    const answer = await oauth.discoveryRequest(url, options).catch((error: unknown) => {
      throw new ProviderFailed(true, error)
    })
    if (answer.status >= 500) throw new ProviderFailed(true)
    const provider = await oauth.processDiscoveryResponse(url, answer)
    if (known.size >= maxKnown) known.clear()
    known.set(issuer, { provider, untilMs: performance.now() + hourMs })
    return provider
  }

  return {
    isAllowed: (issuer) => isAllowedUrl(issuer, isLoopbackAllowed),
    begin: (client, turn, isFresh) =>
      orFailed(async () => addressOf(await discover(client.issuer), client, turn, isFresh)),
    finish: (client, turn, query) =>
      orFailed(async () => {
        const provider = await discover(client.issuer)
        const of = { client_id: client.clientId }
        const params = oauth.validateAuthResponse(provider, of, new URLSearchParams(query), turn.state)
        const answer = await oauth
          .authorizationCodeGrantRequest(
            provider,
            of,
            authenticationOf(provider, client),
            params,
            turn.redirectUri,
            turn.verifier,
            options,
          )
          .catch((error: unknown) => {
            throw new ProviderFailed(true, error)
          })
        const expected = { expectedNonce: turn.nonce, requireIdToken: true }
        const tokens = await oauth.processAuthorizationCodeResponse(provider, of, answer, expected)
        await oauth.validateApplicationLevelSignature(provider, answer, options)
        const claims = oauth.getValidatedIdTokenClaims(tokens)
        if (!claims) throw new ProviderFailed(false)
        return claimsOf(claims)
      }),
  }
}

/** Any failure as `ProviderFailed`. */
async function orFailed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ProviderFailed ? error : new ProviderFailed(false, error)
  }
}

/** The secret goes into the body unless the provider takes it in the header alone. */
function authenticationOf(
  { token_endpoint_auth_methods_supported: ways = ['client_secret_basic'] }: oauth.AuthorizationServer,
  { clientSecret }: ProviderClient,
): oauth.ClientAuth {
  return ways.includes('client_secret_post')
    ? oauth.ClientSecretPost(clientSecret)
    : oauth.ClientSecretBasic(clientSecret)
}

async function addressOf(
  { authorization_endpoint: endpoint }: oauth.AuthorizationServer,
  { clientId }: ProviderClient,
  { redirectUri, state, nonce, verifier }: ProviderTurn,
  isFresh: boolean,
): Promise<string> {
  if (endpoint === undefined) throw new ProviderFailed(false)
  const address = new URL(endpoint)
  const asked = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isFresh ? { prompt: 'login' } : {}),
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  return address.href
}

function claimsOf(token: oauth.IDToken): ProviderClaims {
  const { tid, oid, hd, groups } = Claims.parse(token)
  const subject = tid !== undefined && oid !== undefined ? `${tid}/${oid}` : token.sub
  const provedMs = token.auth_time === undefined ? undefined : token.auth_time * 1000
  return { issuer: token.iss, subject, tenant: tid, domain: hd, groups, provedMs }
}
