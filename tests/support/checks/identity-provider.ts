import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPairSync } from 'node:crypto'
import Provider from 'oidc-provider'

/** What the provider says of an account, besides its name. */
export interface ProviderAccount {
  tid?: string
  oid?: string
  hd?: string
  email?: string
  groups?: string[]
}

export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Follows the sign-in as a browser would, as this account. @returns the query of the address that it leads back to */
  signIn(address: string, account: string): Promise<string>
  close(): Promise<void>
}

const client = { clientId: 'bawaba', clientSecret: 'a secret of the client, known to nobody else' }

/** A real identity provider on this machine, over HTTP. */
export async function startIdentityProvider(
  redirectUris: readonly string[],
  accounts: Readonly<Record<string, ProviderAccount>>,
): Promise<IdentityProvider> {
  let handle: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, response) => handle?.(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  handle = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub', 'tid', 'oid', 'hd', 'email', 'groups'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['of the test'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'one', alg: 'RS256' }] },
    pkce: { required: () => true },
    findAccount: (_ctx: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...accounts[id] }),
    }),
  }).callback()
  return {
    issuer,
    ...client,
    signIn: (address, account) => follow(address, account, redirectUris),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Goes from page to page until the provider leads back: answers its questions for a name and for consent. */
async function follow(address: string, account: string, redirectUris: readonly string[]): Promise<string> {
  const cookies = new Map<string, string>()
  let next: { url: URL; form?: URLSearchParams } = { url: new URL(address) }
  for (let hop = 0; hop < 20; hop += 1) {
    if (redirectUris.includes(next.url.origin + next.url.pathname)) return next.url.search.slice(1)
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const answer = await fetch(next.url, {
      redirect: 'manual',
      headers,
      ...(next.form && { method: 'POST', body: next.form }),
    })
    for (const each of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = each.split(';', 1)[0]?.split(/=(.*)/s) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location !== null) {
      next = { url: new URL(location, next.url) }
      continue
    }
    const page = await answer.text()
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    const action = /action="([^"]+)"/.exec(page)?.[1]
    if (!prompt || !action)
      throw new Error(`the provider asks for something else: ${answer.status} ${page.slice(0, 300)}`)
    const form = new URLSearchParams({ prompt, login: account, password: 'any' })
    next = { url: new URL(action, next.url), form }
  }
  throw new Error('the provider leads nowhere')
}
