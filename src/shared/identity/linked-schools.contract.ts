import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Language } from '#shared/kernel/fields.ts'
import { SignInAnswer } from './sign-in.contract.ts'

/*
 * One person's accounts in several schools: linked once, then opened from one another without another sign-in. At a desk only.
 */

const LinkedSchool = z.object({
  schoolId: z.uuid(),
  name: Bilingual,
  /** Where the school is reached, for people: its host. */
  host: z.string(),
  /** The school that is asked. */
  isThis: z.boolean(),
  /** `closed`: the school has deactivated the account. `unproven`: its password or address was replaced since it was linked. */
  state: z.enum(['open', 'unproven', 'closed']),
})
export type LinkedSchool = z.infer<typeof LinkedSchool>

/**
 * The schools that this person is linked to, this one among them; empty where it is linked to none. `isProven` is false once the
 * password of this account was replaced by an emailed link: then it opens no other school until it is linked again. `asksPassword`: the
 * sign-in is not fresh, so that linking needs the own password.
 */
export const linkedSchools = endpoint({
  method: 'get',
  path: '/profile/schools',
  audience: 'session',
  body: Nothing,
  reply: z.object({ schools: z.array(LinkedSchool), isProven: z.boolean(), asksPassword: z.boolean() }),
})

/** Proof of the caller's own side, unless they have just signed in, and the language of the mails to both addresses. */
const OwnSide = z.object({ ownPassword: z.string().min(1).max(200).optional(), language: Language })

const Linked = z.object({ schoolId: z.uuid() })

/**
 * Links an account of another school by its password. `schoolAddress` is what stands in the address bar there, or its first label.
 * @throws AppError access.denied, request.not-found, auth.wrong-credentials, auth.school-linked, auth.password-wrong (`ownPassword`), refusals of a sign-in
 */
export const linkSchool = endpoint({
  method: 'post',
  path: '/profile/school_link',
  audience: 'session',
  body: OwnSide.extend({
    schoolAddress: z.string().trim().min(1).max(300),
    userName: z.string().trim().min(1).max(100),
    password: z.string().min(1).max(200),
  }),
  reply: Linked,
})

/** Accepts another school's invitation by its emailed link, for this person. @throws AppError access.denied, request.not-found, auth.link-over, auth.school-linked, auth.password-wrong */
export const linkByInvitation = endpoint({
  method: 'post',
  path: '/profile/school_invitation',
  audience: 'session',
  body: OwnSide.extend({ link: z.string().trim().min(1).max(500) }),
  reply: Linked,
})

/** Takes a school off the list: this one leaves it, another one is taken out. @throws AppError access.denied, request.not-found */
export const unlinkSchool = endpoint({
  method: 'post',
  path: '/profile/school_unlink',
  audience: 'session',
  body: Linked,
  reply: Nothing,
})

/**
 * Opens a linked school. `address` leads there with a token that works once, within a minute.
 * @throws AppError access.denied, request.not-found, auth.school-unproven, auth.account-disabled
 */
export const switchSchool = endpoint({
  method: 'post',
  path: '/profile/school_switch',
  audience: 'session',
  body: Linked,
  reply: z.object({ address: z.string() }),
})

/** Signs in by the token of `switchSchool`. @throws AppError auth.link-over, auth.account-disabled */
export const enterSchool = endpoint({
  method: 'post',
  path: '/auth/enter-school',
  audience: 'open',
  body: z.object({ token: z.string().max(100) }),
  reply: SignInAnswer,
})
