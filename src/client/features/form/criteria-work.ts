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
  const here = await forms.drafts.read(id)
  const definition = here && (await forms.db.definitions.get(code))
  const there = await ask(readFormValues, { token: token.slice(0, 2000), sims_criteria_code: code }).catch(
    (error: unknown) => {
      if (isOver(error)) void forms.drafts.drop(id)
      if (isOver(error) || !here || !definition) throw error
      return undefined
    },
  )
  if (!there) return { published: definition as PublishedForm, subject: '' }
  const { version, definition: form, askedAt, updatedAt, reference, subject } = there.formData
  if (reference !== null) {
    await forms.drafts.drop(id)
    return { subject, reference }
  }
  const isLater = here && (updatedAt === null || here.changedAtMs >= fromInstant(updatedAt))
  const answers = isLater ? here.answers : (there.values as Answers)
  // Written down also when nothing is in it: the form takes up the draft that was changed last, and that is this one.
  await forms.drafts.keep({ id, slug: code, version, startedAt: askedAt, answers })
  return { published: { slug: code, version, definition: form }, subject }
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

/** What was handed in is a draft no more. */
export async function forgetDraft(id: string): Promise<void> {
  const { forms } = await startForms()
  await forms.drafts.drop(id)
}
