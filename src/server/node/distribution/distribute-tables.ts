import { firstTable, tablesOnEveryNode } from '#server/db/distribution.ts'
import { inOrder, type Table, type TableRow, tablesQuery } from '#server/kernel/tables.ts'
import { ask, type Coordinator, literal } from './citus.ts'

/** How many parts the rows of all schools are cut into: a part moves as a whole, and its school alone only once it is isolated. */
export const usualShards = 32

/** Foreign keys that are away while tables are distributed: kept in the database, so that a later run sets them again. */
const prepareKeys = `
  create schema if not exists distribution;
  create table if not exists distribution.foreign_keys (
    of_table text not null, name text not null, definition text not null, primary key (of_table, name))`

/**
 * Distributes every table of schools that is not yet, by school and beside all others. One transaction a table: where it is broken off, it
 * goes on. No server may run meanwhile, since references between tables are not checked.
 * @returns how many tables were distributed now
 */
export async function distributeTables(coordinator: Coordinator, shards: number): Promise<number> {
  const known = await distributedTables(coordinator)
  const tables = inOrder(await ask<TableRow>(coordinator, tablesQuery))
  const missing = tables.filter(({ name }) => !known.has(name)).filter(isOfSchools)
  if (missing.length > 0) {
    await ask(coordinator, prepareKeys)
    await removeKeys(coordinator)
    for (const name of tablesOnEveryNode) {
      if (known.has(name)) continue
      await ask(coordinator, `select create_reference_table(${literal(name)})`)
      coordinator.say(`${name.padEnd(28)} on every node`)
    }
    const first = missing.filter(({ name }) => name === firstTable)
    const others = missing.filter(({ name }) => name !== firstTable && !isOnEveryNode(name))
    for (const { name } of [...first, ...others]) await distribute(coordinator, name, shards)
  }
  await setKeysAgain(coordinator)
  return missing.length
}

const isOnEveryNode = (name: string) => tablesOnEveryNode.some((each) => each === name)
const isOfSchools = ({ columns }: Table) => columns.includes('school_id')

async function distributedTables(coordinator: Coordinator): Promise<Set<string>> {
  const rows = await ask<{ name: string }>(
    coordinator,
    'select logicalrelid::regclass::text as name from pg_dist_partition',
  )
  return new Set(rows.map(({ name }) => name))
}

async function distribute(coordinator: Coordinator, name: string, shards: number): Promise<void> {
  const [counted] = await ask<{ rows: number }>(coordinator, `select count(*)::int as rows from ${name}`)
  // Never both: a colocated table has the parts of the one it lies with.
  const how = name === firstTable ? `shard_count => ${shards}` : `colocate_with => ${literal(firstTable)}`
  await ask(coordinator, `select create_distributed_table(${literal(name)}, 'school_id', ${how})`)
  // Only then: the rows have been copied, and those left in the table of before are seen by nobody.
  if ((counted?.rows ?? 0) > 0) {
    await ask(coordinator, `select truncate_local_data_after_distributing_table(${literal(name)}::regclass)`)
  }
  coordinator.say(`${name.padEnd(28)} ${(counted?.rows ?? 0).toLocaleString('en')} rows`)
}

/** Takes foreign keys away and keeps them, in one transaction. */
async function removeKeys(coordinator: Coordinator): Promise<void> {
  await ask(
    coordinator,
    `do $$ declare k record; begin
      for k in select conrelid::regclass::text as t, conname as n, pg_get_constraintdef(oid) as d from pg_constraint
        where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace loop
        insert into distribution.foreign_keys values (k.t, k.n, k.d) on conflict do nothing;
        execute format('alter table %s drop constraint %I', k.t, k.n);
      end loop; end $$`,
  )
}

/** Sets foreign keys again that were taken away, each checked against the rows that are there. */
async function setKeysAgain(coordinator: Coordinator): Promise<void> {
  const [kept] = await ask<{ there: boolean }>(
    coordinator,
    `select to_regclass('distribution.foreign_keys') is not null as there`,
  )
  if (!kept?.there) return
  const keys = await ask<{ table: string; name: string; definition: string }>(
    coordinator,
    `select of_table as "table", name, definition from distribution.foreign_keys k where not exists (
      select from pg_constraint where conname = k.name and conrelid = to_regclass(k.of_table)) order by 1, 2`,
  )
  for (const { table, name, definition } of keys) {
    await ask(coordinator, `alter table ${table} add constraint "${name.replaceAll('"', '""')}" ${definition}`)
  }
  coordinator.say(`${keys.length} references between tables are checked again`)
  await ask(coordinator, 'drop schema distribution cascade')
}
