import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { giveBackProofTry, takeProofTry } from '#server/features/identity/accounts/account-limits.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { OpenCtx, SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { randomToken, uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { documentLinks } from './document.table.ts'

export type LinkRow = typeof documentLinks.$inferSelect

/** How long a family has to send what is missing. */
const lifeDays = 60

interface Asked {
  studentId: string
  /** How the mail calls the student. */
  subject: string
  guardian: string
  email: string
  language: Language
}

/** Mails one guardian a link; the one that they had before opens nothing from now on. */
export async function askFor(tx: Tx, ctx: SessionCtx, { subject, ...asked }: Asked): Promise<LinkRow> {
  const { deps, school, session } = ctx
  const nowMs = deps.clock.nowMs()
  const token = randomToken(deps.random)
  const fresh = {
    tokenHash: sha256Hex(token),
    guardian: asked.guardian,
    language: asked.language,
    askedAt: toInstant(nowMs),
    askedBy: session.user.userId,
    expiresAt: toInstant(nowMs + lifeDays * dayMs),
    openedAt: null,
    endedAt: null,
  }
  const email = asked.email.toLowerCase()
  const [link] = await tx
    .insert(documentLinks)
    .values({ schoolId: school.schoolId, id: uuidv7(nowMs, deps.random), studentId: asked.studentId, email, ...fresh })
    .onConflictDoUpdate({ target: [documentLinks.schoolId, documentLinks.studentId, documentLinks.email], set: fresh })
    .returning()
  if (!link) throw new Error('the link was not stored')
  await queueMail(tx, ctx, {
    to: asked.email,
    language: asked.language,
    studentId: asked.studentId,
    template: 'documents-link',
    params: { subject, guardian: asked.guardian, path: `/documents#token=${token}`, days: String(lifeDays) },
  })
  return link
}

/** Ends it at once. @throws AppError request.not-found */
export async function endLink(tx: Tx, of: { schoolId: string; studentId: string; id: string; nowMs: number }) {
  const [link] = await tx
    .update(documentLinks)
    .set({ endedAt: toInstant(of.nowMs) })
    .where(
      and(
        eq(documentLinks.schoolId, of.schoolId),
        eq(documentLinks.id, of.id),
        eq(documentLinks.studentId, of.studentId),
      ),
    )
    .returning()
  if (!link) throw new AppError('request.not-found')
  return link
}

export const linksOf = (tx: Tx, schoolId: string, studentId: string): Promise<LinkRow[]> =>
  tx
    .select()
    .from(documentLinks)
    .where(and(eq(documentLinks.schoolId, schoolId), eq(documentLinks.studentId, studentId)))
    .orderBy(desc(documentLinks.askedAt), documentLinks.id)

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
  const [link] = await tx
    .select()
    .from(documentLinks)
    .where(
      and(
        eq(documentLinks.schoolId, schoolId),
        eq(documentLinks.tokenHash, sha256Hex(token)),
        isNull(documentLinks.endedAt),
        gt(documentLinks.expiresAt, now),
      ),
    )
  return link
}

/** Staff see that the family has been there; the first time counts. */
export const noteOpened = async (tx: Tx, { schoolId, id }: LinkRow, nowMs: number): Promise<void> => {
  await tx
    .update(documentLinks)
    .set({ openedAt: toInstant(nowMs) })
    .where(and(eq(documentLinks.schoolId, schoolId), eq(documentLinks.id, id), isNull(documentLinks.openedAt)))
}
