import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { installPackage, serverUser, spawnTethered } from '#tests/support/postgres.ts'

export interface Pooler {
  urlOf(database: string): string
  stop(): Promise<void>
}

/** Fewer than the clients, so that transactions of different clients take turns on one connection. */
const serverConnections = 3
const startLimitMs = 30_000

/** A pgbouncer in transaction mode before the PostgreSQL whose socket is in `folder`; ends with this process. */
export async function startPgbouncer(folder: string): Promise<Pooler> {
  const program = findProgram() ?? (installPackage('pgbouncer') ? findProgram() : undefined)
  if (!program) throw new Error('The tests of several servers need pgbouncer: install the package "pgbouncer".')
  const base = mkdtempSync(join(tmpdir(), 'bawaba-pool-'))
  const settings = join(base, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=${folder} user=postgres
[pgbouncer]
pool_mode = transaction
auth_type = any
listen_addr =
listen_port = 6432
unix_socket_dir = ${base}
max_client_conn = 200
default_pool_size = ${serverConnections}
server_login_retry = 1
`,
  )
  const user = serverUser()
  if (user) for (const path of [base, settings]) chownSync(path, user.uid, user.gid)
  const pooler = spawnTethered([program, settings], base)
  const urlOf = (database: string) =>
    `postgresql://postgres@localhost:6432/${database}?host=${encodeURIComponent(base)}`
  const stop = async () => {
    await pooler.end()
    rmSync(base, { recursive: true, force: true })
  }
  for (const giveUpAt = performance.now() + startLimitMs; ; ) {
    const client = new pg.Client({ connectionString: urlOf('postgres') })
    try {
      await client.connect()
      await client.end()
      return { urlOf, stop }
    } catch (error) {
      if (performance.now() < giveUpAt) {
        await new Promise((resolve) => setTimeout(resolve, 50))
        continue
      }
      await stop()
      throw new Error(`pgbouncer did not start: ${pooler.said()}`, { cause: error })
    }
  }
}

const findProgram = (): string | undefined =>
  ['/usr/sbin', '/usr/bin', '/usr/local/bin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find((path) => existsSync(path))
