import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Language, Role } from '#shared/kernel/fields.ts'
import { NewPassword, PersonName } from './account.contract.ts'

/*
 * What a person sees and changes of their own account, signed in at a desk: at a till, which many hands reach, none of it.
 */

const line = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u)

/** What a person writes of themselves; empty what they leave out. */
export const OwnWords = z.object({
  phoneNumber: line.max(40),
  /** To the child: mother, father, guardian. */
  relation: line.max(60),
  address: line,
  city: line.max(100),
  state: line.max(100),
  country: line.max(100),
})
export type OwnWords = z.infer<typeof OwnWords>

/** The specification's profile. */
export const Profile = OwnWords.extend({
  userName: z.string(),
  name: Bilingual,
  email: z.string(),
  avatar: z.string(),
  authority: z.array(Role),
  /** The names of staff stand under what they did: the school writes them. */
  mayRename: z.boolean(),
})
export type Profile = z.infer<typeof Profile>

const OwnSession = z.object({
  kind: z.enum(['staff', 'pos']),
  /** Who is asking with it. */
  isThis: z.boolean(),
  /** The browser as it names itself; empty where it was not kept. */
  userAgent: z.string(),
  since: Instant,
  until: Instant,
})
export type OwnSession = z.infer<typeof OwnSession>

/** One's own account, and where it is signed in, newest first. @throws AppError access.denied */
export const profileRead = endpoint({
  method: 'get',
  path: '/profile',
  audience: 'session',
  body: Nothing,
  reply: z.object({ profile: Profile, sessions: z.array(OwnSession) }),
})

/** Writes what a person says of themselves; `name`, in the script it is written in, only where they may. @throws AppError access.denied */
export const profileSave = endpoint({
  method: 'post',
  path: '/profile/save',
  audience: 'session',
  body: OwnWords.extend({ name: PersonName.optional() }),
  reply: z.object({ profile: Profile }),
})

/** Side of an avatar in pixels, and the most bytes it has. */
export const avatarSide = 128
export const maxAvatarBytes = 16_000

/**
 * Sets the person's own picture, a WebP or JPEG in base64; null removes it.
 * @returns its path, empty for none @throws AppError access.denied, profile.avatar-refused
 */
export const setAvatar = endpoint({
  method: 'post',
  path: '/profile/avatar',
  audience: 'session',
  body: z.object({
    data: z
      .base64()
      .max(Math.ceil(maxAvatarBytes / 3) * 4)
      .nullable(),
  }),
  reply: z.object({ avatar: z.string() }),
})

/**
 * Another password, by who knows the one in force. Everywhere else the person is signed out, PINs that tills remember for them
 * count no longer, and a mail tells them. @throws AppError access.denied, auth.password-wrong, auth.password-same, auth.password-common,
 * auth.too-many-attempts
 */
export const changePassword = endpoint({
  method: 'post',
  path: '/profile/password',
  audience: 'session',
  body: z.object({ current: z.string().min(1).max(200), password: NewPassword, language: Language }),
  reply: Nothing,
})

/** Ends every session of this person but the one that asks. @throws AppError access.denied */
export const signOutElsewhere = endpoint({
  method: 'post',
  path: '/profile/sign-out-elsewhere',
  audience: 'session',
  body: Nothing,
  reply: z.object({ ended: z.int() }),
})
