import { and, eq, gt, inArray, lte, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { countMail, takeProofTry } from '#server/features/identity/accounts/account-limits.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { keepDraft, openDraft } from '#shared/forms/draft.contract.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { draftAnswers } from '#shared/forms/form-draft.rules.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { randomToken } from '#shared/kernel/ids.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { formVersion } from '../form.service.ts'
import { submissions } from '../form.table.ts'
import { accountDrafts, formDrafts } from './draft.table.ts'

/** From the last change. */
export const draftLifeMs = 30 * dayMs

type Kept = z.output<typeof keepDraft.body>

/**
 * Keeps a draft and mails the link to it, in one step. Who knows a draft's id alone can neither read nor change what others
 * keep under it: what a link opens is changed with its token only.
 * @throws AppError auth.too-many-mails, form.unknown, form.link-over, form.changed-elsewhere
 */
export async function keepTravelling(ctx: OpenCtx, kept: Kept): Promise<{ link: string; revision: number }> {
  const { schoolId } = ctx.school
  await countMail(ctx, accountKey(kept.email))
  return ctx.tenant(async (tx) => {
    const definition = await formVersion(tx, schoolId, kept.slug, kept.version)
    if (!definition) throw new AppError('form.unknown')
    if (await isHandedIn(tx, schoolId, kept.id)) throw new AppError('form.link-over')
    const token = kept.token ?? randomToken(ctx.deps.random)
    const stored = await store(tx, ctx, kept, token, withoutFiles(definition, kept.answers as Answers))
    await queueMail(tx, ctx, {
      to: kept.email,
      language: kept.language,
      template: 'continue-form',
      params: { form: definition.title[kept.language], path: `/student_admission/${kept.id}#token=${token}` },
    })
    return stored
  })
}

async function store(tx: Tx, { school: { schoolId }, deps }: OpenCtx, kept: Kept, token: string, answers: Answers) {
  const nowMs = deps.clock.nowMs()
  const { id, slug, version, language, startedAt } = kept
  const content = {
    version,
    language,
    answers,
    updatedAt: toInstant(nowMs),
    expiresAt: toInstant(nowMs + draftLifeMs),
    revision: kept.token === undefined ? 1 : kept.seen + 1,
  }
  if (kept.token === undefined) {
    await tx.insert(formDrafts).values({ schoolId, tokenHash: sha256Hex(token), id, slug, startedAt, ...content })
  } else {
    const changed = await tx
      .update(formDrafts)
      .set(content)
      .where(and(living(schoolId, id, token, nowMs), eq(formDrafts.slug, slug), eq(formDrafts.revision, kept.seen)))
      .returning({ id: formDrafts.id })
    if (changed.length === 0) throw await whyNot(tx, living(schoolId, id, token, nowMs))
  }
  await clearOver(tx, schoolId, nowMs)
  return { link: sha256Hex(token), revision: content.revision }
}

/** Another device has changed what the link opens; or it opens nothing. */
async function whyNot(tx: Tx, isIt: SQL | undefined): Promise<AppError> {
  const [draft] = await tx.select({ id: formDrafts.id }).from(formDrafts).where(isIt)
  return new AppError(draft ? 'form.changed-elsewhere' : 'form.link-over')
}

const living = (schoolId: string, id: string, token: string, nowMs: number) =>
  and(
    eq(formDrafts.schoolId, schoolId),
    eq(formDrafts.tokenHash, sha256Hex(token)),
    eq(formDrafts.id, id),
    gt(formDrafts.expiresAt, toInstant(nowMs)),
  )

export async function isHandedIn(tx: Tx, schoolId: string, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.schoolId, schoolId), eq(submissions.id, id)))
  return found.length > 0
}

/** Only what the form knows; files are not here, so an answer that names one would name nothing. */
export const withoutFiles = (form: FormDefinition, answers: Answers): Answers => draftAnswers(form, answers, {})

/** What the link opens. @throws AppError form.link-over, request.too-many */
export async function openTravelling(ctx: OpenCtx, { id, token }: z.output<typeof openDraft.body>) {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const { waitMs, draft } = await ctx.tenant(async (tx) => {
    const waitMs = await takeProofTry(tx, ctx)
    if (waitMs > 0) return { waitMs, draft: undefined }
    const [draft] = await tx
      .select()
      .from(formDrafts)
      .where(living(schoolId, id, token, nowMs))
    return { waitMs, draft }
  })
  if (waitMs > 0) throw new AppError('request.too-many', { retryAfterMs: waitMs })
  if (!draft) throw new AppError('form.link-over')
  const { slug, version, language, startedAt, updatedAt, answers, revision } = draft
  return { id, slug, version, language, startedAt, updatedAt, answers, revision }
}

/** What was handed in is a draft no more, whoever kept it: its links are over in the same step, and no account lists it. */
export async function endTravelling(tx: Tx, schoolId: string, id: string): Promise<void> {
  await tx.delete(formDrafts).where(and(eq(formDrafts.schoolId, schoolId), eq(formDrafts.id, id)))
  await tx.delete(accountDrafts).where(and(eq(accountDrafts.schoolId, schoolId), eq(accountDrafts.id, id)))
}

async function clearOver(tx: Tx, schoolId: string, nowMs: number) {
  const over = tx
    .select({ tokenHash: formDrafts.tokenHash })
    .from(formDrafts)
    .where(and(eq(formDrafts.schoolId, schoolId), lte(formDrafts.expiresAt, toInstant(nowMs))))
    .limit(100)
    .for('update', { skipLocked: true })
  await tx.delete(formDrafts).where(and(eq(formDrafts.schoolId, schoolId), inArray(formDrafts.tokenHash, over)))
}
