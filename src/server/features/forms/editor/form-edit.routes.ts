import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { Person } from '#server/features/identity/sessions/people.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import {
  type ChangeStamp,
  createForm,
  discardFormEdit,
  type FormEdit,
  type FormRow,
  type FormVersionRow,
  listFormEdits,
  listFormVersions,
  publishFormEdit,
  readFormEdit,
  readFormEffect,
  saveFormEdit,
} from '#shared/forms/editor/form-edit.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { businessDay, type Instant, toInstant } from '#shared/kernel/time.ts'
import { effectOf } from '../form-effect.service.ts'
import { type At, beginForm, discardEdit, type Editor, publishEdit, readEdit, saveEdit } from './form-edit.service.ts'
import { listForms, listVersions, peopleOf } from './form-list.service.ts'

type People = Map<UserId, Person>

/** Returns person (by name alone) and time of a change; no person for the school's initial forms. */
const changeStampOf = (people: People, by: UserId | null, at: Instant): ChangeStamp => ({
  by: (by && people.get(by)?.name) ?? null,
  at,
})

type Listed = Awaited<ReturnType<typeof listForms>>[number]

/** Maps a form to its list row. @throws TypeError for a form neither published nor in progress: there is none */
function formRow(row: Listed): z.input<typeof FormRow> {
  const { slug, version, people, drafts, submissions } = row
  const [title, purpose] = [row.title ?? row.newTitle, row.purpose ?? row.newPurpose]
  if (!title || !purpose) throw new TypeError(`the form ${slug} is nothing yet`)
  return {
    slug,
    title,
    purpose,
    version,
    published: row.publishedAt ? changeStampOf(people, row.publishedBy, row.publishedAt) : null,
    edited: row.editedAt ? changeStampOf(people, row.editedBy, row.editedAt) : null,
    drafts,
    submissions,
  }
}

const versionRow = (row: Awaited<ReturnType<typeof listVersions>>[number]): z.input<typeof FormVersionRow> => ({
  version: row.version,
  published: changeStampOf(row.people, row.publishedBy, row.publishedAt),
  submissions: row.submissions,
  drafts: row.drafts,
})

const formEdit = (
  slug: string,
  { revision, edit, published, definition, history }: Awaited<ReturnType<typeof readEdit>>,
  people: People,
): z.input<typeof FormEdit> => ({
  slug,
  revision,
  definition,
  edited: edit ? changeStampOf(people, edit.updatedBy, edit.updatedAt) : null,
  published: published ? { version: published.version, definition: published.definition } : null,
  history,
})

/** Returns the user, the form and the time. @throws AppError access.denied */
function enter(ctx: SessionCtx, slug = ''): { at: At; by: Editor; now: string; today: string } {
  requirePermission(ctx.session, 'forms.edit')
  const nowMs = ctx.deps.clock.nowMs()
  const now = toInstant(nowMs)
  return {
    at: { schoolId: ctx.school.schoolId, slug },
    by: { userId: ctx.session.user.userId, at: now },
    now,
    today: businessDay(nowMs, ctx.school.timeZone, 0),
  }
}

export const formEditRoutes: Feature = () => [
  route.session(listFormEdits, async (ctx) => {
    const { at, now } = enter(ctx)
    const rows = await ctx.tenant((tx) => listForms(tx, at.schoolId, now))
    return { forms: rows.map(formRow) }
  }),
  route.session(readFormEdit, (ctx, { slug }) => {
    const { at } = enter(ctx, slug)
    return ctx.tenant(async (tx) => {
      const found = await readEdit(tx, at)
      return { edit: formEdit(slug, found, await peopleOf(tx, at.schoolId, [found.edit?.updatedBy])) }
    })
  }),
  route.session(saveFormEdit, async (ctx, { slug, ...change }) => {
    const { at, by } = enter(ctx, slug)
    return { revision: await ctx.tenant((tx) => saveEdit(tx, at, change, by)) }
  }),
  route.session(discardFormEdit, async (ctx, { slug, revision }) => {
    const { at } = enter(ctx, slug)
    await ctx.tenant((tx) => discardEdit(tx, at, revision))
    return {}
  }),
  route.session(createForm, async (ctx, { slug, ...wanted }) => {
    const { at, by } = enter(ctx, slug)
    await ctx.tenant((tx) => beginForm(tx, at, wanted, by, ctx.deps.random))
    return {}
  }),
  route.session(listFormVersions, async (ctx, { slug }) => {
    const { at, now } = enter(ctx, slug)
    const rows = await ctx.tenant((tx) => listVersions(tx, at.schoolId, slug, now))
    return { versions: rows.map(versionRow) }
  }),
  route.session(readFormEffect, async (ctx, { slug, revision }) => {
    const { at, now, today } = enter(ctx, slug)
    return { effect: await ctx.tenant((tx) => effectOf(tx, at, revision, { now, today })) }
  }),
  route.session(publishFormEdit, async (ctx, { slug, revision }) => {
    const { at, by } = enter(ctx, slug)
    return ctx.tenant(async (tx) => {
      const version = await publishEdit(tx, at, revision, by)
      await recordAuditEvent(tx, ctx, 'form-published', { about: slug, facts: { version } })
      return { version }
    })
  }),
]
