import pg from 'pg'
import type { CitusCluster } from './citus-cluster.ts'
import { cpuOfTree } from './cpu.ts'

/** What servers and databases have used until now. */
export interface Meter {
  serverMs: number
  databaseMs: number
  statements: number
  walBytes: number
  operations: number
}

async function asked(port: number, text: string): Promise<number> {
  const client = new pg.Client({ connectionString: `postgresql://postgres@127.0.0.1:${port}/bawaba` })
  await client.connect()
  const { rows } = await client.query<{ n: string }>(text)
  await client.end()
  return Number(rows[0]?.n ?? 0)
}

/** Reads the meters; `operations` are those that tills were told are safe. */
export async function readMeter(
  cluster: CitusCluster,
  serverPids: readonly number[],
  operations: number,
): Promise<Meter> {
  const nodes = [cluster.coordinator, ...cluster.workers]
  let walBytes = 0
  for (const { port } of nodes)
    walBytes += await asked(port, `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as n`)
  const sent = `select sum(calls) as n from pg_stat_statements where toplevel`
  return {
    serverMs: serverPids.reduce((sum, pid) => sum + cpuOfTree(pid), 0),
    databaseMs: nodes.reduce((sum, node) => sum + node.cpuMs(), 0),
    statements: await asked(cluster.coordinator.port, sent),
    walBytes,
    operations,
  }
}

/** What an operation cost between two readings. */
export interface Cost {
  serverMs: number
  databaseMs: number
  statements: number
  walBytes: number
  operations: number
}

export function costBetween(before: Meter, after: Meter): Cost {
  const operations = after.operations - before.operations
  const each = (of: keyof Meter) => (after[of] - before[of]) / operations
  return {
    serverMs: each('serverMs'),
    databaseMs: each('databaseMs'),
    statements: each('statements'),
    walBytes: each('walBytes'),
    operations,
  }
}
