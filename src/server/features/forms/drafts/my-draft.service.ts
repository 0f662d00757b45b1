import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { keepMyDraft, MyDraft } from '#shared/forms/my-draft.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { formVersion } from '../form.service.ts'
import { formVersions } from '../form.table.ts'
import { subjectsOf } from '../submissions/submission.view.ts'
import { draftLifeMs, isSubmitted, withoutFiles } from './draft.service.ts'
import { accountDrafts } from './draft.table.ts'

/** More than a family starts; stops scripts. */
const maxDrafts = 20

const mine = ({ school, session }: SessionCtx) =>
  and(eq(accountDrafts.schoolId, school.schoolId), eq(accountDrafts.userId, session.user.userId))

/** Lists this person's drafts, the latest first. */
export async function listMine(tx: Tx, ctx: SessionCtx): Promise<z.input<typeof MyDraft>[]> {
  const rows = await tx
    .select({ draft: accountDrafts, definition: formVersions.definition })
    .from(accountDrafts)
    .innerJoin(
      formVersions,
      and(
        eq(formVersions.schoolId, accountDrafts.schoolId),
        eq(formVersions.slug, accountDrafts.slug),
        eq(formVersions.version, accountDrafts.version),
      ),
    )
    .where(and(mine(ctx), gt(accountDrafts.expiresAt, toInstant(ctx.deps.clock.nowMs()))))
    .orderBy(desc(accountDrafts.updatedAt), desc(accountDrafts.id))
  return rows.map(({ draft: { id, slug, updatedAt, answers }, definition }) => ({
    id,
    slug,
    updatedAt,
    title: definition.title,
    about: aboutWhom(definition, answers),
  }))
}

const aboutWhom = (definition: FormDefinition, answers: Answers): string | null =>
  subjectsOf(definition, answers).join(' · ') || null

/**
 * Saves a draft under the account, unless changed since `seen`.
 * @returns its revision. @throws AppError form.changed-elsewhere, form.unknown, form.link-over, form.too-many-drafts
 */
export async function saveMyDraft(tx: Tx, ctx: SessionCtx, kept: z.output<typeof keepMyDraft.body>): Promise<number> {
  const { schoolId } = ctx.school
  const { id, slug, version, language, startedAt, seen } = kept
  const definition = await formVersion(tx, schoolId, slug, version)
  if (!definition) throw new AppError('form.unknown')
  if (await isSubmitted(tx, schoolId, id)) throw new AppError('form.link-over')
  const nowMs = ctx.deps.clock.nowMs()
  await tx.delete(accountDrafts).where(and(mine(ctx), lte(accountDrafts.expiresAt, toInstant(nowMs))))
  const content = {
    version,
    language,
    answers: withoutFiles(definition, kept.answers as Answers),
    updatedAt: toInstant(nowMs),
    expiresAt: toInstant(nowMs + draftLifeMs),
    revision: seen + 1,
  }
  if (seen === 0) await requireRoom(tx, ctx)
  const key = { schoolId, userId: ctx.session.user.userId, id }
  const stored =
    seen === 0
      ? await tx
          .insert(accountDrafts)
          .values({ ...key, slug, startedAt, ...content })
          .onConflictDoNothing()
          .returning({ id: accountDrafts.id })
      : await tx
          .update(accountDrafts)
          .set(content)
          .where(
            and(mine(ctx), eq(accountDrafts.id, id), eq(accountDrafts.slug, slug), eq(accountDrafts.revision, seen)),
          )
          .returning({ id: accountDrafts.id })
  if (stored.length === 0) throw new AppError('form.changed-elsewhere')
  return content.revision
}

async function requireRoom(tx: Tx, ctx: SessionCtx): Promise<void> {
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(accountDrafts).where(mine(ctx))
  if ((row?.count ?? 0) >= maxDrafts) throw new AppError('form.too-many-drafts')
}

/** Opens a draft of the account. @throws AppError form.link-over */
export async function openMine(tx: Tx, ctx: SessionCtx, draftId: string) {
  const [draft] = await tx
    .select()
    .from(accountDrafts)
    .where(
      and(mine(ctx), eq(accountDrafts.id, draftId), gt(accountDrafts.expiresAt, toInstant(ctx.deps.clock.nowMs()))),
    )
  if (!draft) throw new AppError('form.link-over')
  const { id, slug, version, language, startedAt, updatedAt, answers, revision } = draft
  return { id, slug, version, language, startedAt, updatedAt, answers, revision }
}

/** Deletes a draft; a missing one is no error. */
export async function deleteMyDraft(tx: Tx, ctx: SessionCtx, id: string): Promise<void> {
  await tx.delete(accountDrafts).where(and(mine(ctx), eq(accountDrafts.id, id)))
}
