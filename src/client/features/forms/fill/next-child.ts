import { startForms } from '#client/platform/offline/forms.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { familyAnswers } from './form-family.rules.ts'

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
