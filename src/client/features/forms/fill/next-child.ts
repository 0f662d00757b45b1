// chunk: after-form
import { startForms } from '#client/platform/offline/forms.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'

/**
 * What one application says of the family and the next one, for a brother or sister, would say again. Never a consent, which
 * is given for each child, nor a file, which belongs to one submission.
 */
export function familyAnswers(form: FormDefinition, answers: Answers): Answers {
  const parts = form.pages
    .flatMap(({ sections }) => sections)
    .filter(({ isOfFamily }) => isOfFamily)
    .flatMap((section) => section.parts)
  const kept = parts.flatMap((part): [string, Answers[string]][] => {
    const answer = answers[part.key]
    if (part.type === 'consent' || part.type === 'file' || answer === undefined) return []
    if (part.type !== 'repeat' || !Array.isArray(answer)) return [[part.key, answer]]
    const keys = part.fields.filter(({ type }) => type !== 'consent' && type !== 'file').map(({ key }) => key)
    const rows = (answer as Answers[]).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key))),
    )
    return [[part.key, rows]]
  })
  return Object.fromEntries(kept)
}

/*
 * A family applies for several children. What it said of itself is kept in this page's memory alone, until it is closed or
 * reloaded: who comes to this browser later finds nothing.
 */

interface Submitted {
  id: string
  slug: string
  version: number
  path: string
  family: Answers
}

let last: Submitted | undefined

/** Remembers, until this page is closed, what the next child's form need not ask again. */
export function rememberFamily({ slug, version, definition }: PublishedForm, id: string, answers: Answers): void {
  const family = familyAnswers(definition, answers)
  last =
    Object.keys(family).length === 0 ? undefined : { id, slug, version, family, path: addressOf(location.pathname) }
}

/** A link that opened one draft is over with it; the form itself has an address of its own. */
const addressOf = (path: string): string =>
  path.startsWith('/student_admission/') ? '/student_admission/register' : path

/** Whether the family of this submission is still known here. */
export const knowsFamilyOf = (id: string): boolean => last?.id === id

/** Begins a form for the next child. @returns its address; undefined when nothing is known any more. @throws StorageFull */
export async function startNextChild(): Promise<string | undefined> {
  if (!last) return undefined
  const { slug, version, family: answers, path } = last
  const nowMs = machineClock.nowMs()
  const { forms } = await startForms()
  await forms.drafts.keep({ id: uuidv7(nowMs, machineRandom), slug, version, startedAt: toInstant(nowMs), answers })
  return path
}
