import { sql } from 'drizzle-orm'
import { migrate } from '#server/db/migrate.ts'
import type { Migration } from '#server/db/migration.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import { readMigrations } from '#server/node/migrations.ts'
import { openPostgres } from '#server/node/open-postgres.ts'

const breakpoint = '--> statement-breakpoint\n'
const currentSchool = `nullif(current_setting('app.school_id', true), '')::uuid`

/** One migration of each kind, as `db:generate` writes them. */
const kinds: Migration[] = [
  {
    name: '9000_change.sql',
    sql: `-- expand: a table that refers to another, and a note
create table "scale_notes" ("school_id" uuid not null, "id" uuid not null, "site_id" uuid not null, primary key ("school_id", "id"));
${breakpoint}alter table "scale_notes" enable row level security;
${breakpoint}alter table "scale_notes" add constraint "scale_notes_site_fk" foreign key ("school_id", "site_id") references "sites" ("school_id", "id");
${breakpoint}create policy "scale_notes_tenant" on "scale_notes" for all to app_tenant using (school_id = ${currentSchool}) with check (school_id = ${currentSchool});
${breakpoint}alter table "sites" add column "scale_note" text`,
  },
  {
    name: '9001_change.sql',
    sql: `-- background: fills the note
update sites set scale_note = code where (school_id, id) in
  (select school_id, id from sites where scale_note is null limit 3) returning 1;
${breakpoint}create index concurrently sites_scale_note_idx on sites (school_id, scale_note)`,
  },
  {
    name: '9002_change.sql',
    sql: '-- contract: a note is needed\nalter table sites alter column scale_note set not null',
  },
]

/** Runs a migration of each kind on distributed tables. @returns what is not as it should be afterwards */
export async function migrateDistributed(url: string): Promise<string[]> {
  const engine = await openPostgres(url)
  try {
    const ran = await migrate(engine.db, [...readMigrations(), ...kinds])
    const told = async (query: ReturnType<typeof sql>) =>
      (await engine.db.execute<{ isSo: boolean }>(query)).rows[0]?.isSo === true
    // One by one: Citus joins no catalogue to a distributed table.
    const isSpread = await told(
      sql`select true as "isSo" from pg_dist_partition where logicalrelid = 'scale_notes'::regclass and partmethod = 'h'`,
    )
    const isFilled = await told(sql`select count(*) = 0 as "isSo" from sites where scale_note is null`)
    const isValid = await told(
      sql`select indisvalid as "isSo" from pg_index where indexrelid = 'sites_scale_note_idx'::regclass`,
    )
    return [
      ran.length === kinds.length ? [] : [`migrations that ran: ${ran.join(', ')}`],
      isSpread ? [] : ['a new table is not distributed'],
      isFilled ? [] : ['rows were not filled'],
      isValid ? [] : ['the index is not valid'],
    ].flat()
  } catch (error) {
    return [`migrations on distributed tables: ${JSON.stringify(describeFailure(error))}`]
  } finally {
    await engine.close()
  }
}
