import { describeFailure } from '#server/http/describe-failure.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { unprinted } from './letter-list.service.ts'
import { printLetter } from './print-letter.service.ts'

const batch = 50

/**
 * Makes documents of letters not requested yet, so that their hash is stored soon after issue. A failure stops no other, and is
 * retried for a day; a later request still gets the document.
 * @returns how many were made
 */
export async function printDue(deps: Deps, schoolId: string, isStopping = () => false): Promise<number> {
  const since = toInstant(deps.clock.nowMs() - dayMs)
  const due = await deps.db.tenant(schoolId, (tx) => unprinted(tx, schoolId, since, batch))
  let made = 0
  for (const letter of due) {
    if (isStopping()) return made
    try {
      await printLetter({ deps, school: { schoolId } }, letter)
      made += 1
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return made
}

/** Longest delay of storing the hash of a letter not requested. */
const everyMs = 20_000

/** Prints what is due at all schools, round after round, until stopped. */
export const startPrintWorker = (deps: Deps, due: DueWork): Running =>
  keepDoingForSchools({
    everyMs,
    kind: 'letter-printing',
    due,
    work: (schoolId, isStopping) => (deps.typesetter ? printDue(deps, schoolId, isStopping) : Promise.resolve()),
    onFailure: (error) => deps.log.error(describeFailure(error), 'letters can not be printed now'),
  })
