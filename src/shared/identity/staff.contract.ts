import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Language, Role, TypedName, UserId } from '#shared/kernel/fields.ts'
import { roles } from '#shared/kernel/roles.ts'
import { listExport } from '#shared/lists/list-export.contract.ts'
import { Email } from './account.contract.ts'
import { isUserName } from './credentials.rules.ts'

/** Somebody who works at the school. Families' accounts are not among them. */
export const StaffPerson = z.object({
  id: UserId,
  userName: z.string(),
  name: Bilingual,
  email: z.string(),
  roles: z.array(Role),
  /** `invited`: has not chosen a password yet. */
  state: z.enum(['invited', 'active', 'disabled']),
  invitedAt: Instant.nullable(),
})
export type StaffPerson = z.infer<typeof StaffPerson>

/** What an administrator can make of a colleague; that somebody is a parent too comes from their own account. */
export const staffRoles = roles.filter((role) => role !== 'family')
const Roles = z
  .array(z.enum(staffRoles))
  .min(1)
  .max(staffRoles.length)
  .transform((given) => staffRoles.filter((role) => given.includes(role)))

const Name = TypedName.pipe(z.string().max(100))
const one = z.object({ person: StaffPerson })

export const peopleList = endpoint({
  method: 'get',
  path: '/staff/people_list',
  audience: 'session',
  body: Nothing,
  reply: z.object({ people: z.array(StaffPerson) }),
})

export const PeopleFilter = z.object({
  /** Beginnings of words of a name or an address. */
  text: z.string().max(100).optional(),
  role: Role.optional(),
  state: StaffPerson.shape.state.optional(),
})
export type PeopleFilter = z.infer<typeof PeopleFilter>

export const peopleExport = listExport('/staff/people_export', 'people', PeopleFilter.default({}))

/** Opens an account and mails its owner a link to choose a password. @throws AppError auth.user-name-taken */
export const invitePerson = endpoint({
  method: 'post',
  path: '/staff/person_invite',
  audience: 'session',
  body: z.object({
    /** In at least one script; the other one stays empty rather than made up. */
    names: z.object({ en: Name, ar: Name }).refine(({ en, ar }) => en !== '' || ar !== ''),
    email: Email,
    /** The address, where none is given. */
    userName: z.string().trim().refine(isUserName).optional(),
    roles: Roles,
    /** Of the mail. */
    language: Language,
  }),
  reply: one,
})

/** Mails a new link; the earlier one opens nothing any more. @throws AppError request.not-found, staff.has-joined */
export const inviteAgain = endpoint({
  method: 'post',
  path: '/staff/person_invite_again',
  audience: 'session',
  body: z.object({ id: UserId, language: Language }),
  reply: one,
})

/**
 * Gives a person these roles in place of those that were seen. It counts from the next call on; who loses one is signed out.
 * @throws AppError request.not-found, staff.changed, staff.last-admin
 */
export const changeRoles = endpoint({
  method: 'post',
  path: '/staff/person_roles',
  audience: 'session',
  body: z.object({ id: UserId, knownRoles: z.array(Role).max(20), roles: Roles }),
  reply: one,
})

/** Shuts somebody out at once, or lets them in again. @throws AppError request.not-found, staff.last-admin */
export const disablePerson = endpoint({
  method: 'post',
  path: '/staff/person_disable',
  audience: 'session',
  body: z.object({ id: UserId, isDisabled: z.boolean() }),
  reply: one,
})
