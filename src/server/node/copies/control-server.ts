import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { resolve } from 'node:path'
import type pg from 'pg'
import { type BackupResult, recordBackup } from '#server/features/school/copies/backup-copy.service.ts'
import type { Database } from '#server/kernel/db.ts'
import type { Log } from '#server/kernel/deps.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { machineClock } from '../machine.ts'
import { beginBaseBackup, controlAddress, endBaseBackup, forgetBaseBackup } from './base-backup.ts'
import { type ControlReply, ControlRequest, onLines, sendLine } from './control-wire.ts'

interface ControlParts {
  dataDir: string
  pool: pg.Pool
  db: Database
  log: Log
}

export interface ControlServer {
  close(): Promise<void>
}

/**
 * Listens to the commands of this machine beside an embedded database, which has one user: `npm run backup` asks here for a base backup
 * and copies the files itself. Only who may read the data folder reaches the socket.
 */
export async function startControl(parts: ControlParts): Promise<ControlServer | undefined> {
  const dataDir = resolve(parts.dataDir)
  const address = controlAddress(dataDir)
  if (address === undefined) {
    parts.log.warn({}, 'no backup while the server runs: the path of the data folder is too long for a socket')
    return undefined
  }
  // The folder is locked: a socket or a kept log that is there belongs to a server that was killed.
  await withClient(parts.pool, forgetBaseBackup)
  if (process.platform !== 'win32') rmSync(address, { force: true })
  const sessions = new Set<Session>()
  const server = createServer((socket) => {
    const session = new Session(socket, parts, () => [...sessions].some((other) => other.isBackingUp))
    sessions.add(session)
    socket.once('close', () => void session.leave().finally(() => sessions.delete(session)))
  })
  await new Promise<void>((resolved, rejected) => server.once('error', rejected).listen(address, resolved))
  if (process.platform !== 'win32') chmodSync(address, 0o600)
  return { close: () => closeAll(server, sessions) }
}

async function closeAll(server: Server, sessions: ReadonlySet<Session>) {
  const closed = new Promise<void>((resolved) => server.close(() => resolved()))
  await Promise.all([...sessions].map((session) => session.leave()))
  await closed
}

/** A command that is connected. */
class Session {
  readonly #socket: Socket
  readonly #parts: ControlParts
  #state: 'idle' | 'copying' | 'ended' = 'idle'

  constructor(socket: Socket, parts: ControlParts, isTaken: () => boolean) {
    this.#socket = socket
    this.#parts = parts
    socket.on('error', () => {})
    onLines(socket, async (value) => {
      const request = ControlRequest.parse(value)
      const reply = await this.#answer(request, isTaken).catch((error: unknown): ControlReply => {
        parts.log.error({ error }, 'a backup was refused')
        return { refused: error instanceof Error ? error.message : String(error) }
      })
      sendLine(socket, reply)
    })
  }

  get isBackingUp(): boolean {
    return this.#state !== 'idle'
  }

  async #answer(request: ControlRequest, isTaken: () => boolean): Promise<ControlReply> {
    switch (request.ask) {
      case 'begin': {
        if (isTaken()) return { refused: 'Another backup is running; wait for its end.' }
        this.#state = 'copying'
        const dataAsOf = toInstant(machineClock.nowMs())
        await this.#with(beginBaseBackup)
        return { folder: resolve(this.#parts.dataDir, 'database', 'pgdata'), dataAsOf }
      }
      case 'end': {
        if (this.#state !== 'copying') return { refused: 'No backup is running.' }
        const label = await this.#with(endBaseBackup)
        this.#state = 'ended'
        return { label }
      }
      case 'done':
        await this.leave(false)
        return { done: true }
      case 'record':
        await this.#record(request.result)
        return { done: true }
    }
  }

  #record(result: BackupResult): Promise<void> {
    return recordBackup(this.#parts.db, result)
  }

  /** Ends what the command has not ended, so that a killed one leaves no log behind. */
  async leave(closes = true): Promise<void> {
    if (closes) this.#socket.destroy()
    const state = this.#state
    this.#state = 'idle'
    if (state === 'copying') await this.#with(endBaseBackup).catch(() => {})
    if (state !== 'idle') await this.#with(forgetBaseBackup).catch(() => {})
  }

  #with<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return withClient(this.#parts.pool, work)
  }
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}
