// chunk: sign-in-calls
import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, TypedName } from '#shared/kernel/fields.ts'
import { SignedIn } from './auth.contract.ts'

/*
 * Passkeys (WebAuthn). One is bound to the host at which it was made, so that a school's new domain needs new ones. What goes to the
 * browser and comes from it is as WebAuthn says in JSON; the library on each side reads it.
 */

/** The host of the page, of which the school has several: its first address and its own domain. */
const AtHost = z.object({ host: z.string().min(1).max(253) })

/** `options` is for the browser; `ticket` names them when its answer comes. */
const Begun = z.object({ ticket: z.string(), options: z.record(z.string(), z.unknown()) })

/** Base64url, as all of WebAuthn's JSON. */
const encoded = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/)
const Part = encoded(20_000)
/** A credential id has at most 1023 bytes. */
const CredentialId = encoded(1400)
const Extensions = z.record(z.string().max(60), z.unknown()).default({})
const answered = <R extends z.ZodType>(response: R) =>
  z.object({
    ticket: z.string().max(100),
    answer: z.object({
      id: CredentialId,
      rawId: CredentialId,
      type: z.literal('public-key'),
      response,
      clientExtensionResults: Extensions,
    }),
  })

const Made = answered(
  z.object({
    clientDataJSON: Part,
    attestationObject: Part,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
)
const Used = answered(
  z.object({
    clientDataJSON: Part,
    authenticatorData: Part,
    signature: Part,
    userHandle: z.string().max(200).optional(),
  }),
)
export type MadePasskey = z.output<typeof Made>['answer']
export type UsedPasskey = z.output<typeof Used>['answer']

const PasskeyName = TypedName.pipe(
  z
    .string()
    .min(1)
    .max(60)
    .regex(/^\P{Cc}*$/u),
)

/** Of one's own account, the newest first. @throws AppError access.denied */
export const passkeysRead = endpoint({
  method: 'get',
  path: '/profile/passkeys',
  audience: 'session',
  body: Nothing,
  reply: z.object({
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        host: z.string(),
        createdAt: Instant,
        usedAt: Instant.nullable(),
      }),
    ),
  }),
})

/** @throws AppError access.denied, auth.step-up-needed, request.invalid for a host that is not the school's */
export const passkeyBegin = endpoint({
  method: 'post',
  path: '/profile/passkey_begin',
  audience: 'session',
  stepUp: true,
  body: AtHost,
  reply: Begun,
})

/** @throws AppError access.denied, auth.step-up-needed, auth.ticket-over, auth.passkey-refused, auth.passkeys-many */
export const passkeyAdd = endpoint({
  method: 'post',
  path: '/profile/passkey_add',
  audience: 'session',
  stepUp: true,
  body: Made.extend({ passkeyName: PasskeyName }),
  reply: Nothing,
})

/** @throws AppError access.denied, auth.step-up-needed, auth.factor-required for the last factor of who needs one */
export const passkeyRemove = endpoint({
  method: 'post',
  path: '/profile/passkey_remove',
  audience: 'session',
  stepUp: true,
  body: z.object({ passkey: CredentialId }),
  reply: Nothing,
})

/** Begins a sign-in by a passkey; nobody is named. @throws AppError request.invalid */
export const passkeySignInBegin = endpoint({
  method: 'post',
  path: '/auth/passkey-begin',
  audience: 'open',
  body: AtHost,
  reply: Begun,
})

/** Signs in: a passkey is both factors, since the device asks for a finger or a PIN. @throws AppError auth.ticket-over, auth.passkey-refused,
 * auth.sso-only, auth.account-disabled, request.too-many */
export const passkeySignIn = endpoint({
  method: 'post',
  path: '/auth/passkey',
  audience: 'open',
  body: Used,
  reply: SignedIn,
})

/** Confirms the identity of the signed-in person again, as `stepUp` does. @throws AppError access.denied, request.invalid */
export const passkeyProveBegin = endpoint({
  method: 'post',
  path: '/profile/passkey_prove_begin',
  audience: 'session',
  body: AtHost,
  reply: Begun,
})

/** @throws AppError access.denied, auth.ticket-over, auth.passkey-refused */
export const passkeyProve = endpoint({
  method: 'post',
  path: '/profile/passkey_prove',
  audience: 'session',
  body: Used,
  reply: Nothing,
})
