import { type Feature, route } from '#server/http/serve.ts'
import { keepDraft, openDraft } from '#shared/forms/draft.contract.ts'
import { listForms, putChunk, readForm, submissionStates } from '#shared/forms/form.contract.ts'
import { dropMyDraft, keepMyDraft, myDrafts, openMyDraft } from '#shared/forms/my-draft.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { openDraftTransfer, saveDraftTransfer } from './drafts/draft.service.ts'
import { deleteMyDraft, listMine, openMine, saveMyDraft } from './drafts/my-draft.service.ts'
import { type OnReceived, statesOf, takeChunk } from './files/file.service.ts'
import { publishedForms, servedForm } from './form.service.ts'

export const formRoutes =
  (onReceived: OnReceived): Feature =>
  () => [
    route.open(readForm, async (ctx, { slug }) => {
      const form = await ctx.tenant((tx) => servedForm(tx, ctx.school.schoolId, slug))
      if (!form) throw new AppError('form.unknown')
      return { form }
    }),
    route.open(listForms, async (ctx) => {
      const forms = await ctx.tenant((tx) => publishedForms(tx, ctx.school.schoolId))
      // A criteria form is opened only by link: a front desk could not submit it.
      return { forms: forms.filter(({ purpose }) => purpose !== 'criteria') }
    }),
    route.open(keepDraft, saveDraftTransfer),
    route.open(openDraft, async (ctx, asked) => ({ draft: await openDraftTransfer(ctx, asked) })),
    route.session(myDrafts, async (ctx) => ({ drafts: await ctx.tenant((tx) => listMine(tx, ctx)) })),
    route.session(keepMyDraft, async (ctx, kept) => ({
      revision: await ctx.tenant((tx) => saveMyDraft(tx, ctx, kept)),
    })),
    route.session(openMyDraft, async (ctx, { id }) => ({ draft: await ctx.tenant((tx) => openMine(tx, ctx, id)) })),
    route.session(dropMyDraft, async (ctx, { id }) => {
      await ctx.tenant((tx) => deleteMyDraft(tx, ctx, id))
      return {}
    }),
    route.sender(submissionStates, async (ctx, { submissionIds }) => ({
      submissions: await statesOf(ctx, submissionIds),
    })),
    route.sender(putChunk, async (ctx, chunk) => ({ file: await takeChunk(ctx, chunk, onReceived) })),
  ]
