// chunk: draft-transfer
import { ask } from '#client/platform/http.ts'
import { startForms } from '#client/platform/offline/forms.ts'
import { currentSession } from '#client/platform/session/session.ts'
import {
  adoptRemoteCopy,
  mailedCopy,
  type RemoteDraft,
  resolveDraftCopies,
  retainLocalCopy,
  storedCopy,
  withChange,
} from '#local/forms/bring-copy.ts'
import { keepDraft, openDraft } from '#shared/forms/draft.contract.ts'
import { isSameContent } from '#shared/forms/draft-copies.rules.ts'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Instant, type Language } from '#shared/kernel/fields.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { LocalDraft } from './local-draft.ts'
import { fetchMine } from './school-copy.ts'

/*
 * A draft on its way from one device to another: mailed as a link from here, opened by the link there.
 */

/** The links that this page was opened by: what is kept again takes the place of what they open. */
const tokens = new Map<string, string>()

/** Keeps the draft at the school's server, and has a link to it mailed. @throws AppError */
export async function mailLink(
  { slug, version }: PublishedForm,
  draft: LocalDraft,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  await draft.keepNow()
  const { id, startedAt, answers } = draft.current
  const content = { id, slug, version, language, email, startedAt: Instant.parse(startedAt), answers: { ...answers } }
  const token = tokens.get(id)
  const byToken = async () => {
    const isSeen = token !== undefined && draft.current.link?.name === sha256Hex(token)
    return ask(keepDraft, { ...content, ...(token && { token }), seen: isSeen ? draft.current.link?.revision : 0 })
  }
  const stored = await byToken().catch((error: unknown) => {
    if (!(error instanceof AppError && error.messageId === 'form.changed-elsewhere')) throw error
    // Another device has written there meanwhile: this gets a link of its own, and both are kept.
    tokens.delete(id)
    return ask(keepDraft, content)
  })
  draft.compareBy(withChange)
  draft.note(id, (now) => mailedCopy(stored.link).with(now, stored.revision, isSameContent(now.answers, answers)))
}

/** What a person has to choose between, when this device and another have both changed a draft. */
export interface TwoCopies {
  takeOther(): Promise<void>
  keepThis(): Promise<void>
}

/**
 * Brings the draft of a link, or of the account of who is signed in, onto this device, where the form takes it up. What was
 * written here and is nowhere else stays, until a person has chosen.
 * @returns of which form it is. @throws AppError form.link-over, or that nobody could be asked
 */
export async function loadDraft(id: string, token: string | undefined): Promise<{ slug: string; two?: TwoCopies }> {
  const { forms } = await startForms()
  const { db, drafts } = forms
  if (await db.handedIn.get(id)) throw new AppError('form.link-over')
  const here = await drafts.read(id)
  const there = await fetchDraft(id, token, here !== undefined)
  const slug = (there ?? here)?.slug
  if (slug === undefined) throw new AppError('form.link-over')
  // The form takes up the draft that was kept last.
  if (!there) {
    if (here) await drafts.keep(here)
    return { slug }
  }
  const standing = token === undefined ? storedCopy : mailedCopy(sha256Hex(token))
  if ((await resolveDraftCopies(drafts, standing, here, there)) === 'brought' || !here) return { slug }
  return {
    slug,
    two: {
      takeOther: () => adoptRemoteCopy(drafts, standing, here, there),
      keepThis: () => retainLocalCopy(drafts, standing, here, there),
    },
  }
}

async function fetchDraft(id: string, token: string | undefined, isHere: boolean): Promise<RemoteDraft | undefined> {
  // What is here is gone on with; that another device has changed it since is said on the page.
  if (token === undefined) return isHere || !currentSession().token ? undefined : fetchMine(id)
  try {
    const { draft } = await ask(openDraft, { id, token })
    tokens.set(id, token)
    return { ...draft, answers: draft.answers as Answers }
  } catch (error) {
    // Without a network, what this device has is gone on with; a link that is over opens nothing here either.
    if (isHere && !(error instanceof AppError && error.messageId === 'form.link-over')) return undefined
    throw error
  }
}
