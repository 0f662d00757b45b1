import { and, eq, gt, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { takeProofTry } from '#server/features/account/account-limits.service.ts'
import { formVersion, publishedForm } from '#server/features/form/form.service.ts'
import { confirmByMail, fits, freeze } from '#server/features/form/freeze.service.ts'
import { findSubmission } from '#server/features/form/submission.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { readFormValues, saveFormValues } from '#shared/contract/criteria.ts'
import { DeviceId } from '#shared/contract/fields.ts'
import type { FormDefinition } from '#shared/contract/form-definition.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { businessDay, fromInstant, toInstant } from '#shared/kernel/time.ts'
import { type Answers, keepAsked } from '#shared/rules/form-answers.rules.ts'
import { criteriaLinks } from './criteria.table.ts'

type Link = typeof criteriaLinks.$inferSelect
type Read = z.input<typeof readFormValues.reply>
type Asked = z.output<typeof saveFormValues.body>
type Saved = z.input<typeof saveFormValues.reply>['formData']

/** Runs `work` on the link of this token, locked. Every link that opens nothing is told in the same way. */
async function byLink<T>(
  ctx: OpenCtx,
  { token, sims_criteria_code: slug }: { token: string; sims_criteria_code: string },
  work: (tx: Tx, link: Link) => Promise<T>,
): Promise<T> {
  const nowMs = ctx.deps.clock.nowMs()
  const { waitMs, found } = await ctx.tenant(async (tx) => {
    const waitMs = await takeProofTry(tx, ctx)
    if (waitMs > 0) return { waitMs, found: undefined }
    const [link] = await tx
      .select()
      .from(criteriaLinks)
      .where(
        and(
          eq(criteriaLinks.schoolId, ctx.school.schoolId),
          eq(criteriaLinks.tokenHash, sha256Hex(token)),
          eq(criteriaLinks.slug, slug),
          isNull(criteriaLinks.revokedAt),
          gt(criteriaLinks.expiresAt, toInstant(nowMs)),
        ),
      )
      .for('update')
    return { waitMs, found: link && { value: await work(tx, link) } }
  })
  if (waitMs > 0) throw new AppError('request.too-many', { retryAfterMs: waitMs })
  if (!found) throw new AppError('link.over')
  return found.value
}

/** The form as it is published now, or as it was handed in, with what was written. @throws AppError link.over */
export const readValues = (ctx: OpenCtx, asked: { token: string; sims_criteria_code: string }): Promise<Read> =>
  byLink(ctx, asked, async (tx, link) => {
    const { schoolId, id, slug, subject, askedAt, updatedAt } = link
    const done = link.handedInAt === null ? undefined : await findSubmission(tx, schoolId, id)
    const form = done
      ? { version: done.row.version, definition: done.definition }
      : await publishedForm(tx, schoolId, slug)
    if (!form) throw new AppError('link.over')
    const { version, definition } = form
    const reference = done?.row.reference ?? null
    // Empty once it was handed in: a link that goes on opening would show the answers to whoever finds it.
    return { values: link.answers, formData: { id, subject, version, definition, askedAt, updatedAt, reference } }
  })

/** Keeps what was written; the last time, hands it in. @throws AppError link.over, request.invalid */
export const saveValues = (ctx: OpenCtx, asked: Asked): Promise<Saved> =>
  byLink(ctx, asked, async (tx, link) => {
    const { schoolId, id, slug } = link
    const { formData, values } = asked
    if (link.handedInAt !== null) {
      const done = await findSubmission(tx, schoolId, id)
      const version = done?.row.version ?? formData.version
      return { id, version, updatedAt: link.updatedAt, reference: done?.row.reference ?? null }
    }
    const definition = await formVersion(tx, schoolId, slug, formData.version)
    if (definition?.purpose !== 'criteria') throw new AppError('request.invalid', { field: 'formData.version' })
    const answers = keepAsked(definition, 'public', values as Answers)
    const now = toInstant(ctx.deps.clock.nowMs())
    const reference = formData.isFinal ? await handIn(tx, ctx, link, { definition, answers, formData }) : null
    await tx
      .update(criteriaLinks)
      .set({
        version: formData.version,
        // Frozen with the submission; nothing of it stays here.
        answers: formData.isFinal ? {} : answers,
        updatedAt: now,
        ...(formData.isFinal ? { handedInAt: now } : {}),
      })
      .where(and(eq(criteriaLinks.schoolId, schoolId), eq(criteriaLinks.id, id)))
    return { id, version: formData.version, updatedAt: now, reference }
  })

interface Final {
  definition: FormDefinition
  answers: Answers
  formData: Asked['formData']
}

async function handIn(tx: Tx, ctx: OpenCtx, link: Link, { definition, answers, formData }: Final): Promise<string> {
  const { schoolId, id, slug } = link
  const nowMs = ctx.deps.clock.nowMs()
  const { timeZone } = await readSchool(tx, schoolId)
  const days = [nowMs, fromInstant(link.updatedAt ?? link.askedAt)].map((ms) => businessDay(ms, timeZone, 0))
  if (!fits(definition, answers, days)) throw new AppError('request.invalid', { field: 'values' })
  const reference = await freeze(tx, ctx.deps.random, {
    schoolId,
    id,
    slug,
    version: formData.version,
    purpose: 'criteria',
    answers,
    language: formData.language,
    channel: 'public',
    // No device has this id: nobody asks about it or sends files to it but by the link.
    senderId: DeviceId.parse(id),
    startedAt: link.askedAt,
    receivedAt: toInstant(nowMs),
    flags: [],
  })
  const to = { answers: { ...answers, link_email: link.email }, reference, language: formData.language }
  await confirmByMail(tx, ctx, { ...definition, contact: { ...definition.contact, email: 'link_email' } }, to)
  return reference
}
