import { ask } from '#client/platform/http.ts'
import { startForms } from '#client/platform/offline/forms.ts'
import { resolveDraftCopies, storedCopy } from '#local/forms/bring-copy.ts'
import type { Draft } from '#local/forms/drafts.ts'
import { readFormValues, saveFormValues } from '#shared/forms/criteria.contract.ts'
import { isSameContent } from '#shared/forms/draft-copies.rules.ts'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { CopyPlace } from './school-copy.ts'

/*
 * A criteria form by its link. Like every form its answers are on this device with each keystroke; beside that they are kept
 * at the school, so that the link goes on with them anywhere.
 */

/** Where a link leads: which form, which submission it becomes, and the token that opens it. */
export interface CriteriaWay {
  code: string
  id: string
  token: string
}

/** With both, it was handed in elsewhere while there are answers here that were never sent. */
export interface OpenedCriteria {
  subject: string
  published?: PublishedForm
  reference?: string
}

const read = ({ code, token }: CriteriaWay) =>
  ask(readFormValues, { token: token.slice(0, 2000), sims_criteria_code: code })

/**
 * Opens the link, and brings what was written onto this device, where the form takes it up. What was written here and not
 * sent stays, whatever the link opens: an older link may be over while a new one is in the mail. Without a network what is
 * here is gone on with. @throws AppError link.over, or that nobody could be asked
 */
export async function openCriteria(way: CriteriaWay): Promise<OpenedCriteria> {
  const { code, id } = way
  const { forms } = await startForms()
  const { drafts, db } = forms
  const slug = slugOf({ code, id })
  const here = await drafts.latest(slug)
  const kept = await db.definitions.get(slug)
  const there = await read(way).catch((error: unknown) => {
    if (isOver(error) || !kept) throw error
    return undefined
  })
  if (!there) return { published: kept as PublishedForm, subject: '' }
  const { version, definition, askedAt, updatedAt, revision, reference, subject } = there.formData
  const published = { slug, version, definition }
  if (reference !== null) {
    if (here && !storedCopy.of(here).isUnchanged && (await isUnsent(way, here)))
      return { published, subject, reference }
    await forget(way)
    return { subject, reference }
  }
  if (updatedAt !== null) {
    const answers = there.values as Answers
    // When both were changed, the form opens with what is here, and the line below it lets a person choose.
    await resolveDraftCopies(drafts, storedCopy, here, { id, slug, version, startedAt: askedAt, answers, revision })
  }
  return { published, subject }
}

/** Whether what is here is not what was handed in. The school shows nobody what that was, but knows its own. */
async function isUnsent(way: CriteriaWay, { version, answers, revision = 0 }: Draft): Promise<boolean> {
  try {
    await saveCriteria(way, { version, values: answers, language: 'en', isFinal: true, seen: revision, trap: '' })
    return false
  } catch {
    return true
  }
}

/** Two links of one form are two forms here: the answers about one child never show in the other's. */
const slugOf = ({ code, id }: Pick<CriteriaWay, 'code' | 'id'>): string => `${code}.${id}`

/** The school has these very answers: they are a draft no more. */
export async function forget(way: Pick<CriteriaWay, 'code' | 'id'>): Promise<void> {
  const { forms } = await startForms()
  const draft = await forms.drafts.latest(slugOf(way))
  if (draft) await forms.drafts.drop(draft.id)
  await forms.db.definitions.delete(slugOf(way))
}

const isOver = (error: unknown): boolean => error instanceof AppError && error.messageId === 'link.over'

interface Writing {
  version: number
  values: Answers
  language: string
  isFinal: boolean
  seen: number
  trap: string
}

async function saveCriteria({ code, token }: CriteriaWay, { values, language, ...more }: Writing) {
  const formData = { ...more, language: language === 'ar' ? ('ar' as const) : ('en' as const) }
  const saved = await ask(saveFormValues, { token, sims_criteria_code: code, values: { ...values }, formData })
  return saved.formData
}

/** Hands it in. @returns the reference. @throws AppError form.handed-in, form.changed-elsewhere */
export async function submitCriteria(way: CriteriaWay, writing: Omit<Writing, 'isFinal'>): Promise<string | undefined> {
  const send = async (seen: number) => (await saveCriteria(way, { ...writing, seen, isFinal: true })).reference
  let reference: string | null
  try {
    reference = await send(writing.seen)
  } catch (error) {
    if (!(error instanceof AppError && error.messageId === 'form.changed-elsewhere')) throw error
    // The change that is there may be this page's own, kept a moment ago.
    const { values, formData } = await read(way)
    if (!isSameContent(values as Answers, writing.values)) throw error
    reference = await send(formData.revision)
  }
  if (reference !== null) await forget(way)
  return reference ?? undefined
}

/** Under which reference it was handed in, with whichever answers. */
export const referenceOf = async (way: CriteriaWay): Promise<string | null> => (await read(way)).formData.reference

/** The copy that the link opens anywhere. */
export const atLink = (way: CriteriaWay, version: number, language: () => string): CopyPlace => ({
  pauseMs: 2_000,
  restMs: 15_000,
  read: async () => {
    const { values, formData } = await read(way)
    if (formData.reference !== null) throw new AppError('form.handed-in')
    return { answers: values as Answers, revision: formData.revision }
  },
  keep: async ({ answers: values, revision: seen = 0 }) =>
    (await saveCriteria(way, { version, values, language: language(), isFinal: false, seen, trap: '' })).revision,
})
