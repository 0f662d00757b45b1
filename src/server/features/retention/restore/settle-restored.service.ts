import { dropCodes } from '#server/features/identity/accounts/drop-codes.service.ts'
import { endSessionsBefore } from '#server/features/identity/sessions/session.service.ts'
import { stopReminderRuns } from '#server/features/fees/reminders/stop-runs.service.ts'
import { stopMailsBefore } from '#server/features/mail/mail-queue.service.ts'
import { stopMessagesDue } from '#server/features/messaging/stop-restored.service.ts'
import { listSendingSchools } from '#server/features/school/school.service.ts'
import { skipTillEpochs } from '#server/features/sync/devices/till-seat.service.ts'
import {
  markSettled,
  readPresentGeneration,
  settledBefore,
} from '#server/features/sync/installation/installation.service.ts'
import { installationId } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { repeatJournal } from './repeat-journal.service.ts'

/**
 * Ends what a restore has brought back, once for each generation that it began: sessions, emailed codes, emails and messages that
 * may have left already; and repeats from the journal what was erased, withdrawn, revoked or shut out since. Does nothing in the
 * first generation, and where it has been done. Safe to run again after it broke off.
 */
export function settleRestored(deps: Deps): Promise<void> {
  const running = settling.get(deps.db) ?? settle(deps).finally(() => settling.delete(deps.db))
  settling.set(deps.db, running)
  return running
}

/** What is being settled now, by database: of several calls at once one does it. */
const settling = new WeakMap<object, Promise<void>>()

async function settle(deps: Deps): Promise<void> {
  const present = await readPresentGeneration(deps.db)
  if (!present || present.cause === 'first-start' || present.settledAt !== null) return
  const schools = await listSendingSchools(deps.db)
  for (const { schoolId } of [...schools, { schoolId: installationId }])
    await settleSchool(deps, schoolId, present.since)
  const failed = await repeatJournal(deps, {
    schools: new Set([installationId, ...schools.map(({ schoolId }) => schoolId)]),
    after: await settledBefore(deps.db, present.id),
  })
  if (failed > 0) {
    // The next start and "Continue" try again.
    deps.log.error({ failed }, 'acts of the journal could not be repeated')
    return
  }
  await markSettled(deps, present.id)
}

async function settleSchool({ db, clock, mailer }: Deps, schoolId: string, since: Instant): Promise<void> {
  await db.tenant(schoolId, async (tx) => {
    await endSessionsBefore(tx, schoolId, since, clock.nowMs())
    await dropCodes(tx, schoolId)
    if (schoolId === installationId) return
    // Without a mail server nothing has left: what waits is read on a screen.
    if (mailer) {
      await stopMailsBefore(tx, schoolId, since)
      await stopMessagesDue(tx, schoolId, since)
      await stopReminderRuns(tx, schoolId, since)
    }
    await skipTillEpochs(tx, schoolId)
  })
}
