import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { serverUser, spawnTethered } from '#tests/support/postgres.ts'
import { freePort } from '#tests/support/served/served-school.ts'
import { cpuOfTree } from './cpu.ts'

export const databaseName = 'bawaba'

/** A PostgreSQL with Citus in it, reached over the loopback as nodes reach each other. */
export interface CitusNode {
  readonly port: number
  /** What it has used so far, with all that it began, ms. */
  cpuMs(): number
  /** Ends it as a power cut would, and starts it again. */
  kill(): Promise<void>
  start(): Promise<void>
}

export interface CitusCluster {
  readonly url: string
  readonly coordinator: CitusNode
  /** Nodes that hold schools; none where the coordinator is a PostgreSQL alone. */
  readonly workers: readonly CitusNode[]
  /** Holds the data of all of them. */
  readonly folder: string
  stop(): Promise<void>
}

const howToGetIt = `"npm run scale" needs Citus beside PostgreSQL 15 to 17: tests/scale/README.md says how to build it.`

/** Returns the folder of the programs of a PostgreSQL that has Citus. @throws Error that says how to get it */
export function citusBinaries(): string {
  const versions = '/usr/lib/postgresql'
  const found = (existsSync(versions) ? readdirSync(versions) : []).find((version) =>
    existsSync(join(versions, version, 'lib/citus.so')),
  )
  const bin = process.env['PG_BIN'] ?? (found && join(versions, found, 'bin'))
  if (bin === undefined) throw new Error(howToGetIt)
  return bin
}

const settings = [
  'shared_preload_libraries=citus,pg_stat_statements',
  'listen_addresses=127.0.0.1',
  'wal_level=logical',
  'max_connections=200',
  'max_prepared_transactions=200',
  'max_locks_per_transaction=256',
  'max_wal_senders=20',
  'max_replication_slots=20',
  'shared_buffers=64MB',
  'logging_collector=on',
  // Nodes speak over the loopback only.
  'citus.node_conninfo=sslmode=disable',
  // Statistics of Citus are of no use here.
  'citus.enable_statistics_collection=off',
]

async function startNode(base: string, bin: string, no: number): Promise<CitusNode & { stop(): Promise<void> }> {
  const port = await freePort()
  const data = join(base, `node-${no}`)
  const user = serverUser()
  const asServer = { stdio: 'ignore', cwd: base, ...user } as const
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    asServer,
  )
  appendFileSync(join(data, 'postgresql.conf'), plugins(bin, data, asServer))
  const command = [join(bin, 'postgres'), '-D', data, '-k', base, '-p', String(port)]
  for (const setting of settings) command.push('-c', setting)
  let server = spawnTethered(command, base)
  let ofEarlier = 0
  const pid = () => Number(execFileSync('head', ['-1', join(data, 'postmaster.pid')], { encoding: 'utf8' }))
  const start = async () => {
    await answering(`postgresql://postgres@127.0.0.1:${port}/postgres`).catch((error: unknown) => {
      throw new Error(`a node did not start: ${server.said()}`, { cause: error })
    })
  }
  await start()
  return {
    port,
    cpuMs: () => ofEarlier + cpuOfTree(pid()),
    kill: async () => {
      ofEarlier += cpuOfTree(pid())
      execFileSync(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], asServer)
      await server.end()
    },
    start: async () => {
      server = spawnTethered(command, base)
      await start()
    },
    stop: () => server.end(),
  }
}

/** Newer minor releases name the libraries that may decode changes, which Citus does to move schools. */
function plugins(bin: string, data: string, asServer: { cwd: string }): string {
  const { stdio: _, ...rest } = { stdio: undefined, ...asServer }
  try {
    execFileSync(join(bin, 'postgres'), ['-D', data, '-C', 'output_plugin_libraries'], { ...rest, stdio: 'ignore' })
    return `output_plugin_libraries = 'pgoutput, test_decoding, citus'\n`
  } catch {
    return ''
  }
}

async function answering(url: string) {
  for (const giveUpAt = performance.now() + 20_000; ; ) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (performance.now() > giveUpAt) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** Starts a coordinator and so many nodes, each with an empty database in which Citus is. */
export async function startCitus(workers: number): Promise<CitusCluster> {
  const bin = citusBinaries()
  const base = mkdtempSync(join(tmpdir(), 'bawaba-citus-'))
  const user = serverUser()
  if (user) chownSync(base, user.uid, user.gid)
  const nodes: Awaited<ReturnType<typeof startNode>>[] = []
  for (let no = 0; no <= workers; no += 1) nodes.push(await startNode(base, bin, no))
  const urlAt = (port: number, database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`
  for (const { port } of nodes) {
    await once(urlAt(port, 'postgres'), `create database ${databaseName}`)
    await once(urlAt(port, databaseName), 'create extension citus; create extension pg_stat_statements')
  }
  const [coordinator, ...others] = nodes
  if (!coordinator) throw new Error('a cluster has a coordinator')
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    rmSync(base, { recursive: true, force: true })
  }
  return { url: urlAt(coordinator.port, databaseName), coordinator, workers: others, folder: base, stop }
}

async function once(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}
