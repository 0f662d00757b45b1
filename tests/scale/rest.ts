import { readFileSync } from 'node:fs'
import pg from 'pg'
import { workKinds } from '#server/kernel/due-work.ts'
import type { LiveServer } from '../servers/live-server.ts'
import { pause } from './accidents.ts'
import type { CitusCluster } from './citus-cluster.ts'
import type { ClonedSchool } from './clone-schools.ts'

/** What a server may use while its schools rest (OPS-36). */
const most = { statementsPerSecond: 50, megabytes: 600 }
const restSeconds = 60

/**
 * Adds schools until there are so many, each due at some time of the next eight hours as in a server that has run for a day, and
 * measures what the server does while nobody comes (OPS-36).
 * @returns a line with the figures, and what is above its limit
 */
export async function measureRest(
  cluster: CitusCluster,
  server: LiveServer,
  { like, count }: { like: ClonedSchool; count: number },
): Promise<{ line: string; wrong: string[] }> {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ there: number }>('select count(*)::int as there from schools')
    await client.query(
      `insert into schools
        select (jsonb_populate_record(s, jsonb_build_object('school_id', gen_random_uuid(), 'code', 'rest-' || n, 'domain', null))).*
        from schools s, generate_series(1, $2::int) n where s.school_id = $1`,
      [like.schoolId, Math.max(0, count - (rows[0]?.there ?? 0))],
    )
    await client.query(
      `insert into due_work (school_id, kind, due_at)
        select s.school_id, k.kind, now() + random() * interval '8 hours' from schools s, unnest($1::text[]) k(kind)
        on conflict (school_id, kind) do update set due_at = excluded.due_at`,
      [workKinds],
    )
    await client.query("delete from due_work where kind = 'changes'")
    await server.start()
    const perSecond = await settledRate(client)
    const megabytes = residentMegabytes(server.pid)
    await server.end('SIGTERM')
    return {
      line: `OPS-36: ${count} schools at rest on ${cluster.workers.length} nodes: ${perSecond.toFixed(1)} statements/s (goal < ${most.statementsPerSecond}), the server ${megabytes.toFixed(0)} MB (goal < ${most.megabytes})`,
      wrong: [
        perSecond < most.statementsPerSecond ? [] : ['too many statements at rest'],
        megabytes < most.megabytes ? [] : ['too much memory at rest'],
      ].flat(),
    }
  } finally {
    await client.end()
  }
}

/** Statements a second once the server has done what a start brings; after some minutes whatever there is then. */
async function settledRate(client: pg.Client): Promise<number> {
  const rateOver = async (seconds: number) => {
    const before = await statements(client)
    await pause(seconds * 1000)
    return ((await statements(client)) - before) / seconds
  }
  const giveUpAt = performance.now() + 900_000
  while ((await rateOver(5)) > most.statementsPerSecond && performance.now() < giveUpAt) await pause(1000)
  return rateOver(restSeconds)
}

/** Statements that the coordinator was sent until now. */
async function statements(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: string }>(
    'select sum(calls)::text as n from pg_stat_statements where toplevel',
  )
  return Number(rows[0]?.n ?? 0)
}

const residentMegabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024
