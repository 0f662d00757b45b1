import pg from 'pg'
import { type CitusCluster, databaseName } from './citus-cluster.ts'

/**
 * Asks the coordinator and each node, as the role of the server's transactions and without naming a school, for a row of every table of
 * schools and of every part of one (OPS-41). Restored copies, of which `server_generations` tells, are everybody's. @returns the tables that gave a row
 */
export async function rowsOfNoSchool(cluster: CitusCluster): Promise<{ asked: number; seen: string[] }> {
  const seen: string[] = []
  let asked = 0
  for (const { port } of [cluster.coordinator, ...cluster.workers]) {
    const client = new pg.Client({ connectionString: `postgresql://app_tenant@127.0.0.1:${port}/${databaseName}` })
    await client.connect()
    // Parts are hidden from those who list the tables of a node.
    await client.query('set citus.override_table_visibility to off')
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and has_table_privilege(oid, 'select')
          and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'school_id')
          and relname !~ '^server_generations(_|$)'`,
    )
    for (const { name } of rows) {
      asked += 1
      const { rowCount } = await client.query(`select from ${name} limit 1`)
      if (rowCount !== 0) seen.push(`${name} of ${port} shows a row to no school`)
    }
    await client.end()
  }
  return { asked, seen }
}
