import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnv } from '#tests/support/served/child-env.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface Served {
  readonly port: number
  readonly dataDir: string
  /** `http://alnoor.localhost:…` */
  origin(schoolCode: string): string
  /** Lines that the server has logged as errors since it was first started. */
  errors(): string[]
  /** Asks it to stop, as a service manager would, and waits. */
  stop(): Promise<void>
  /** Pulls the plug. */
  kill(): Promise<void>
  /** Starts it again over the same data, at the same address. */
  start(): Promise<void>
  /** Stops it and throws its data away. */
  remove(): Promise<void>
}

/** Where a data folder lies that a server has filled with the demo schools and closed, if the run has one. */
export const filledFolder = 'BAWABA_FILLED_FOLDER'

/**
 * The built client and the real server as a process of its own, over a new folder with the two demo schools: its own copy of
 * the run's filled one. Without that the server makes them, which is more than half of the work of a start.
 */
export async function serveSchools(
  settings: Record<string, string> = {},
  options: StartOptions = forShortRuns,
): Promise<Served> {
  if (!existsSync(join(root, 'dist/index.html'))) throw new Error('There is no built client: run npm run build first.')
  const dataDir = await mkdtemp(join(tmpdir(), 'bawaba-e2e-'))
  const filled = process.env[filledFolder]
  if (filled !== undefined) await cp(filled, dataDir, { recursive: true })
  const served = holdServer({
    port: await freePort(),
    dataDir,
    begin: (own) => startServer({ ...own, ...settings }, options),
  })
  await served.start()
  return {
    ...served,
    remove: async () => {
      await served.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

interface Held {
  port: number
  dataDir: string
  /** Starts the process with at least these settings. */
  begin: (settings: Record<string, string>) => ChildProcess
}

/** A server that can be stopped, killed and started again over the same data; at first it does not run. */
export function holdServer({ port, dataDir, begin }: Held): Omit<Served, 'remove'> {
  const said: string[] = []
  let child: ChildProcess | undefined
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    port,
    dataDir,
    origin: (schoolCode) => `http://${schoolCode}.localhost:${port}`,
    errors: () => said.filter((line) => !/"level":"(warn|info)"/.test(line)),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    start: async () => {
      child = begin({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' })
      child.stderr?.on('data', (chunk: Buffer) => said.push(...chunk.toString().split('\n').filter(Boolean)))
      await untilReady(child, said)
    },
  }
}

/** The embedded database's compiler for long runs never pays for itself within a few minutes: a third of each start. */
export const forShortRuns = { nodeOptions: ['--liftoff-only'] }

export interface StartOptions {
  nodeOptions?: readonly string[]
  /** A command that runs the server in its place, e.g. in another mount namespace. */
  inside?: readonly string[]
}

/** A server process with these settings and no others. */
export function startServer(
  settings: Record<string, string>,
  { nodeOptions = [], inside = [] }: StartOptions = {},
): ChildProcess {
  const [program = process.execPath, ...before] = [...inside, ...(inside.length > 0 ? [process.execPath] : [])]
  return spawn(program, [...before, ...nodeOptions, join(root, 'src/server/main.ts')], {
    cwd: root,
    env: childEnv(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function untilReady(child: ChildProcess, said: readonly string[]): Promise<void> {
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => chunk.toString().includes('Ctrl-C stops it.') && resolve())
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the server ended before it was ready: ${said.join('\n')}`)
  })
  await Promise.race([ready, ended])
  ended.catch(() => undefined)
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no port was given')
  return address.port
}
