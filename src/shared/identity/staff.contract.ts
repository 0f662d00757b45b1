import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Language, Role, TypedName, UserId } from '#shared/kernel/fields.ts'
import { roles } from '#shared/kernel/roles.ts'
import { listExport } from '#shared/lists/list-export.contract.ts'
import { Email } from './account.contract.ts'
import { isUserName } from './credentials.rules.ts'
import { inviteProblems } from './invite-list.rules.ts'

/** Somebody who works at the school. Families' accounts are not among them. */
export const StaffPerson = z.object({
  id: UserId,
  userName: z.string(),
  name: Bilingual,
  email: z.string(),
  /** Path of the person's picture; empty or absent where there is none. */
  avatar: z.string().optional(),
  roles: z.array(Role),
  /** `invited`: has not chosen a password yet. */
  state: z.enum(['invited', 'active', 'disabled']),
  invitedAt: Instant.nullable(),
  /** Whether an authenticator app is set up; absent where it was not asked. */
  hasSecondFactor: z.boolean().optional(),
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
/** With the link to hand over where the server sends no email: it is shown once, to who has made it. */
const invited = one.extend({ link: z.string().nullable() })

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

export const peopleExport = listExport('/staff/people_export', 'people', PeopleFilter.default({}), { stepUp: true })

/** Opens an account and mails its owner a link to choose a password. @throws AppError auth.user-name-taken */
export const invitePerson = endpoint({
  method: 'post',
  path: '/staff/person_invite',
  audience: 'session',
  stepUp: true,
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
  reply: invited,
})

/** A line of a list of people, with what became of it: `new` is invited, `known` has an account already, `refused` says why. */
export const InvitedRow = z.object({
  row: z.int(),
  email: z.string(),
  name: Bilingual,
  roles: z.array(Role),
  problem: z.enum(inviteProblems).nullable(),
  state: z.enum(['new', 'known', 'refused']),
})
export type InvitedRow = z.infer<typeof InvitedRow>

/**
 * Reads a list of people, one a line, and says of each line what would become of it; with `isApplied` those who have no account are
 * invited, all or, while a line is refused, none. @throws AppError request.too-large
 */
export const invitePeople = endpoint({
  method: 'post',
  path: '/staff/people_invite',
  audience: 'session',
  stepUp: true,
  body: z.object({
    list: z.string().max(100_000),
    /** Of who is listed without any. */
    roles: z.array(z.enum(staffRoles)).max(staffRoles.length),
    /** Of the mails. */
    language: Language,
    isApplied: z.boolean(),
  }),
  bodyLimit: 512 * 1024,
  reply: z.object({ rows: z.array(InvitedRow) }),
})

/**
 * Somebody leaves the school: signed out everywhere, without roles, and what was theirs goes to a colleague. Without `isApplied` it is
 * only counted. @throws AppError request.not-found, request.invalid for a colleague who may not have it, staff.last-admin
 */
export const leavePerson = endpoint({
  method: 'post',
  path: '/staff/person_leave',
  audience: 'session',
  body: z.object({ id: UserId, heir: UserId.nullable(), isApplied: z.boolean() }),
  reply: z.object({
    /** Open files, tasks, proposals that wait for a second person, and saved filters of the students' list. */
    owned: z.object({ files: z.int(), tasks: z.int(), proposals: z.int(), filters: z.int() }),
  }),
})

/** Mails a new link; the earlier one opens nothing any more. @throws AppError request.not-found, staff.has-joined */
export const inviteAgain = endpoint({
  method: 'post',
  path: '/staff/person_invite_again',
  audience: 'session',
  body: z.object({ id: UserId, language: Language }),
  reply: invited,
})

/**
 * Gives a person these roles in place of those that were seen. It counts from the next call on; who loses one is signed out.
 * @throws AppError request.not-found, staff.changed, staff.last-admin
 */
export const changeRoles = endpoint({
  method: 'post',
  path: '/staff/person_roles',
  audience: 'session',
  stepUp: true,
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
