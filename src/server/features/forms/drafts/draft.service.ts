import { and, eq, inArray, lte, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import {
  isOpenLink,
  type LinkKind,
  linkPath,
  openLink,
  refusalOf,
} from '#server/features/identity/access-links/access-link.service.ts'
import { limitMail } from '#server/features/identity/accounts/account-limits.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { createToken, hashToken } from '#server/kernel/tokens.ts'
import type { keepDraft, openDraft } from '#shared/forms/draft.contract.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { draftAnswers } from '#shared/forms/form-draft.rules.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { formVersion } from '../form.service.ts'
import { submissions } from '../form.table.ts'
import { accountDrafts, formDrafts } from './draft.table.ts'

/** Measured from the last change. */
export const draftLifeMs = 30 * dayMs

type Stored = z.output<typeof keepDraft.body>

/**
 * Stores a draft and emails its link, in one step. A draft's id alone gives no right to read or change what others store under
 * it: a link's draft is changed with its token only.
 * @throws AppError auth.too-many-mails, form.unknown, form.link-over, form.changed-elsewhere
 */
export async function saveDraftTransfer(ctx: OpenCtx, kept: Stored): Promise<{ link: string; revision: number }> {
  const { schoolId } = ctx.school
  await limitMail(ctx, 'draft', accountKey(kept.email))
  return ctx.tenant(async (tx) => {
    const definition = await formVersion(tx, schoolId, kept.slug, kept.version)
    if (!definition) throw new AppError('form.unknown')
    if (await isSubmitted(tx, schoolId, kept.id)) throw refusalOf(draftLink(kept.id))
    const { token, link } = await store(tx, ctx, kept, withoutFiles(definition, kept.answers as Answers))
    await queueMail(tx, ctx, {
      to: kept.email,
      language: kept.language,
      template: 'continue-form',
      params: { form: definition.title[kept.language], path: linkPath(`/student_admission/${kept.id}`, token) },
    })
    return link
  })
}

async function store(tx: Tx, { school: { schoolId }, deps }: OpenCtx, kept: Stored, answers: Answers) {
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
  const { token, tokenHash } =
    kept.token === undefined ? createToken(deps.random) : { token: kept.token, tokenHash: hashToken(kept.token) }
  if (kept.token === undefined) {
    await tx.insert(formDrafts).values({ schoolId, tokenHash, id, slug, startedAt, ...content })
  } else {
    const kind = draftLink(id)
    const isOpen = isOpenLink(kind.columns, { schoolId, token, nowMs })
    const changed = await tx
      .update(formDrafts)
      .set(content)
      .where(and(isOpen, eq(formDrafts.id, id), eq(formDrafts.slug, slug), eq(formDrafts.revision, kept.seen)))
      .returning({ id: formDrafts.id })
    if (changed.length === 0) throw await whyNot(tx, kind, isOpen)
  }
  await clearOver(tx, schoolId, nowMs)
  return { token, link: { link: tokenHash, revision: content.revision } }
}

/** Returns the error: another device has changed the draft, or the link is invalid. */
async function whyNot(tx: Tx, kind: ReturnType<typeof draftLink>, isOpen: SQL | undefined): Promise<AppError> {
  return (await kind.find(tx, isOpen)) ? new AppError('form.changed-elsewhere') : refusalOf(kind)
}

/** The link by which a draft is continued on another device. */
function draftLink(id: string): LinkKind<typeof formDrafts.$inferSelect> {
  const { schoolId, tokenHash, expiresAt } = formDrafts
  return {
    columns: { schoolId, tokenHash, expiresAt },
    find: async (tx, isOpen) =>
      (
        await tx
          .select()
          .from(formDrafts)
          .where(and(isOpen, eq(formDrafts.id, id)))
      )[0],
    refusal: 'form.link-over',
  }
}

export async function isSubmitted(tx: Tx, schoolId: string, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.schoolId, schoolId), eq(submissions.id, id)))
  return found.length > 0
}

/** Returns only answers the form knows; files are not here, so answers naming one are dropped. */
export const withoutFiles = (form: FormDefinition, answers: Answers): Answers => draftAnswers(form, answers, {})

/** Opens the draft of a link. @throws AppError form.link-over, request.too-many */
export const openDraftTransfer = (ctx: OpenCtx, { id, token }: z.output<typeof openDraft.body>) =>
  openLink(ctx, draftLink(id), token, async (_tx, draft) => {
    const { slug, version, language, startedAt, updatedAt, answers, revision } = draft
    return { id, slug, version, language, startedAt, updatedAt, answers, revision }
  })

/** Ends the drafts of a submitted form, no matter who saved them: links expire in the same step, and no account lists it. */
export async function endDraftTransfer(tx: Tx, schoolId: string, id: string): Promise<void> {
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
