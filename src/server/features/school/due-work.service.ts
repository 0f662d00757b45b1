import { sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/kernel/db.ts'
import type { DueSchool, DueWork, WorkKind } from '#server/kernel/due-work.ts'
import { toInstant } from '#shared/kernel/time.ts'

interface Row extends Record<string, unknown>, DueSchool {}

/** Opens the list of schools that background work is due at. @param isHeld whether the server does no work by itself now */
export function openDueWork(db: Database, isHeld: () => Promise<boolean>): DueWork {
  const listed = new Set<WorkKind>()
  const list = async (kind: WorkKind): Promise<readonly DueSchool[]> => {
    if (await isHeld()) return []
    // The first time, schools of the last days too: a job may have been in the middle when the server before this one ended.
    const changedAfter = listed.has(kind) ? sql`now()` : sql`now() - interval '3 days'`
    const found = await db.directory(async (tx) => {
      const { rows } = await tx.execute<Row>(sql`
        select s.school_id as "schoolId", s.name, coalesce(c.due_at > now(), false) as "isChanging"
        from schools s
          left join due_work c on c.school_id = s.school_id and c.kind = 'changes'
          left join due_work d on d.school_id = s.school_id and d.kind = ${kind}
        where c.due_at > ${changedAfter} or d.due_at is null or d.due_at <= now()
        order by s.code`)
      return rows
    })
    listed.add(kind)
    return found
  }
  const settle = (kind: WorkKind, schoolId: string, inMs: number) =>
    db.tenant(
      schoolId,
      async (tx) => {
        // Spread, so that schools looked at together are not due together again.
        await tx.execute(sql`
          insert into due_work (school_id, kind, due_at)
          values (${schoolId}, ${kind}, clock_timestamp() + ${`${inMs} milliseconds`}::interval * (0.8 + 0.2 * random()))
          on conflict (school_id, kind) do update set due_at = excluded.due_at`)
      },
      { isQuiet: true },
    )
  return { list, settle }
}

/** Counts the schools that each kind of work is due at, in a transaction that sees the list of schools. */
export async function countDueSchools(tx: Tx, nowMs: number): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ kind: string; count: number }>(sql`
    select kind, count(*) filter (where due_at <= ${toInstant(nowMs)}::timestamptz)::int as count from due_work
    where kind <> 'changes' group by kind order by kind`)
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}
