import { type Feature, route } from '#server/http/serve.ts'
import { installationId } from '#server/kernel/db.ts'
import {
  providerAdministrator,
  providerDemoRemove,
  providerSchools,
  providerSetupLink,
  providerSignIn,
  providerSignOut,
} from '#shared/identity/provider.contract.ts'
import { endSessionByHash } from '../sessions/session.service.ts'
import { letAdministratorIn, linkForSchool, listProvided, removeDemosFor } from './provider.service.ts'
import { signProviderIn } from './provider-account.service.ts'

const unstored = { headers: { 'cache-control': 'no-store' } }

/** Routes of the account above schools. */
export const providerRoutes: Feature = () => [
  route.common(
    providerSignIn,
    async (ctx, credentials) => {
      const session = await signProviderIn(ctx, credentials)
      return session ? { entered: true as const, ...session } : { entered: false as const }
    },
    unstored,
  ),
  route.provider(providerSignOut, async ({ deps, provider }) => {
    await deps.db.tenant(installationId, (tx) =>
      endSessionByHash(tx, installationId, provider.tokenHash, deps.clock.nowMs()),
    )
    return { success: true as const }
  }),
  route.provider(providerSchools, listProvided),
  route.provider(
    providerSetupLink,
    async (ctx, { template }) => ({ path: await linkForSchool(ctx, template) }),
    unstored,
  ),
  route.provider(
    providerAdministrator,
    (ctx, { code, administrator }) => letAdministratorIn(ctx, code, administrator),
    unstored,
  ),
  route.provider(providerDemoRemove, async (ctx) => ({ removed: await removeDemosFor(ctx) })),
]
