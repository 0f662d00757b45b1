import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './served/served-school.ts'

export interface PostgresCluster {
  /** Where its socket is. */
  readonly folder: string
  /** Connection string of a superuser on one of the cluster's databases. */
  urlOf(database: string): string
  /** As `pg_ctl restart -m`: `fast` cuts every session off, `immediate` is a crash that it recovers from. */
  restart(mode: 'fast' | 'immediate'): Promise<void>
  stop(): Promise<void>
}

const oldest = 15
/** A daemon of Citus runs for each database. */
const citusSettings = [
  'shared_preload_libraries=citus',
  'listen_addresses=127.0.0.1',
  'max_worker_processes=500',
  'max_locks_per_transaction=256',
  'citus.node_conninfo=sslmode=disable',
  'citus.enable_statistics_collection=off',
  'citus.propagate_set_commands=local',
]
const startLimitMs = 30_000

/**
 * A PostgreSQL of its own in a temporary folder, reachable by a private socket only. It ends with this process.
 * `durable` flushes commits as a real one does; tests don't need it, a bench does. `withCitus` is a single node of Citus, reached by itself over
 * the loopback, where that is installed (tests/scale/README.md).
 */
export async function startPostgres({ durable = false, withCitus = false } = {}): Promise<PostgresCluster> {
  const bin = findOrInstall()
  const port = withCitus ? await freePort() : 5432
  const base = mkdtempSync(join(tmpdir(), 'bawaba-pg-'))
  const user = serverUser()
  if (user) chownSync(base, user.uid, user.gid)
  const data = join(base, 'data')
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    { stdio: ['ignore', 'ignore', 'inherit'], cwd: base, ...user },
  )
  const hasty = durable ? [] : ['fsync=off', 'full_page_writes=off']
  const settings = ['max_connections=200', ...hasty, ...(withCitus ? citusSettings : ['listen_addresses='])]
  const at = ['-D', data, '-k', base, '-p', String(port)]
  const command = [join(bin, 'postgres'), ...at, ...settings.flatMap((setting) => ['-c', setting])]
  const urlOf = (database: string) =>
    `postgresql://postgres@localhost:${port}/${database}?host=${encodeURIComponent(base)}`
  let server = spawnTethered(command, base)
  const begin = async () => {
    try {
      await answering(urlOf('postgres'))
    } catch (error) {
      await stop()
      throw new Error(`the test's PostgreSQL did not start: ${server.said()}`, { cause: error })
    }
  }
  const stop = async () => {
    await server.end()
    rmSync(base, { recursive: true, force: true })
  }
  const restart = async (mode: 'fast' | 'immediate') => {
    await promisify(execFile)(join(bin, 'pg_ctl'), ['-D', data, '-m', mode, '-w', 'stop'], { cwd: base, ...user })
    await server.end()
    server = spawnTethered(command, base)
    await begin()
  }
  await begin()
  return { folder: base, urlOf, restart, stop }
}

/** A server that ends with this process, whatever becomes of us, and runs as somebody without rights when we are root. */
export function spawnTethered(command: readonly string[], cwd: string) {
  // The shell waits for its standard input to end, which it does even when this process is killed.
  const script = '"$@" & child=$!; read _; kill -INT $child; wait $child'
  const child: ChildProcess = spawn('sh', ['-c', script, 'sh', ...command], {
    stdio: ['pipe', 'ignore', 'pipe'],
    cwd,
    ...serverUser(),
  })
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output = (output + String(chunk)).slice(-4000)
  })
  const ended = once(child, 'exit')
  return {
    /** Its last words. */
    said: () => output,
    end: async () => {
      child.stdin?.end()
      await ended
    },
  }
}

async function answering(url: string) {
  const giveUpAt = performance.now() + startLimitMs
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (performance.now() > giveUpAt) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

function findOrInstall(): string {
  const found = findBinaries()
  if (found) return found
  if (installPackage('postgresql')) {
    const installed = findBinaries()
    if (installed) return installed
  }
  throw new Error(
    `The tests need the programs of PostgreSQL ${oldest} or newer (initdb, postgres): install the package "postgresql".`,
  )
}

/** Debian's package, when we are root on a Debian. False when we can't. */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit', env })
  execFileSync('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], { stdio: 'inherit', env })
  return true
}

function findBinaries(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : []
  const folders = [process.env['PG_BIN'], ...debian, output('pg_config', '--bindir'), '/usr/bin', '/usr/local/bin']
  return folders.find(
    (folder) => folder && existsSync(join(folder, 'initdb')) && majorOf(join(folder, 'postgres')) >= oldest,
  )
}

const majorOf = (program: string) => Number(/\d+/.exec(output(program, '--version') ?? '')?.[0] ?? 0)

function output(program: string, ...args: string[]): string | undefined {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

/** PostgreSQL refuses to run as root: its own user then, or one without rights. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const name = output('id', '-u', 'postgres') ? 'postgres' : 'nobody'
  return { uid: Number(output('id', '-u', name)), gid: Number(output('id', '-g', name)) }
}
