import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import {
  createForm,
  discardFormEdit,
  listFormEdits,
  listFormVersions,
  publishFormEdit,
  readFormEdit,
  readFormEffect,
  saveFormEdit,
} from '#shared/forms/editor/form-edit.contract.ts'
import { businessDay, toInstant } from '#shared/kernel/time.ts'
import { effectOf } from '../form-effect.service.ts'
import { type At, beginForm, discardEdit, type Editor, publishEdit, readEdit, saveEdit } from './form-edit.service.ts'
import { formEdit, formRow, versionRow } from './form-edit.view.ts'
import { listForms, listVersions, peopleOf } from './form-list.service.ts'

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
