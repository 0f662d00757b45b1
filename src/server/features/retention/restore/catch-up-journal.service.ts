import { sql } from 'drizzle-orm'
import { installationId } from '#server/kernel/db.ts'
import { listSendingSchools } from '#server/features/school/school.service.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { type JournalEntry, type JournaledAct, journaledActs } from '#server/kernel/journal.ts'

/**
 * Appends what the database knows of the journaled acts and the journal does not: acts of before there was a journal, and of a
 * process that ended between its commit and its line. Called once, at the start.
 */
export async function catchUpJournal({ db, journal }: Pick<Deps, 'db' | 'journal'>): Promise<void> {
  if (!journal) return
  const known = new Set<string>()
  for await (const { id } of journal.read()) known.add(id)
  for (const { schoolId } of [...(await listSendingSchools(db)), { schoolId: installationId }]) {
    const acts = JSON.stringify(journaledActs)
    const { rows } = await db.tenant(schoolId, (tx) =>
      tx.execute<{ id: string; at: string; what: JournaledAct; about: string; code: string | null }>(sql`
        select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, what, record_id as about,
          case when what = 'recovery-code-used' then
            (select code_hash from recovery_codes c where c.school_id = ${schoolId} and c.user_id::text = record_id
              and c.used_at between at - interval '1 second' and at order by c.used_at desc limit 1)
          else coalesce(facts->>'removed', facts->>'cause') end as code
        from audit_events
        where school_id = ${schoolId} and record_id is not null
          and what in (select jsonb_array_elements_text(${acts}::jsonb))
        union all
        select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'face-deleted', customer_id::text, reason
        from face_forgotten where school_id = ${schoolId}
        order by at, id`),
    )
    const missing = rows.filter(({ id }) => !known.has(id))
    if (missing.length === 0) continue
    journal.append(missing.map(({ code, ...act }): JournalEntry => ({ schoolId, ...act, ...(code ? { code } : {}) })))
  }
}
