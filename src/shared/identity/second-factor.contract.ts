// chunk: sign-in-calls
import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Language, UserId } from '#shared/kernel/fields.ts'
import { SignedIn } from './auth.contract.ts'
import { Proof } from './bot-protection.contract.ts'

/*
 * The second factor of a sign-in: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for a lost telephone.
 */

const Ticket = z.string().max(100)
/** Six digits of the app, in digits of any script, or a recovery code. */
const TypedCode = z.string().trim().min(1).max(60)

/** What is handed to an authenticator app: the secret in base32 for typing, and the address that a QR code shows. */
export const NewTotp = z.object({ secret: z.string(), uri: z.string() })
export type NewTotp = z.infer<typeof NewTotp>

/** Shown once: only their hashes are kept. */
const RecoveryCodes = z.array(z.string())

/**
 * Completes a sign-in by a code, which is used up by it. @throws AppError auth.ticket-over, auth.factor-wrong,
 * auth.too-many-attempts, robots.proof-needed, auth.account-disabled
 */
export const signInByFactor = endpoint({
  method: 'post',
  path: '/auth/second-factor',
  audience: 'open',
  body: z.object({ ticket: Ticket, code: TypedCode, proof: Proof.optional() }),
  reply: SignedIn.extend({ usedRecoveryCode: z.boolean() }),
})

/** Begins to set up the second factor that the school requires before this person gets in. @throws AppError auth.ticket-over, auth.no-key */
export const beginFactorByTicket = endpoint({
  method: 'post',
  path: '/auth/second-factor-begin',
  audience: 'open',
  body: z.object({ ticket: Ticket }),
  reply: NewTotp,
})

/** Ends setting it up with the first code of the app, and signs in. @throws AppError auth.ticket-over, auth.factor-wrong */
export const confirmFactorByTicket = endpoint({
  method: 'post',
  path: '/auth/second-factor-confirm',
  audience: 'open',
  body: z.object({ ticket: Ticket, code: TypedCode, language: Language }),
  reply: SignedIn.extend({ recoveryCodes: RecoveryCodes }),
})

/** The second factor of one's own account. @throws AppError access.denied */
export const secondFactorRead = endpoint({
  method: 'get',
  path: '/profile/second_factor',
  audience: 'session',
  body: Nothing,
  reply: z.object({
    /** When the authenticator app was set up; null without one. */
    totpSince: Instant.nullable(),
    recoveryCodesLeft: z.int(),
    /** Whether the school requires a second factor from this person. */
    isRequired: z.boolean(),
  }),
})

/** Begins to set up an authenticator app; it counts once its first code is confirmed. @throws AppError access.denied, auth.step-up-needed, auth.factor-set, auth.no-key */
export const totpBegin = endpoint({
  method: 'post',
  path: '/profile/totp_begin',
  audience: 'session',
  stepUp: true,
  body: Nothing,
  reply: NewTotp,
})

/** @throws AppError access.denied, auth.factor-wrong, request.not-found where none was begun */
export const totpConfirm = endpoint({
  method: 'post',
  path: '/profile/totp_confirm',
  audience: 'session',
  stepUp: true,
  body: z.object({ code: TypedCode, language: Language }),
  reply: z.object({ recoveryCodes: RecoveryCodes }),
})

/** @throws AppError access.denied, auth.step-up-needed, auth.factor-required where the school requires it */
export const totpOff = endpoint({
  method: 'post',
  path: '/profile/totp_off',
  audience: 'session',
  stepUp: true,
  body: z.object({ language: Language }),
  reply: Nothing,
})

/** Makes new recovery codes; the former ones count no longer. @throws AppError access.denied, auth.step-up-needed, request.not-found */
export const recoveryCodesRenew = endpoint({
  method: 'post',
  path: '/profile/recovery_codes',
  audience: 'session',
  stepUp: true,
  body: Nothing,
  reply: z.object({ recoveryCodes: RecoveryCodes }),
})

/**
 * Proves once more who sits at the screen, for calls that need it (`stepUp` of an endpoint): by the password or by a code of the
 * app. It counts for ten minutes in this session. @throws AppError access.denied, auth.password-wrong, auth.factor-wrong,
 * auth.too-many-attempts, robots.proof-needed
 */
export const stepUp = endpoint({
  method: 'post',
  path: '/profile/step_up',
  audience: 'session',
  body: z.union([
    z.object({ password: z.string().min(1).max(200) }),
    z.object({ code: TypedCode, proof: Proof.optional() }),
  ]),
  reply: Nothing,
})

/**
 * Takes a colleague's second factor away, who has lost it: their next sign-in asks for the password alone, or for a new one where
 * the school requires it. They are told by email. @throws AppError access.denied, auth.step-up-needed, request.not-found
 */
export const secondFactorReset = endpoint({
  method: 'post',
  path: '/staff/second_factor_reset',
  audience: 'session',
  stepUp: true,
  body: z.object({ id: UserId, language: Language }),
  reply: Nothing,
})
