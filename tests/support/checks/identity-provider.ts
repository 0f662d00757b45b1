import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

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

export interface ProviderSetUp {
  clientId: string
  clientSecret: string
  redirectUris: readonly string[]
  accounts: Readonly<Record<string, ProviderAccount>>
}

/** A real identity provider on this machine, over HTTP, in a process of its own. */
export async function startIdentityProvider(
  redirectUris: readonly string[],
  accounts: ProviderSetUp['accounts'],
): Promise<IdentityProvider> {
  const setUp: ProviderSetUp = { ...client, redirectUris, accounts }
  const path = fileURLToPath(new URL('./identity-provider-child.ts', import.meta.url))
  const child = fork(path, [JSON.stringify(setUp)], { silent: true, execArgv: [] })
  const ended = once(child, 'exit')
  const [issuer] = (await once(child, 'message')) as [string]
  return {
    issuer,
    ...client,
    signIn: (address, account) => follow(address, account, redirectUris),
    close: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
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
