import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { giveBackProofTry, takeProofTry } from '#server/features/identity/accounts/account-limits.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { OpenCtx, SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { AppointmentKind } from '#shared/admissions/scoring.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { randomToken, uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { appointmentLinks } from './appointment.table.ts'
import { kindInWords } from './appointment-mail.service.ts'
import { lifeDays } from './link-beside.service.ts'

export type LinkRow = typeof appointmentLinks.$inferSelect

interface Asked {
  studentId: string
  kind: AppointmentKind
  /** How the mail calls the student. */
  subject: string
  guardian: string
  email: string
  language: Language
}

/** Mails one guardian a link; those that they had before for this kind open nothing from now on. */
export async function mailLink(tx: Tx, ctx: SessionCtx, { subject, ...asked }: Asked): Promise<void> {
  const { deps, school, session } = ctx
  const nowMs = deps.clock.nowMs()
  const token = randomToken(deps.random)
  const { studentId, kind, guardian, language } = asked
  const fresh = {
    tokenHash: sha256Hex(token),
    besideHashes: [],
    wasAsked: true,
    guardian,
    language,
    askedAt: toInstant(nowMs),
    askedBy: session.user.userId,
    expiresAt: toInstant(nowMs + lifeDays * dayMs),
    openedAt: null,
    endedAt: null,
  }
  const email = asked.email.toLowerCase()
  const key = [appointmentLinks.schoolId, appointmentLinks.studentId, appointmentLinks.kind, appointmentLinks.email]
  await tx
    .insert(appointmentLinks)
    .values({ schoolId: school.schoolId, id: uuidv7(nowMs, deps.random), studentId, kind, email, ...fresh })
    .onConflictDoUpdate({ target: key, set: fresh })
  const path = `/appointment#token=${token}`
  const params = { subject, guardian, what: kindInWords(kind, language), path, days: String(lifeDays) }
  await queueMail(tx, ctx, { to: asked.email, language, studentId, template: 'appointment-link', params })
}

export const linksOf = (tx: Tx, schoolId: string, studentId: string): Promise<LinkRow[]> =>
  tx
    .select()
    .from(appointmentLinks)
    .where(and(eq(appointmentLinks.schoolId, schoolId), eq(appointmentLinks.studentId, studentId)))
    .orderBy(desc(appointmentLinks.askedAt), appointmentLinks.id)

/**
 * Runs `work` by the link of this token. Every link that opens nothing is told in the same way, and only those count as
 * guesses; what was counted stays counted. @throws AppError link.over, request.too-many, and what `work` throws
 */
export async function byLink<T>(ctx: OpenCtx, token: string, work: (tx: Tx, link: LinkRow) => Promise<T>): Promise<T> {
  const now = toInstant(ctx.deps.clock.nowMs())
  const link = await ctx.tenant(async (tx): Promise<LinkRow | AppError> => {
    const waitMs = await takeProofTry(tx, ctx)
    if (waitMs > 0) return new AppError('request.too-many', { retryAfterMs: waitMs })
    const found = await livingLink(tx, ctx.school.schoolId, token, now)
    if (!found) return new AppError('link.over')
    await giveBackProofTry(tx, ctx)
    return found
  })
  if (link instanceof AppError) throw link
  return ctx.tenant((tx) => work(tx, link))
}

async function livingLink(tx: Tx, schoolId: string, token: string, now: string): Promise<LinkRow | undefined> {
  const tokenHash = sha256Hex(token)
  const { besideHashes } = appointmentLinks
  const [link] = await tx
    .select()
    .from(appointmentLinks)
    .where(
      and(
        eq(appointmentLinks.schoolId, schoolId),
        or(
          eq(appointmentLinks.tokenHash, tokenHash),
          sql`(${besideHashes} <> '{}' and ${tokenHash} = any(${besideHashes}))`,
        ),
        isNull(appointmentLinks.endedAt),
        gt(appointmentLinks.expiresAt, now),
      ),
    )
  return link
}

/** Staff see that the family has been there; the first time counts. */
export const noteOpened = async (tx: Tx, { schoolId, id }: LinkRow, nowMs: number): Promise<void> => {
  await tx
    .update(appointmentLinks)
    .set({ openedAt: toInstant(nowMs) })
    .where(and(eq(appointmentLinks.schoolId, schoolId), eq(appointmentLinks.id, id), isNull(appointmentLinks.openedAt)))
}
