import type { MailCtx } from '#server/features/mail/mail.service.ts'
import { accountsEmptied, closeWhenEmpty } from '#server/features/pos/accounts/close-account.service.ts'
import { accountsToStart, startAccount } from '#server/features/pos/accounts/start-account.service.ts'
import { closeLeaver, leaversToClose } from '#server/features/pos/roster/leave-pupil.service.ts'
import { businessDay } from '#shared/kernel/time.ts'

/**
 * Lets the tills sell to pupils whose first day has come, no more to those whose last day is over, and closes empty accounts of places that were given up; each in its own
 * transaction. @returns how many
 */
export async function updatePupilAccounts(
  { deps, school: { schoolId, timeZone } }: MailCtx,
  isStopping: () => boolean,
): Promise<number> {
  const nowMs = deps.clock.nowMs()
  const by = { schoolId, nowMs, random: deps.random }
  const today = businessDay(nowMs, timeZone, 0)
  let count = 0
  for (const id of await deps.db.tenant(schoolId, (tx) => accountsToStart(tx, schoolId, today))) {
    if (isStopping()) return count
    if (await deps.db.tenant(schoolId, (tx) => startAccount(tx, schoolId, id))) count += 1
  }
  for (const id of await deps.db.tenant(schoolId, (tx) => leaversToClose(tx, schoolId, today))) {
    if (isStopping()) return count
    if (await deps.db.tenant(schoolId, (tx) => closeLeaver(tx, by, id))) count += 1
  }
  for (const id of await deps.db.tenant(schoolId, (tx) => accountsEmptied(tx, schoolId))) {
    if (isStopping()) return count
    if (await deps.db.tenant(schoolId, (tx) => closeWhenEmpty(tx, by, id))) count += 1
  }
  return count
}
