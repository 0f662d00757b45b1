import { sql } from 'drizzle-orm'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { JournalEntry } from '#server/kernel/journal.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { repeatOne } from './repeat-act.service.ts'

/** Entries read between two questions to the database. */
const batch = 500

export interface RepeatOptions {
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
export async function repeatJournal(deps: Deps, options: RepeatOptions): Promise<number> {
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
