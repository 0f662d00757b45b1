import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { createLink, linkPath } from '#server/features/identity/access-links/access-link.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { askCriteria, CriteriaLink } from '#shared/forms/criteria.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, fromInstant, toInstant } from '#shared/kernel/time.ts'
import { publishedForm, publishedForms } from '../form.service.ts'
import { requireSubmission } from '../submissions/submission.service.ts'
import { criteriaLinks } from './criteria.table.ts'

type Link = typeof criteriaLinks.$inferSelect
type Told = z.input<typeof CriteriaLink>

/** Days a link opens its form. */
const linkLifeDays = 30
export const lifeMs = linkLifeDays * dayMs

/** Asks one applicant, and emails the link in the same step. @throws AppError form.unknown, request.not-found, student.erased */
export async function ask(ctx: SessionCtx, asked: z.output<typeof askCriteria.body>): Promise<Told> {
  const { schoolId } = ctx.school
  const { deps, session } = ctx
  const nowMs = deps.clock.nowMs()
  return ctx.tenant(async (tx) => {
    const { code: slug, submissionId, subject, email, language } = asked
    const form = await publishedForm(tx, schoolId, slug)
    if (form?.definition.purpose !== 'criteria') throw new AppError('form.unknown')
    if (submissionId) await requireSubmission(tx, schoolId, submissionId)
    const { token, ...issued } = createLink({ random: deps.random, nowMs }, lifeMs)
    const [link] = await tx
      .insert(criteriaLinks)
      .values({
        schoolId,
        id: uuidv7(nowMs, deps.random),
        ...issued,
        slug,
        submissionId,
        subject,
        email,
        language,
        answers: {},
        askedAt: toInstant(nowMs),
        askedBy: session.user.userId,
      })
      .returning()
    if (!link) throw new Error('the link was not stored')
    const { title } = form.definition
    await mailLink(tx, ctx, link, { title, token })
    return linkView(link, title, nowMs)
  })
}

const mailLink = (tx: Tx, ctx: SessionCtx, link: Link, { title, token }: { title: Bilingual; token: string }) =>
  queueMail(tx, ctx, {
    to: link.email,
    language: link.language,
    studentId: link.studentId,
    template: 'criteria-link',
    params: {
      subject: link.subject,
      form: title[link.language],
      path: linkPath(`/criteria/${link.slug}/${link.id}`, token),
      days: String(linkLifeDays),
    },
  })

/** Ends the link at once, and issues a new one on request. @throws AppError request.not-found */
export async function endLink(ctx: SessionCtx, id: string, again: boolean): Promise<Told> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  return ctx.tenant(async (tx) => {
    const { token, ...issued } = createLink({ random: ctx.deps.random, nowMs }, lifeMs)
    const [link] = await tx
      .update(criteriaLinks)
      .set(again ? { ...issued, besideHashes: [], revokedAt: null } : { revokedAt: toInstant(nowMs) })
      .where(and(eq(criteriaLinks.schoolId, schoolId), eq(criteriaLinks.id, id)))
      .returning()
    const form = link && (await publishedForm(tx, schoolId, link.slug))
    if (!form) throw new AppError('request.not-found')
    const { title } = form.definition
    if (again) await mailLink(tx, ctx, link, { title, token })
    return linkView(link, title, nowMs)
  })
}

/** Returns the links emailed about this submission, the earliest first. */
export async function linksAbout(tx: Tx, schoolId: string, submissionId: string, nowMs: number): Promise<Told[]> {
  const titles = new Map((await publishedForms(tx, schoolId)).map(({ slug, title }) => [slug, title]))
  const links = await tx
    .select()
    .from(criteriaLinks)
    .where(and(eq(criteriaLinks.schoolId, schoolId), eq(criteriaLinks.submissionId, submissionId)))
    .orderBy(asc(criteriaLinks.askedAt), asc(criteriaLinks.id))
  return links.map((link) => linkView(link, titles.get(link.slug) ?? { en: link.slug, ar: link.slug }, nowMs))
}

function linkView(link: Link, title: Bilingual, nowMs: number): Told {
  const { id, slug: code, subject, email, askedAt, expiresAt } = link
  return { id, code, title, subject, email, askedAt, expiresAt, state: stateOf(link, nowMs) }
}

function stateOf({ handedInAt, revokedAt, expiresAt, updatedAt }: Link, nowMs: number): Told['state'] {
  if (handedInAt !== null) return 'handed-in'
  if (revokedAt !== null) return 'revoked'
  if (fromInstant(expiresAt) <= nowMs) return 'expired'
  return updatedAt === null ? 'waiting' : 'begun'
}
