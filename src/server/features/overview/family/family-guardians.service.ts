import type { z } from 'zod'
import { guardiansToNotify } from '#server/features/admissions/transitions/notify-family.service.ts'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { limitLinkSave } from '#server/features/identity/accounts/account-limits.service.ts'
import { hasAccount } from '#server/features/identity/sessions/family-role.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import { accessTo, addressKey, inviteToChild, takeChild } from '#server/features/students/family/family.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { firstName } from '#shared/fees/family/first-name.rules.ts'
import type { FamilyGuardian, familyInvite } from '#shared/overview/family/family-guardians.contract.ts'
import { familyRights, rightsOf } from '#shared/overview/family/family-rights.rules.ts'
import { type MyChild, requireMyChild } from './family-access.service.ts'

type View = z.input<typeof FamilyGuardian>

/** Most guardians that others ever invited to one child. */
const mostInvited = 12

/** Returns a child to which this account may invite. @throws AppError access.denied, request.not-found */
async function requireInviter(tx: Tx, ctx: SessionCtx, studentId: string): Promise<MyChild> {
  const child = await requireMyChild(tx, ctx, studentId)
  if (!child.mayInvite) throw new AppError('access.denied')
  return child
}

/** Lists who sees a child: by the school's word, and by invitation. @throws AppError access.denied, request.not-found */
export async function guardiansFor(tx: Tx, ctx: SessionCtx, studentId: string): Promise<View[]> {
  const { student } = await requireInviter(tx, ctx, studentId)
  const { schoolId } = ctx.school
  const me = addressKey(ctx.session.user.email)
  const access = await accessTo(tx, schoolId, studentId)
  const ended = new Set(access.flatMap(({ email, endedAt }) => (endedAt === null ? [] : [email])))
  const seen = new Map<string, Omit<View, 'hasAccount' | 'isMe'>>()
  if (student.status !== 'confirmed')
    for (const { email, name } of await guardiansToNotify(tx, student))
      if (!ended.has(addressKey(email)))
        seen.set(addressKey(email), { email: addressKey(email), name, rights: [...familyRights], isInvited: false })
  for (const { email, name, rights, invitedBy, endedAt } of access)
    if (endedAt === null) seen.set(email, { email, name, rights: rightsOf(rights), isInvited: invitedBy !== null })
  if (!seen.has(me)) seen.set(me, { email: me, name: null, rights: [...familyRights], isInvited: false })
  const views: View[] = []
  for (const [email, each] of seen)
    views.push({ ...each, isMe: email === me, hasAccount: await hasAccount(tx, schoolId, email) })
  return views
}

/** Invites a guardian, or changes what one may see who was invited before. @throws AppError as `familyInvite` */
export async function inviteGuardian(
  tx: Tx,
  ctx: SessionCtx,
  asked: z.output<typeof familyInvite.body>,
): Promise<View[]> {
  const { deps, school, session } = ctx
  const { schoolId } = school
  const { student_id: studentId, guardian: name, language } = asked
  const email = addressKey(asked.email)
  const known = await guardiansFor(tx, ctx, studentId)
  const { student } = await requireInviter(tx, ctx, studentId)
  const before = known.find((each) => each.email === email)
  const access = await accessTo(tx, schoolId, studentId)
  const row = access.find((each) => each.email === email)
  // An access that the school has ended is the school's to open again.
  const isOfSchool =
    (before !== undefined && !before.isInvited) ||
    (row !== undefined && row.endedAt !== null && row.endedWhy !== 'family')
  // Ended ones count as well: nobody mails strangers through a school by inviting and ending in turn.
  const isFull = row === undefined && access.filter(({ invitedBy }) => invitedBy !== null).length >= mostInvited
  if (isOfSchool || isFull) throw new AppError('family.guardian-known', { field: 'email' })
  const waitMs = await limitLinkSave(tx, ctx, `family-invite ${session.user.userId}`)
  if (waitMs > 0) throw new AppError('request.too-many', { retryAfterMs: waitMs })
  const rights = familyRights.filter((right) => asked.rights.includes(right))
  const by = { schoolId, nowMs: deps.clock.nowMs(), userId: session.user.userId }
  await inviteToChild(tx, by, { studentId, address: email, name, rights })
  await recordAuditEvent(tx, ctx, 'family-guardian-invited', { about: studentId, facts: { rights: rights.join(' ') } })
  if (row === undefined) {
    const names = language === 'ar' ? [student.nameArabic, student.nameLatin] : [student.nameLatin, student.nameArabic]
    const path = (await hasAccount(tx, schoolId, email)) ? '/family' : '/sign-up'
    const params = {
      subject: firstName(names.find((each) => each) ?? null) ?? student.reference,
      guardian: name,
      by: session.user.name[language],
      path,
    }
    await queueMail(tx, ctx, { to: email, language, studentId, template: 'family-invited', params })
  }
  return guardiansFor(tx, ctx, studentId)
}

/** Ends what a guardian has given. @throws AppError access.denied, request.not-found */
export async function revokeGuardian(
  tx: Tx,
  ctx: SessionCtx,
  { student_id: studentId, email }: { student_id: string; email: string },
): Promise<View[]> {
  const known = await guardiansFor(tx, ctx, studentId)
  const found = known.find((each) => each.email === addressKey(email) && each.isInvited)
  if (!found) throw new AppError('request.not-found', { field: 'email' })
  const { schoolId } = ctx.school
  await takeChild(tx, { schoolId, nowMs: ctx.deps.clock.nowMs(), why: 'family' }, studentId, found.email)
  await recordAuditEvent(tx, ctx, 'family-guardian-revoked', { about: studentId, facts: {} })
  return guardiansFor(tx, ctx, studentId)
}
