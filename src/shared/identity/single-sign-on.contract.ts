// chunk: sign-in-calls
import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant } from '#shared/kernel/fields.ts'
import { SignedIn } from './auth.contract.ts'

/*
 * Sign-in with accounts of the school's own identity provider (OpenID Connect). The browser goes to `address` and comes back to
 * `/enter-school`; it keeps `state` meanwhile, and what comes back counts only where it is the same.
 */

const Begun = z.object({ address: z.url(), state: z.string() })

/** What came back: `state` as this browser has kept it, and the query of the address. */
const CameBack = z.object({ state: z.string().min(1).max(200), query: z.string().max(8000) })

/** Whether the school has an identity provider, and whether staff sign in with it alone. */
export const ssoOffered = endpoint({
  method: 'get',
  path: '/auth/sso',
  audience: 'open',
  body: Nothing,
  reply: z.object({ isOffered: z.boolean(), isEnforced: z.boolean() }),
})

/**
 * Begins a sign-in, or with the token of an invitation links the invited account first. @throws AppError auth.sso-off, auth.sso-away,
 * auth.sso-failed, auth.link-over, request.too-many
 */
export const ssoBegin = endpoint({
  method: 'post',
  path: '/auth/sso-begin',
  audience: 'open',
  body: z.object({ invitation: z.string().max(100).optional() }),
  reply: Begun,
})

/**
 * Ends it and signs in. Who is linked to no account here gets in to none, whatever their email address is.
 * @throws AppError auth.ticket-over, auth.sso-off, auth.sso-away, auth.sso-failed, auth.sso-foreign, auth.sso-unlinked, auth.sso-taken,
 * auth.link-over, auth.account-disabled
 */
export const ssoFinish = endpoint({
  method: 'post',
  path: '/auth/sso-finish',
  audience: 'open',
  body: CameBack,
  reply: SignedIn,
})

/** Whether one's own account is linked to one of the provider. @throws AppError access.denied */
export const ownSsoRead = endpoint({
  method: 'get',
  path: '/profile/sso',
  audience: 'session',
  body: Nothing,
  reply: z.object({ isOffered: z.boolean(), linkedAt: Instant.nullable() }),
})

/** Begins to link one's own account. @throws AppError access.denied, auth.step-up-needed, auth.sso-off, auth.sso-away, auth.sso-failed */
export const ownSsoLink = endpoint({
  method: 'post',
  path: '/profile/sso_link',
  audience: 'session',
  stepUp: true,
  body: Nothing,
  reply: Begun,
})

/** Begins to prove again at the provider who sits at the screen. @throws AppError access.denied, auth.sso-off, auth.sso-away, auth.sso-failed */
export const ownSsoProve = endpoint({
  method: 'post',
  path: '/profile/sso_prove',
  audience: 'session',
  body: Nothing,
  reply: Begun,
})

/**
 * Ends linking or proving, in the session that has begun it. @throws AppError access.denied, auth.ticket-over, auth.sso-foreign,
 * auth.sso-taken where the provider's account opens another account here, auth.sso-unlinked
 */
export const ownSsoFinish = endpoint({
  method: 'post',
  path: '/profile/sso_finish',
  audience: 'session',
  body: CameBack,
  reply: Nothing,
})

/** Ends the link. @throws AppError access.denied, auth.step-up-needed, auth.sso-only where passwords are refused */
export const ownSsoUnlink = endpoint({
  method: 'post',
  path: '/profile/sso_unlink',
  audience: 'session',
  stepUp: true,
  body: Nothing,
  reply: Nothing,
})
