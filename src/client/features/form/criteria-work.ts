import { startForms } from '#client/platform/forms.ts'
import { ask } from '#client/platform/http.ts'
import { readFormValues, saveFormValues } from '#shared/contract/criteria.ts'
import type { PublishedForm } from '#shared/contract/form.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import type { Answers } from '#shared/rules/form-answers.rules.ts'

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

export type OpenedCriteria =
  | { published: PublishedForm; subject: string; reference?: never }
  | { published?: never; subject: string; reference: string }

/**
 * Opens the link, and brings what was written onto this device, where the form takes it up. What is here already stays when
 * it is the later; without a network it is gone on with. @throws AppError link.over, or that nobody could be asked
 */
export async function openCriteria({ code, id, token }: CriteriaWay): Promise<OpenedCriteria> {
  const { forms } = await startForms()
  const { drafts, db } = forms
  const slug = slugOf({ code, id })
  const latest = await drafts.latest(slug)
  const here = latest && (await drafts.read(latest.id))
  const kept = await db.definitions.get(slug)
  const there = await ask(readFormValues, { token: token.slice(0, 2000), sims_criteria_code: code }).catch(
    async (error: unknown) => {
      if (isOver(error)) await forget({ code, id })
      if (isOver(error) || !kept) throw error
      return undefined
    },
  )
  if (!there) return { published: kept as PublishedForm, subject: '' }
  const { version, definition, askedAt, updatedAt, reference, subject } = there.formData
  if (reference !== null) {
    await forget({ code, id })
    return { subject, reference }
  }
  const isLater = here && (updatedAt === null || here.changedAtMs >= fromInstant(updatedAt))
  if (!isLater && updatedAt !== null) {
    if (here) await drafts.drop(here.id)
    await drafts.keep({ id, slug, version, startedAt: askedAt, answers: there.values as Answers })
  }
  return { published: { slug, version, definition }, subject }
}

/** Two links of one form are two forms here: the answers about one child never show in the other's. */
const slugOf = ({ code, id }: Pick<CriteriaWay, 'code' | 'id'>): string => `${code}.${id}`

/** What was handed in, or opens nothing any more, is a draft no more. */
export async function forget(way: Pick<CriteriaWay, 'code' | 'id'>): Promise<void> {
  const { forms } = await startForms()
  const draft = await forms.drafts.latest(slugOf(way))
  if (draft) await forms.drafts.drop(draft.id)
  await forms.db.definitions.delete(slugOf(way))
}

const isOver = (error: unknown): boolean => error instanceof AppError && error.messageId === 'link.over'

/** Keeps what was written at the school, or hands it in. @throws AppError */
export async function saveCriteria(
  { code, token }: CriteriaWay,
  { version, values, language, isFinal }: { version: number; values: Answers; language: string; isFinal: boolean },
): Promise<string | null> {
  const { formData } = await ask(saveFormValues, {
    token,
    sims_criteria_code: code,
    values: { ...values },
    formData: { version, language: language === 'ar' ? 'ar' : 'en', isFinal },
  })
  return formData.reference
}
