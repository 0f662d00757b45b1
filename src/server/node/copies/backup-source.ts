import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { type BackupResult, recordBackup } from '#server/features/school/copies/backup-copy.service.ts'
import { databaseOver } from '#server/kernel/db.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { machineClock } from '../machine.ts'
import { type OpenedEngine, openEmbedded, openScratch } from '../open-embedded.ts'
import { openPostgres } from '../open-postgres.ts'
import { StartupError } from '../startup-error.ts'
import { clearWork, completeCopy, controlAddress, copyDatabase } from './base-backup.ts'
import { ControlReply, type ControlRequest, onLines, sendLine } from './control-wire.ts'

/** Connection of a command to the running server of an embedded database. */
export interface Control {
  /** Begins a base backup. @returns the folder to copy, and the moment before which everything is in it */
  begin(): Promise<{ folder: string; dataAsOf: string }>
  /** @returns the label that the copy needs */
  end(): Promise<string>
  done(): Promise<void>
  record(result: BackupResult): Promise<void>
  close(): void
}

/** Connects to the running server; undefined where none runs. */
export async function connectControl(dataDir: string): Promise<Control | undefined> {
  const address = controlAddress(dataDir)
  const socket = address === undefined ? undefined : await open(address)
  if (!socket) return undefined
  const ask = requests(socket)
  return {
    begin: async () => {
      const reply = await ask({ ask: 'begin' })
      return 'folder' in reply ? reply : unexpected()
    },
    end: async () => {
      const reply = await ask({ ask: 'end' })
      return 'label' in reply ? reply.label : unexpected()
    },
    done: async () => void (await ask({ ask: 'done' })),
    record: async (result) => void (await ask({ ask: 'record', result })),
    close: () => void socket.destroy(),
  }
}

const unexpected = (): never => {
  throw new Error('the server answered something else')
}

const open = (address: string) =>
  new Promise<Socket | undefined>((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })

type Reply = z.infer<typeof ControlReply>

/** Sends one request at a time. @throws StartupError with the server's own sentence when it refuses */
function requests(socket: Socket): (request: ControlRequest) => Promise<Reply> {
  let waiting: PromiseWithResolvers<Reply> | undefined
  onLines(socket, async (value) => waiting?.resolve(ControlReply.parse(value)))
  socket.on('error', () => {})
  socket.once('close', () => waiting?.reject(new StartupError('backup-failed', 'The server ended during the backup.')))
  return async (request) => {
    waiting = Promise.withResolvers<Reply>()
    sendLine(socket, request)
    const reply = await waiting.promise
    waiting = undefined
    if ('refused' in reply) throw new StartupError('backup-failed', reply.refused)
    return reply
  }
}

/** Database as it was at one moment. */
export interface BackupSource {
  engine: OpenedEngine
  /** Everything committed before this moment is in it. */
  dataAsOf: string
  /** Records how the backup went, where the server reads it. */
  record(result: BackupResult): Promise<void>
  close(): Promise<void>
}

interface SourceSettings {
  dataDir: string
  databaseUrl: string | undefined
  /** Folder for what is needed meanwhile. */
  workDir: string
  signal: AbortSignal
}

const advisoryKey = 727_002

/**
 * Opens what is to be copied: a PostgreSQL itself, else the embedded database, by the running server where one runs.
 * @throws StartupError with one sentence that says what to do
 */
export async function openSource(settings: SourceSettings): Promise<BackupSource> {
  if (settings.databaseUrl !== undefined) return openPostgresSource(settings.databaseUrl)
  const dataDir = resolve(settings.dataDir)
  if (!existsSync(join(dataDir, 'database', 'pgdata', 'PG_VERSION'))) {
    throw new StartupError(
      'no-database',
      `There is no embedded database in ${dataDir}; set DATA_DIR to the folder that holds it.`,
    )
  }
  const control = await connectControl(dataDir)
  if (control) return openRunning(control, join(settings.workDir, 'source'), settings.signal)
  return overOpened(await openEmbedded(dataDir, () => process.exit(1)))
}

const overOpened = (engine: OpenedEngine): BackupSource => ({
  engine,
  dataAsOf: toInstant(machineClock.nowMs()),
  record: (result) => recordBackup(databaseOver(engine.db, engine), result),
  close: () => engine.close(),
})

async function openPostgresSource(url: string): Promise<BackupSource> {
  const engine = await openPostgres(url)
  const holder = await engine.pool.connect()
  const { rows } = await holder.query<{ free: boolean; now: Date }>(
    `select pg_try_advisory_lock(${advisoryKey}) as free, now() as now`,
  )
  const [first] = rows
  const close = async () => {
    // Closed, not given back: the lock ends with its session.
    holder.release(true)
    await engine.close()
  }
  if (first?.free !== true) {
    await close()
    throw new StartupError('backup-failed', 'Another backup is running; wait for its end.')
  }
  return { ...overOpened(engine), dataAsOf: first.now.toISOString(), close }
}

async function openRunning(control: Control, work: string, signal: AbortSignal): Promise<BackupSource> {
  try {
    await clearWork(work)
    const { folder, dataAsOf } = await control.begin()
    await copyDatabase(folder, work, signal)
    await completeCopy(folder, work, await control.end())
    await control.done()
    const engine = await openScratch(work)
    const close = async () => {
      await engine.close()
      control.close()
      await clearWork(work)
    }
    return { engine, dataAsOf, record: (result) => control.record(result), close }
  } catch (error) {
    control.close()
    await clearWork(work)
    throw error
  }
}
