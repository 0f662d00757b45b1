// chunk: contract
import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Role, UserId } from '#shared/kernel/fields.ts'
import { Proof } from './bot-protection.contract.ts'

export const SignedInUser = z.object({
  userId: UserId,
  userName: z.string(),
  name: Bilingual,
  email: z.string(),
  avatar: z.string(),
  authority: z.array(Role),
  /** Rises when PINs that tills remember for this person count no longer. */
  pinEpoch: z.int().optional(),
})
export type SignedInUser = z.infer<typeof SignedInUser>

/** What every call below /auth answers when it succeeds; without a session there is neither user nor token. */
export const AuthDone = z.object({
  success: z.literal(true),
  messageId: z.literal(''),
  user: z.null(),
  token: z.null(),
})
export type AuthDone = z.infer<typeof AuthDone>
export const authDone: AuthDone = { success: true, messageId: '', user: null, token: null }

export const SignedIn = AuthDone.extend({
  user: SignedInUser,
  /** Opaque; the server keeps only its hash. */
  token: z.string(),
  expiresAt: z.iso.datetime(),
})
export type SignedIn = z.infer<typeof SignedIn>

const userName = z.string().trim().min(1).max(100)
const password = z.string().min(1).max(200)

export const Credentials = z.object({ userName, password })
export type Credentials = z.infer<typeof Credentials>

/** Operators only. `deviceId` ties the session to the till it was opened on. */
export const loginPos = endpoint({
  method: 'post',
  path: '/auth/login-pos',
  audience: 'open',
  body: z.object({ userName, password, deviceId: z.uuid().optional(), proof: Proof.optional() }),
  reply: SignedIn,
})

/** Ends the session of `token`, else that of the bearer token: by specification §5 calls below /auth need not carry one. */
export const signOut = endpoint({
  method: 'post',
  path: '/auth/sign-out',
  audience: 'open',
  body: z.object({ token: z.string().max(200).optional() }),
  reply: AuthDone,
})

/** May this person open this screen? A refusal says why. */
export const accessCheck = endpoint({
  method: 'post',
  path: '/access/check',
  audience: 'session',
  body: z.object({ path: z.string().max(500) }),
  reply: z.object({ success: z.boolean(), message: z.string(), messageId: z.string() }),
})
