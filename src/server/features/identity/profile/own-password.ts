import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { isCommonPassword } from '../accounts/common-passwords.rules.ts'
import { replacePassword } from '../sessions/accounts.service.ts'
import { clearAttempts, type Subject, takeAttempts } from '../sessions/attempts.service.ts'
import { ownPasswordHash } from '../sessions/profile.service.ts'
import { endOtherSessions } from '../sessions/session.service.ts'

/**
 * Replaces the signed-in person's password. A person at an unattended desk has five attempts at the old one.
 * @throws AppError auth.password-common, auth.password-wrong, auth.too-many-attempts
 */
export async function replaceOwnPassword(
  ctx: SessionCtx,
  { current, password, language }: { current: string; password: string; language: Language },
): Promise<void> {
  if (isCommonPassword(password)) throw new AppError('auth.password-common', { field: 'password' })
  const { schoolId } = ctx.school
  const { user, tokenHash } = ctx.session
  const { clock, passwords } = ctx.deps
  const tries: Subject = { kind: 'own-password', value: user.userId, limit: 5 }
  const { waitMs, hash } = await ctx.tenant(async (tx) => ({
    waitMs: await takeAttempts(tx, schoolId, [tries], clock.nowMs()),
    hash: await ownPasswordHash(tx, schoolId, user.userId),
  }))
  if (waitMs > 0) throw new AppError('auth.too-many-attempts', { retryAfterMs: waitMs })
  // Outside any transaction: the slow hash would hold the embedded engine's only connection.
  if (!(await passwords.verify(current, hash))) throw new AppError('auth.password-wrong', { field: 'current' })
  const next = await passwords.hash(password)
  await ctx.tenant(async (tx) => {
    // Read again: an emailed link may have replaced it meanwhile.
    if ((await ownPasswordHash(tx, schoolId, user.userId)) !== hash)
      throw new AppError('auth.password-wrong', { field: 'current' })
    const account = await replacePassword(tx, schoolId, user.userId, next)
    if (!account) throw new AppError('request.not-found')
    await endOtherSessions(tx, schoolId, { userId: user.userId, keep: tokenHash }, clock.nowMs())
    await clearAttempts(tx, schoolId, tries, clock.nowMs())
    await recordAuditEvent(tx, ctx, 'password-set', { about: user.userId, facts: {} })
    const params = { userName: account.userName, path: '/forgot-password' }
    await queueMail(tx, ctx, { to: account.email, language, template: 'password-changed', params })
  })
}
