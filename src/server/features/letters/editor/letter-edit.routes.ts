import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findPeople, type Person } from '#server/features/identity/sessions/people.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { type LetterKind, letterKinds } from '#shared/letters/letter-kinds.rules.ts'
import {
  discardLetterEdit,
  type LetterEdit,
  type LetterTemplateRow,
  letterTemplates,
  type LetterVersionRow,
  letterVersions,
  previewLetter,
  publishLetterEdit,
  readLetterEdit,
  readLetterVersion,
  saveLetterEdit,
} from '#shared/letters/letter-template.contract.ts'
import { isOwnLetter, ownLettersOf } from '#shared/school/own-letters.rules.ts'
import { lettersByVersion, publishedTemplates, templateVersion } from '../templates/letter-template.service.ts'
import { type At, discardEdit, type Editor, editsOf, publishEdit, readEdit, saveEdit } from './letter-edit.service.ts'
import { drawDraft, type LetterValueSource } from './letter-preview.service.ts'

type People = Map<UserId, Person>
type Published = Awaited<ReturnType<typeof publishedTemplates>>[number]
type Edited = Awaited<ReturnType<typeof editsOf>>[number]

/** Returns person (by name alone) and time of a change. */
const changeStampOf = (people: People, by: UserId, at: Instant) => ({ by: people.get(by)?.name ?? null, at })

export const letterRow = (
  name: LetterKind,
  published: Published | undefined,
  edited: Edited | undefined,
  people: People,
): LetterTemplateRow => ({
  name,
  version: published?.version ?? 0,
  published: published ? changeStampOf(people, published.publishedBy, published.publishedAt) : null,
  edited: edited ? changeStampOf(people, edited.updatedBy, edited.updatedAt) : null,
})

export const letterEdit = (
  name: LetterKind,
  { revision, edit, published, template }: Awaited<ReturnType<typeof readEdit>>,
  people: People,
): z.input<typeof LetterEdit> => ({
  name,
  revision,
  template,
  edited: edit ? changeStampOf(people, edit.updatedBy, edit.updatedAt) : null,
  published,
})

export const letterVersionRow = (
  { version, publishedBy, publishedAt }: Published,
  letters: ReadonlyMap<number, number>,
  people: People,
): LetterVersionRow => ({
  version,
  published: changeStampOf(people, publishedBy, publishedAt),
  letters: letters.get(version) ?? 0,
})

interface LetterSchool {
  schoolId: string
  code: string
}

/** Lists every letter of the school, and any other that it has worked on: the issued version, and who is changing it. */
async function listLetters(tx: Tx, { schoolId, code }: LetterSchool): Promise<LetterTemplateRow[]> {
  const own = (await readSchool(tx, schoolId)).profile.letters?.own ?? ownLettersOf(code)
  const edits = (await editsOf(tx, schoolId)).filter(({ template }) => template !== null)
  const published = await publishedTemplates(tx, schoolId)
  const staff = [...edits.map(({ updatedBy }) => updatedBy), ...published.map(({ publishedBy }) => publishedBy)]
  const people = await findPeople(tx, schoolId, staff)
  return letterKinds.flatMap((name) => {
    const isThis = (each: { name: string }) => each.name === name
    const [issued, edit] = [published.find(isThis), edits.find(isThis)]
    return issued || edit || isOwnLetter(name, own) ? [letterRow(name, issued, edit, people)] : []
  })
}

/** Lists the versions of one letter, the newest first; the default is the last. */
async function listVersions(tx: Tx, at: At): Promise<LetterVersionRow[]> {
  const published = (await publishedTemplates(tx, at.schoolId)).filter(({ name }) => name === at.name)
  const staff = published.map(({ publishedBy }) => publishedBy)
  const people = await findPeople(tx, at.schoolId, staff)
  const letters = await lettersByVersion(tx, at)
  const ready = { version: 0, published: null, letters: letters.get(0) ?? 0 }
  return [...published.map((each) => letterVersionRow(each, letters, people)), ready]
}

/** Returns the user, the letter and the time. @throws AppError access.denied */
function enter(ctx: SessionCtx, name: LetterKind): { at: At; by: Editor } {
  requirePermission(ctx.session, 'letters.edit')
  const by = { userId: ctx.session.user.userId, at: toInstant(ctx.deps.clock.nowMs()) }
  return { at: { schoolId: ctx.school.schoolId, name }, by }
}

export const letterEditRoutes =
  (valueSource: LetterValueSource): Feature =>
  () => [
    route.session(letterTemplates, async (ctx) => {
      requirePermission(ctx.session, 'letters.edit')
      return { letters: await ctx.tenant((tx) => listLetters(tx, ctx.school)) }
    }),
    route.session(readLetterEdit, (ctx, { letter: name }) => {
      const { at } = enter(ctx, name)
      return ctx.tenant(async (tx) => {
        const found = await readEdit(tx, at)
        const people = await findPeople(tx, at.schoolId, found.edit ? [found.edit.updatedBy] : [])
        return { edit: letterEdit(name, found, people) }
      })
    }),
    route.session(saveLetterEdit, async (ctx, { letter: name, ...change }) => {
      const { at, by } = enter(ctx, name)
      return { revision: await ctx.tenant((tx) => saveEdit(tx, at, change, by)) }
    }),
    route.session(discardLetterEdit, async (ctx, { letter: name, revision }) => {
      const { at, by } = enter(ctx, name)
      await ctx.tenant((tx) => discardEdit(tx, at, revision, by))
      return {}
    }),
    route.session(publishLetterEdit, (ctx, { letter: name, revision }) => {
      const { at, by } = enter(ctx, name)
      return ctx.tenant(async (tx) => {
        const version = await publishEdit(tx, at, revision, by)
        await recordAuditEvent(tx, ctx, 'letter-published', { about: null, facts: { kind: name, version } })
        return { version }
      })
    }),
    route.session(letterVersions, async (ctx, { letter: name }) => {
      const { at } = enter(ctx, name)
      return { versions: await ctx.tenant((tx) => listVersions(tx, at)) }
    }),
    route.session(readLetterVersion, async (ctx, { letter: name, version }) => {
      const { at } = enter(ctx, name)
      const found = await ctx.tenant((tx) => templateVersion(tx, at, version))
      if (!found) throw new AppError('request.not-found')
      return { template: found.template }
    }),
    route.session(previewLetter, (ctx, draft) => {
      enter(ctx, draft.letter)
      return drawDraft(ctx, valueSource, draft)
    }),
  ]
