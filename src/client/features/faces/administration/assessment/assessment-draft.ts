import { startForms } from '#client/platform/offline/forms.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type AssessmentDraft, questions } from './assessment-questions.ts'

/*
 * A begun assessment waits on this device, sealed like every form that somebody fills in, until it is recorded or thrown
 * away. No form of a school can have this name: it has a dot.
 */

const slug = 'faces.assessment'

export async function storedAssessment(): Promise<AssessmentDraft | undefined> {
  const { forms } = await startForms()
  const kept = await forms.drafts.latest(slug)
  if (!kept) return undefined
  const written = questions.flatMap((question) => {
    const answer = kept.answers[question]
    return typeof answer === 'string' ? [[question, answer]] : []
  })
  return Object.fromEntries(written)
}

/** One after the other: the last that was written is what is kept. */
let turn: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const mine = turn.then(work, work)
  turn = mine
  return mine
}

/** Resolves when it is on the device. @throws StorageFull, StorageBroken */
export const saveAssessment = (draft: AssessmentDraft): Promise<void> =>
  inTurn(async () => {
    const { drafts } = (await startForms()).forms
    const kept = await drafts.latest(slug)
    const nowMs = machineClock.nowMs()
    const { id, startedAt } = kept ?? { id: uuidv7(nowMs, machineRandom), startedAt: toInstant(nowMs) }
    await drafts.keep({ id, slug, version: 1, startedAt, answers: { ...draft } })
  })

export const deleteAssessment = (): Promise<void> =>
  inTurn(async () => {
    const { drafts } = (await startForms()).forms
    const kept = await drafts.latest(slug)
    if (kept) await drafts.drop(kept.id)
  })
