import { sql } from 'drizzle-orm'
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
import { describeFailure } from '#server/http/describe-failure.ts'
import { installationId } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { JournalEntry } from '#server/kernel/journal.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { repeatOne } from './repeat-act.service.ts'

/** Entries read between two questions to the database. */
const batch = 500

interface RepeatOptions {
  /** Schools of this database, and the installation. */
  schools: ReadonlySet<string>
  /** Until when an earlier restore has repeated the journal: what people did since counts. Null where there was none. */
  after: Instant | null
}

/**
 * Repeats, in their order, the acts of the journal that this database has forgotten. Each is recorded in the audit log under its own
 * id and time, so that it is repeated once. An act about a record that the database has forgotten as well is passed over.
 * @returns how many failed
 */
async function repeatJournal(deps: Deps, options: RepeatOptions): Promise<number> {
  let failed = 0
  for await (const entries of batches(deps, options)) {
    for (const entry of await withoutKnown(deps, entries)) {
      try {
        await repeatOne(deps, entry)
      } catch (error) {
        if (error instanceof AppError && error.messageId === 'request.not-found') continue
        failed += 1
        deps.log.error({ ...describeFailure(error), what: entry.what }, 'an act of the journal was not repeated')
      }
    }
  }
  return failed
}

async function* batches({ journal, log }: Deps, { schools, after }: RepeatOptions): AsyncIterable<JournalEntry[]> {
  let entries: JournalEntry[] = []
  let hasAny = false
  for await (const entry of journal?.read() ?? []) {
    hasAny = true
    if (!schools.has(entry.schoolId) || (after !== null && entry.at <= after)) continue
    entries.push(entry)
    if (entries.length < batch) continue
    yield entries
    entries = []
  }
  if (journal && !hasAny) log.warn({}, 'there is no journal: what was erased or revoked since the copy is not repeated')
  if (entries.length > 0) yield entries
}

/** Returns the entries whose rows this database does not have. */
async function withoutKnown({ db }: Deps, entries: readonly JournalEntry[]): Promise<JournalEntry[]> {
  const known = new Set<string>()
  for (const schoolId of new Set(entries.map((entry) => entry.schoolId))) {
    const ids = JSON.stringify(entries.filter((entry) => entry.schoolId === schoolId).map(({ id }) => id))
    const { rows } = await db.tenant(schoolId, (tx) =>
      tx.execute<{ id: string }>(sql`
        with ids as (select value::uuid as id from jsonb_array_elements_text(${ids}::jsonb))
        select i.id from ids i where exists (select from audit_events a where a.school_id = ${schoolId} and a.id = i.id)
          or exists (select from face_forgotten f where f.school_id = ${schoolId} and f.id = i.id)`),
    )
    for (const { id } of rows) known.add(id)
  }
  return entries.filter(({ id }) => !known.has(id))
}

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
