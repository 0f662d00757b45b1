import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { issueInvitation, mailInvitation } from '../accounts/invite.service.ts'
import { addStaff, listStaff } from '../sessions/staff.service.ts'

export interface FirstAdministrator {
  name: Bilingual
  email: string
  language: Language
  /** Of a random password that nobody knows. */
  passwordHash: string
}

/** An invitation to a new school: mailed, or with the path of the link to hand over. */
export interface Invitation {
  isMailed: boolean
  path: string | null
  /** How long the link works. */
  hours: number
}

/**
 * Adds the administrator of a school that has nobody yet, and invites them: by email where the server sends any, else by a link
 * that the caller shows once. @throws AppError auth.user-name-taken where a family's account has this address as its user name
 */
export async function addFirstAdministrator(tx: Tx, ctx: MailCtx, person: FirstAdministrator): Promise<Invitation> {
  const { deps, school } = ctx
  const { name, email, language, passwordHash } = person
  const nowMs = deps.clock.nowMs()
  const userId = uuidv7(nowMs, deps.random) as UserId
  const userName = accountKey(email)
  const row = { schoolId: school.schoolId, id: userId, userName, name, email, passwordHash, roles: ['admin' as const] }
  if (!(await addStaff(tx, row, toInstant(nowMs)))) throw new AppError('auth.user-name-taken', { field: 'email' })
  await recordAuditEvent(tx, ctx, 'person-invited', { about: userId, facts: { roles: 'admin' }, by: null })
  if (deps.mailer === undefined) {
    const { path, hours } = await issueInvitation(tx, ctx, { userId, email })
    return { isMailed: false, path, hours: Number(hours) }
  }
  const { hours } = await mailInvitation(tx, ctx, { userId, userName, email }, language)
  return { isMailed: true, path: null, hours: Number(hours) }
}

/**
 * Creates another link for an administrator to choose a password: for the person who runs the machine, where the first one was lost.
 * @returns its path; undefined when no active administrator has this address or user name
 */
export async function inviteAdministratorAgain(tx: Tx, ctx: MailCtx, typed: string): Promise<string | undefined> {
  const { schoolId } = ctx.school
  const staff = await listStaff(tx, schoolId)
  const person = staff.find(({ userName, roles }) => userName === accountKey(typed) && roles.includes('admin'))
  if (!person || person.disabledAt !== null) return undefined
  await recordAuditEvent(tx, ctx, 'person-invited-again', { about: person.id, facts: {}, by: null })
  return (await issueInvitation(tx, ctx, { userId: person.id, email: person.email })).path
}
