import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import {
  createLink,
  type LinkKind,
  linkPath,
  withBeside,
} from '#server/features/identity/access-links/access-link.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { documentLinks } from './document.table.ts'

export type LinkRow = typeof documentLinks.$inferSelect

/** Days a family has to send what is missing. */
const linkLifeDays = 60

interface Params {
  studentId: string
  /** Student's name as used in the email. */
  subject: string
  guardian: string
  email: string
  language: Language
}

/** Emails a link to one guardian; their earlier link stops working. */
export async function askFor(tx: Tx, ctx: SessionCtx, { subject, ...asked }: Params): Promise<LinkRow> {
  const { deps, school, session } = ctx
  const nowMs = deps.clock.nowMs()
  const { token, ...issued } = createLink({ random: deps.random, nowMs }, linkLifeDays * dayMs)
  const fresh = {
    ...issued,
    besideHashes: [],
    guardian: asked.guardian,
    language: asked.language,
    askedAt: toInstant(nowMs),
    askedBy: session.user.userId,
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
    params: { subject, guardian: asked.guardian, path: linkPath('/documents', token), days: String(linkLifeDays) },
  })
  return link
}

interface OwnLink extends Pick<Params, 'studentId' | 'guardian' | 'email' | 'language'> {
  schoolId: string
  /** The guardian's own account. */
  by: UserId
}

/**
 * Creates a link that a guardian's account opens at once. One mailed to the same address goes on working while it lives, one
 * that is over stays over. @returns its path
 */
export async function openOwnLink(
  tx: Tx,
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  { by, ...of }: OwnLink,
): Promise<string> {
  const nowMs = clock.nowMs()
  const { token, ...issued } = createLink({ random, nowMs }, linkLifeDays * dayMs)
  const { tokenHash, besideHashes, expiresAt, endedAt } = documentLinks
  const lives = sql`(${endedAt} is null and ${expiresAt} > ${toInstant(nowMs)}::timestamptz)`
  const asked = { ...of, email: of.email.toLowerCase(), askedAt: toInstant(nowMs), askedBy: by }
  await tx
    .insert(documentLinks)
    .values({ ...asked, ...issued, id: uuidv7(nowMs, random) })
    .onConflictDoUpdate({
      target: [documentLinks.schoolId, documentLinks.studentId, documentLinks.email],
      set: {
        tokenHash: sql`case when ${lives} then ${tokenHash} else excluded.token_hash end`,
        besideHashes: sql`case when ${lives} then ${withBeside(besideHashes, issued.tokenHash)} else '{}'::text[] end`,
        expiresAt: sql`greatest(${expiresAt}, excluded.expires_at)`,
        endedAt: null,
      },
    })
  return linkPath('/documents', token)
}

/** Ends the link at once. @throws AppError request.not-found */
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

const { schoolId, tokenHash, besideHashes, endedAt, expiresAt } = documentLinks

/** The link by which a family sends documents. */
export const documentLink: LinkKind<LinkRow> = {
  columns: { schoolId, tokenHash, besideHashes, endedAt, expiresAt },
  find: async (tx, isOpen) => (await tx.select().from(documentLinks).where(isOpen))[0],
}

/** Records the family's first visit for staff. */
export const recordOpening = async (tx: Tx, { schoolId, id }: LinkRow, nowMs: number): Promise<void> => {
  await tx
    .update(documentLinks)
    .set({ openedAt: toInstant(nowMs) })
    .where(and(eq(documentLinks.schoolId, schoolId), eq(documentLinks.id, id), isNull(documentLinks.openedAt)))
}
