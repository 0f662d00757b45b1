import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import OidcProvider from 'oidc-provider'
import type { ProviderSetUp } from './identity-provider.ts'

/*
 * A process of its own: the provider tells the console what a real one should do otherwise.
 */

const { clientId, clientSecret, redirectUris, accounts } = JSON.parse(process.argv[2] ?? '{}') as ProviderSetUp
let handle: ReturnType<OidcProvider['callback']> | undefined
const server = createServer((request, response) => handle?.(request, response))
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  handle = new OidcProvider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub', 'tid', 'oid', 'hd', 'email', 'groups'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['of the test'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'one', alg: 'RS256' }] },
    pkce: { required: () => true },
    findAccount: (_ctx: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...accounts[id] }) }),
  }).callback()
  process.send?.(issuer)
})
// Ends with its parent.
process.on('disconnect', () => process.exit())
