import { startForms } from '#client/platform/forms.ts'
import { ask } from '#client/platform/http.ts'
import { currentSession } from '#client/platform/session.ts'
import { keepDraft, openDraft } from '#shared/contract/draft.ts'
import { Instant } from '#shared/contract/fields.ts'
import type { PublishedForm } from '#shared/contract/form.ts'
import type { Language } from '#shared/contract/school.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import type { Answers } from '#shared/rules/form-answers.rules.ts'
import { fetchMine } from './account-copy.ts'
import type { KeptDraft } from './kept-draft.ts'

/*
 * A draft on its way from one device to another: mailed as a link from here, opened by the link there.
 */

/** The links that this page was opened by: what is kept again takes the place of what they open. */
const tokens = new Map<string, string>()

/** Keeps the draft at the school's server, and has a link to it mailed. @throws AppError */
export async function mailLink(
  { slug, version }: PublishedForm,
  draft: KeptDraft,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  await draft.keepNow()
  const { id, startedAt, answers } = draft.current
  const token = tokens.get(id)
  await ask(keepDraft, {
    id,
    slug,
    version,
    language,
    email,
    startedAt: Instant.parse(startedAt),
    answers: { ...answers },
    ...(token && { token }),
  })
}

/**
 * Brings the draft of a link, or of the account of who is signed in, onto this device, where the form takes it up. What is here already stays when it is the later.
 * @returns of which form it is. @throws AppError form.link-over, or that nobody could be asked
 */
export async function bringDraft(id: string, token: string | undefined): Promise<string> {
  const { forms } = await startForms()
  const { db, drafts } = forms
  if (await db.handedIn.get(id)) throw new AppError('form.link-over')
  const here = await drafts.read(id)
  const there = await fetchDraft(id, token, here !== undefined)
  const isLater = here && (!there || here.changedAtMs >= fromInstant(there.updatedAt))
  const draft = isLater ? here : there && { ...there, answers: there.answers as Answers }
  if (!draft) throw new AppError('form.link-over')
  const { slug, version, startedAt, answers, revision } = draft
  await drafts.keep({ id, slug, version, startedAt, answers, ...(revision !== undefined && { revision }) })
  return slug
}

async function fetchDraft(id: string, token: string | undefined, isHere: boolean) {
  // What is here is gone on with; that another device has changed it since is said on the page.
  if (token === undefined) return isHere || !currentSession().token ? undefined : fetchMine(id)
  try {
    const { draft } = await ask(openDraft, { id, token })
    tokens.set(id, token)
    return { ...draft, revision: undefined }
  } catch (error) {
    // Without a network, what this device has is gone on with; a link that is over opens nothing here either.
    if (isHere && !(error instanceof AppError && error.messageId === 'form.link-over')) return undefined
    throw error
  }
}
