import type { Hono } from 'hono'
import { createApp } from '#server/app.ts'
import { openInstallation } from '#server/features/sync/installation/installation.service.ts'
import { familyMessages } from '#server/features/messaging/message-plan.service.ts'
import { settleRestored } from '#server/features/retention/restore/settle-restored.service.ts'
import type { AppSettings, Deps } from '#server/kernel/deps.ts'
import { machineRandom } from '#server/node/machine.ts'
import { argon2Passwords } from '#server/node/passwords.ts'
import { openKeyRing } from '#server/kernel/keys/key-ring.ts'
import { apiPrefix, type Endpoint } from '#shared/kernel/endpoint.ts'
import type { Clock } from '#shared/kernel/time.ts'
import { createTestDatabase, type Engine, type TestDatabase } from './database.ts'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

export interface LogLine {
  level: 'info' | 'warn' | 'error'
  fields: Record<string, unknown>
  message: string
}

/** The whole server in one process, without a port. */
export interface Box {
  app: Hono
  deps: Deps
  db: TestDatabase
  clock: TestClock
  log: LogLine[]
  /** How many passwords have really been checked. */
  verified(): number
  close(): Promise<void>
}

/** The product's cost would take a tenth of a second for each account and sign-in; passwords.test.ts has the product's. */
const quickHash = { memory: 64, passes: 1, parallelism: 1 }

const startMs = Date.parse('2030-03-03T06:00:00.000Z')

export function standingClock(): TestClock {
  let passedMs = 0
  return {
    nowMs: () => startMs + passedMs,
    monotonicMs: () => passedMs,
    advance: (ms) => {
      passedMs += ms
    },
  }
}

export const openBox = async (engine: Engine, settings: Partial<AppSettings> = {}): Promise<Box> =>
  boxOver(await createTestDatabase(engine), settings)

/** The whole server over a database that is there already. */
export function boxOver(db: TestDatabase, settings: Partial<AppSettings> = {}): Box {
  const clock = standingClock()
  const log: LogLine[] = []
  const write = (level: LogLine['level']) => (fields: Record<string, unknown>, message: string) =>
    void log.push({ level, fields, message })
  const argon2 = argon2Passwords(undefined, quickHash)
  let verified = 0
  const deps: Deps = {
    db: db.database,
    installation: openInstallation({ db: db.database, clock, random: machineRandom }),
    clock,
    random: machineRandom,
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    settings: { mode: 'test', publicUrl: undefined, hosts: [], trustProxy: false, ...settings },
    familyMessages,
    settleRestored,
    mailer: undefined,
    keyRing: openKeyRing([Uint8Array.from({ length: 32 }, (_, at) => at + 1)]),
    passwords: {
      hash: (plain) => argon2.hash(plain),
      verify: (plain, phc) => {
        verified += 1
        return argon2.verify(plain, phc)
      },
    },
  }
  return { app: createApp(deps), deps, db, clock, log, verified: () => verified, close: () => db.close() }
}

/** All that was logged, as text, but for the ids of requests: in what is drawn at random a short name may stand by chance. */
export const logged = ({ log }: Pick<Box, 'log'>): string =>
  JSON.stringify(log, (key, value: unknown) => (key === 'requestId' ? undefined : value))

export interface Caller {
  /** Sent as `client-id`. */
  school?: string | undefined
  host?: string
  token?: string
  /** Where the call comes from on the network. */
  address?: string
  headers?: Record<string, string>
}

export interface Reply {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

/** One call as a client would make it; a string or bytes as input go out as they are. */
export async function call(app: Hono, caller: Caller, to: Endpoint, input: unknown = {}): Promise<Reply> {
  const isGet = to.method === 'get'
  const inQuery = ([name]: [string, unknown]) => isGet || to.query?.includes(name) === true
  const named = to.query || isGet ? Object.entries(input as Record<string, string>).filter(inQuery) : []
  const query = new URLSearchParams(named).toString()
  return send(app, caller, to.method, `${apiPrefix}${to.path}${query && `?${query}`}`, isGet ? undefined : input)
}

/** Like `call`, for addresses outside of the contract. */
export async function send(app: Hono, caller: Caller, method: string, path: string, input?: unknown): Promise<Reply> {
  const headers = new Headers({ 'content-type': 'application/json' })
  if (caller.school !== undefined) headers.set('client-id', caller.school)
  if (caller.token !== undefined) headers.set('authorization', `Bearer ${caller.token}`)
  for (const [name, value] of Object.entries(caller.headers ?? {})) headers.set(name, value)
  const raw = typeof input === 'string' || input instanceof Uint8Array || input instanceof ReadableStream
  const body = input === undefined ? null : raw ? (input as BodyInit) : JSON.stringify(input)
  const init: RequestInit & { duplex: 'half' } = { method: method.toUpperCase(), headers, body, duplex: 'half' }
  const connection = { incoming: { socket: { remoteAddress: caller.address ?? '192.0.2.1' } } }
  const response = await app.request(`http://${caller.host ?? 'localhost'}${path}`, init, connection)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const parsed: unknown = isJson ? JSON.parse(text) : { text }
  return { status: response.status, headers: response.headers, body: parsed as Record<string, unknown> }
}
