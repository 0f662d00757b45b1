// chunk: contract
import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Language, TypedName } from '#shared/kernel/fields.ts'
import { AuthDone, SignedIn } from './auth.contract.ts'
import { SignInAnswer } from './sign-in.contract.ts'
import { Proof } from './bot-protection.contract.ts'
import { codeDigits, isLongEnough, isUserName } from './credentials.rules.ts'

/*
 * Accounts that people open and recover themselves. No answer tells whether an address has an account: that is in the mail,
 * which only its owner reads. All of it is below /auth, so no call carries a bearer token.
 */

export const Email = z.string().trim().max(254).pipe(z.email())

/** What finds an account: its email address or its user name. */
const Known = z.string().trim().min(1).max(254)

/** A person's own name in their own script. */
export const PersonName = TypedName.pipe(
  z
    .string()
    .min(1)
    .max(100)
    .regex(/^\P{Cc}+$/u),
)

/** At least ten characters; the most common ones are refused by their own message. */
export const NewPassword = z.string().max(200).refine(isLongEnough)

/** The language of the mails that a call sends; without it, the school's own. */
const MailLanguage = Language.optional()

const Ticket = z.string().max(100)
const LinkToken = z.string().max(100)
const Code = z
  .string()
  .max(60)
  .transform(codeDigits)
  .pipe(z.string().regex(/^\d{6}$/))

/** A mail is on its way, or nothing is: the answer is the same. */
const CodeSent = AuthDone.extend({
  /** Known to this page only; a code counts only together with it. */
  ticket: z.string(),
  /** How long to wait before another mail may be asked for. */
  resendAfterMs: z.int(),
  expiresAt: Instant,
})
export type CodeSent = z.infer<typeof CodeSent>

/** A family opens its own account: its email address is its user name, and has to be confirmed before anybody gets in. */
export const register = endpoint({
  method: 'post',
  path: '/auth/register',
  audience: 'open',
  body: z.object({
    name: PersonName,
    email: Email,
    password: NewPassword,
    language: MailLanguage,
    proof: Proof.optional(),
  }),
  reply: CodeSent,
})

/**
 * Registration in one step, without prior authentication, for who holds a mailed link: the link shows that the address is
 * theirs, so the account is open at once. Without a user name the address is the user name.
 */
export const registerUser = endpoint({
  method: 'post',
  path: '/auth/register_user',
  audience: 'open',
  body: z.object({
    token: LinkToken,
    name: PersonName,
    userName: z.string().trim().refine(isUserName).optional(),
    password: NewPassword,
  }),
  reply: SignedIn,
})

/** Confirms an account: by the link of the mail, or by its code in the page that asked for it. Opens no session. */
export const verifyEmail = endpoint({
  method: 'post',
  path: '/auth/verify-email',
  audience: 'open',
  body: z.union([z.object({ token: LinkToken }), z.object({ ticket: Ticket, code: Code })]),
  reply: AuthDone,
})

const Resend = z.object({
  email: Known,
  language: MailLanguage,
  ticket: Ticket.optional(),
  proof: Proof.optional(),
})

/** With the ticket of a page, another code for that page; without, for a page that has none yet. */
export const resendVerifyEmail = endpoint({
  method: 'post',
  path: '/auth/resend-verify-email',
  audience: 'open',
  body: Resend,
  reply: CodeSent,
})

export const forgetPassword = endpoint({
  method: 'post',
  path: '/auth/forget-password',
  audience: 'open',
  body: z.object({ email: Known, language: MailLanguage, proof: Proof.optional() }),
  reply: AuthDone.extend({ resendAfterMs: z.int() }),
})

/** Replaces the password of the link's account; everybody who is signed in with it is signed out. */
export const resetPassword = endpoint({
  method: 'post',
  path: '/auth/reset-password',
  audience: 'open',
  body: z.object({ token: LinkToken, password: NewPassword, language: MailLanguage }),
  reply: AuthDone,
})

/** Asks for a one-time code to sign in with. */
export const authOtp = endpoint({
  method: 'post',
  path: '/auth/auth-otp',
  audience: 'open',
  body: z.object({ email: Known, language: MailLanguage, proof: Proof.optional() }),
  reply: CodeSent,
})

export const resendAuthOtp = endpoint({
  method: 'post',
  path: '/auth/resend-auth-otp',
  audience: 'open',
  body: Resend,
  reply: CodeSent,
})

export const verifyAuthOtp = endpoint({
  method: 'post',
  path: '/auth/verify-auth-otp',
  audience: 'open',
  body: z.object({ ticket: Ticket, code: Code }),
  reply: SignInAnswer,
})

/** Is there a school by the identifiers of the headers, and at this address? A refusal says why not. */
export const validateSchoolId = endpoint({
  method: 'get',
  path: '/auth/validate-schoolid',
  audience: 'open',
  body: Nothing,
  reply: AuthDone,
})
