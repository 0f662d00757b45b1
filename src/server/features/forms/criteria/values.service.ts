import { and, eq, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { type LinkKind, openLink, refusalOf } from '#server/features/identity/access-links/access-link.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import { inLanguage } from '#server/http/in-language.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { readFormValues, saveFormValues } from '#shared/forms/criteria.contract.ts'
import { type Answers, keepAsked } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { draftAnswers, isSameAnswers } from '#shared/forms/form-draft.rules.ts'
import { isByLink } from '#shared/forms/required-forms.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { DeviceId, type Language } from '#shared/kernel/fields.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { businessDay, fromInstant, toInstant } from '#shared/kernel/time.ts'
import { formVersion, publishedForm } from '../form.service.ts'
import { withPhonesInE164 } from '../form-phones.rules.ts'
import { confirmByMail, fits, freeze } from '../submissions/freeze.service.ts'
import { findSubmission } from '../submissions/submission.service.ts'
import { namesIn } from '../submissions/submission-search.service.ts'
import { criteriaLinks } from './criteria.table.ts'

type Link = typeof criteriaLinks.$inferSelect
type Read = z.input<typeof readFormValues.reply>
type Asked = z.output<typeof saveFormValues.body>
/** What was asked for, with all that was left out. */
type Params = Asked & { formData: { version: number; language: Language } }
type Saved = z.input<typeof saveFormValues.reply>['formData']

/** The link by which a family answers the form of this slug; locked while something is done by it. */
function criteriaLink(slug: string): LinkKind<Link> {
  const { schoolId, tokenHash, besideHashes, revokedAt: endedAt, expiresAt } = criteriaLinks
  const read = (tx: Tx, isOpen: SQL | undefined) =>
    tx
      .select()
      .from(criteriaLinks)
      .where(and(isOpen, eq(criteriaLinks.slug, slug)))
  return {
    columns: { schoolId, tokenHash, besideHashes, endedAt, expiresAt },
    find: async (tx, isOpen) => (await read(tx, isOpen))[0],
    take: async (tx, isOpen) => (await read(tx, isOpen).for('update'))[0],
  }
}

/** Returns the form as published now, or as submitted, with its answers. @throws AppError link.over */
export const readValues = (ctx: OpenCtx, asked: { token: string; sims_criteria_code: string }): Promise<Read> => {
  const kind = criteriaLink(asked.sims_criteria_code)
  return openLink(ctx, kind, asked.token, async (tx, link) => {
    const { schoolId, id, slug, subject, askedAt, updatedAt, revision } = link
    const done = link.handedInAt === null ? undefined : await findSubmission(tx, schoolId, id)
    const form = done
      ? { version: done.row.version, definition: done.definition }
      : await publishedForm(tx, schoolId, slug)
    if (!form || !(done || isByLink(form.definition))) throw refusalOf(kind)
    const { version, definition } = form
    const reference = done?.row.reference ?? null
    // Empty once submitted: a link that still opens would show the answers to anyone who finds it.
    const formData = { id, subject, version, definition, askedAt, updatedAt, revision, reference }
    return { values: link.answers, formData }
  })
}

/**
 * Saves answers unless changed since `seen`; the last time, submits them. Every check precedes the first write. @throws AppError
 * link.over, request.invalid, form.changed-elsewhere, form.handed-in
 */
export const saveValues = (ctx: OpenCtx, asked: Asked): Promise<Saved> =>
  openLink(ctx, { ...criteriaLink(asked.sims_criteria_code), saves: ({ id }) => id }, asked.token, async (tx, link) =>
    saveByLink(tx, ctx, link, await withDefaults(tx, ctx, link, asked)),
  )

/** Names the version (that of the answers saved so far, else the published one) and the language where the call names none. */
async function withDefaults(tx: Tx, ctx: OpenCtx, { schoolId, slug, version }: Link, asked: Asked): Promise<Params> {
  const formData = inLanguage(ctx, asked.formData)
  const known = formData.version ?? version ?? (await publishedForm(tx, schoolId, slug))?.version
  return { ...asked, formData: { ...formData, version: known ?? 0 } }
}

async function saveByLink(tx: Tx, ctx: OpenCtx, link: Link, asked: Params): Promise<Saved> {
  const { schoolId, id, slug } = link
  const { formData } = asked
  const values = asked.values as Answers
  if (link.handedInAt !== null) return sameAgain(tx, link, values)
  const definition = await formVersion(tx, schoolId, slug, formData.version)
  if (!definition || !isByLink(definition)) throw new AppError('request.invalid', { field: 'formData.version' })
  const answers = draftAnswers(definition, values, link.answers)
  if (formData.seen !== link.revision) {
    // An earlier answer got lost on its way: the answers are saved already.
    if (!formData.isFinal && isSameAnswers(answers, link.answers)) return standing(link)
    throw new AppError('form.changed-elsewhere')
  }
  const now = toInstant(ctx.deps.clock.nowMs())
  const revision = link.revision + 1
  const reference = formData.isFinal ? await submit(tx, ctx, link, { definition, values, formData }) : null
  await tx
    .update(criteriaLinks)
    .set({
      version: formData.version,
      revision,
      // Frozen with the submission; nothing of it stays here.
      answers: formData.isFinal ? {} : answers,
      updatedAt: now,
      ...(formData.isFinal ? { handedInAt: now } : {}),
    })
    .where(and(eq(criteriaLinks.schoolId, schoolId), eq(criteriaLinks.id, id)))
  return { id, version: formData.version, updatedAt: now, revision, reference }
}

const standing = ({ id, version, updatedAt, revision }: Link): Saved => ({
  id,
  version: version ?? 0,
  updatedAt,
  revision,
  reference: null,
})

/** Handles a repeated submission (lost answer, another tab): identical answers get their reference again, others none. */
async function sameAgain(tx: Tx, { schoolId, id, updatedAt, revision }: Link, values: Answers): Promise<Saved> {
  const done = await findSubmission(tx, schoolId, id)
  if (!done) throw refusalOf({})
  const { version, reference, answers } = done.row
  const { currency } = await readSchool(tx, schoolId)
  if (!isSameAnswers(asSubmitted(done.definition, values, currency), answers)) throw new AppError('form.handed-in')
  return { id, version, updatedAt, revision, reference }
}

const asSubmitted = (definition: FormDefinition, values: Answers, currency: Currency): Answers =>
  withPhonesInE164(definition, keepAsked(definition, 'public', values), currency)

interface Final {
  definition: FormDefinition
  values: Answers
  formData: Params['formData']
}

async function submit(tx: Tx, ctx: OpenCtx, link: Link, { definition, values, formData }: Final): Promise<string> {
  const { schoolId, id, slug } = link
  const nowMs = ctx.deps.clock.nowMs()
  const { timeZone, currency } = await readSchool(tx, schoolId)
  const answers = asSubmitted(definition, values, currency)
  const days = [nowMs, fromInstant(link.updatedAt ?? link.askedAt)].map((ms) => businessDay(ms, timeZone, 0))
  if (!fits(definition, answers, days)) throw new AppError('request.invalid', { field: 'values' })
  const row = {
    schoolId,
    id,
    slug,
    version: formData.version,
    // Also for a form that is an enquiry elsewhere: here it is an answer about a known child.
    purpose: 'criteria' as const,
    answers,
    language: formData.language,
    channel: 'public' as const,
    // No device has this id: it can be queried, and its files sent, only through the link.
    senderId: DeviceId.parse(id),
    startedAt: link.askedAt,
    receivedAt: toInstant(nowMs),
    flags: formData.trap === '' ? [] : ['robot'],
  }
  const reference = await freeze(tx, ctx.deps.random, row, namesIn(definition, answers))
  if (formData.trap !== '') return reference
  const to = { slug: row.slug, answers: { ...answers, link_email: link.email }, reference, language: formData.language }
  await confirmByMail(tx, ctx, { ...definition, contact: { ...definition.contact, email: 'link_email' } }, to)
  return reference
}
