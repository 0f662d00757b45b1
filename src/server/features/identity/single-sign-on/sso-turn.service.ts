import { and, eq, lte } from 'drizzle-orm'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { decryptSecret } from '#server/kernel/keys/secrets.ts'
import {
  type IdentityProviders,
  type ProviderClient,
  ProviderFailed,
} from '#server/kernel/outside/identity-providers.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { randomToken, type UserId } from '#shared/kernel/ids.ts'
import { dayMs, minuteMs, toInstant } from '#shared/kernel/time.ts'
import { createLink, type LinkKind } from '../access-links/access-link.service.ts'
import {
  readSignInSettings,
  secretPlace,
  type SignInRow,
  ssoPath,
} from '../sign-in-settings/sign-in-settings.service.ts'
import { ssoTurns } from './single-sign-on.table.ts'

/** As long as a person takes to sign in at the provider, with a second factor there. */
const lifeMs = 15 * minuteMs

export type SsoTurn = typeof ssoTurns.$inferSelect

interface Provider {
  readonly providers: IdentityProviders
  readonly client: ProviderClient
  readonly settings: SignInRow
}

/** Returns the school's provider. @throws AppError auth.sso-off where none is set up */
export async function openProvider(ctx: OpenCtx): Promise<Provider> {
  const { deps, school } = ctx
  const settings = await ctx.tenant((tx) => readSignInSettings(tx, school.schoolId))
  const place = secretPlace(deps, school.schoolId)
  const { identityProviders: providers } = deps
  if (!settings || settings.issuer === '' || settings.clientSecret === null || !providers || !place)
    throw new AppError('auth.sso-off')
  const clientSecret = await decryptSecret(place, settings.clientSecret).catch(() => {
    throw new AppError('auth.sso-off')
  })
  const { issuer, clientId } = settings
  return { providers, client: { issuer, clientId, clientSecret }, settings }
}

/** Runs a call to the provider, outside of any transaction. @throws AppError auth.sso-away, auth.sso-failed */
export async function askProvider<T>({ deps }: OpenCtx, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error
    const cause = error.cause instanceof Error ? error.cause.name : ''
    deps.log.warn({ isAway: error.isAway, cause }, 'a sign-in at an identity provider came to nothing')
    throw new AppError(error.isAway ? 'auth.sso-away' : 'auth.sso-failed', { cause: error })
  }
}

interface Beginning {
  purpose: SsoTurn['purpose']
  userId: UserId | null
  boundTo: string | null
}

/** Begins a sign-in at the provider. @returns where it is, and the state that the browser keeps */
export async function beginTurn(ctx: OpenCtx, asked: Beginning): Promise<{ address: string; state: string }> {
  const { deps, school } = ctx
  const { providers, client } = await openProvider(ctx)
  const nowMs = deps.clock.nowMs()
  const { token: state, tokenHash, expiresAt } = createLink({ random: deps.random, nowMs }, lifeMs)
  const turn = {
    nonce: randomToken(deps.random),
    verifier: randomToken(deps.random),
    redirectUri: ctx.origin + ssoPath,
  }
  const isFresh = asked.purpose === 'prove'
  const address = await askProvider(ctx, () => providers.begin(client, { ...turn, state }, isFresh))
  await ctx.tenant(async (tx) => {
    await tx.insert(ssoTurns).values({ schoolId: school.schoolId, tokenHash, expiresAt, isFresh, ...turn, ...asked })
    const isOld = lte(ssoTurns.expiresAt, toInstant(nowMs - dayMs))
    await tx.delete(ssoTurns).where(and(eq(ssoTurns.schoolId, school.schoolId), isOld))
  })
  return { address, state }
}

const { schoolId, tokenHash, usedAt: endedAt, expiresAt } = ssoTurns

/** The kind of link that a state is: used up by its answer, whatever comes of that. */
export const ssoTurn: LinkKind<SsoTurn> = {
  columns: { schoolId, tokenHash, endedAt, expiresAt },
  find: async (tx, isOpen) => (await tx.select().from(ssoTurns).where(isOpen))[0],
  take: async (tx: Tx, isOpen, nowMs) =>
    (
      await tx
        .update(ssoTurns)
        .set({ usedAt: toInstant(nowMs) })
        .where(isOpen)
        .returning()
    )[0],
  refusal: 'auth.ticket-over',
}
