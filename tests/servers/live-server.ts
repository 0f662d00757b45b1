import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { forShortRuns, freePort, startServer } from '#tests/support/served/served-school.ts'

/** However busy the machine is: a server that takes longer than this has not opened. */
const openLimitMs = 300_000

/** A server that was started did not open its database, or not in time. */
export class FailedOpen extends Error {
  override name = 'FailedOpen'
}

export interface LiveServerOptions {
  /** Loaded into every thread of the server before its own code. */
  preload?: string
  /** Environment of the preloaded module. */
  environment?: Record<string, string>
  /** A command that runs the server in its place, e.g. in another mount namespace. */
  inside?: readonly string[]
}

/** The real server as a process of its own, over data that outlive it: killed, stopped and started again. */
export class LiveServer {
  readonly port: number
  readonly #settings: Record<string, string>
  readonly #options: LiveServerOptions
  #child: ChildProcess | undefined
  #said: string[] = []
  readonly #complaints: string[] = []
  /** How long each start took until the server answered, ms. */
  readonly openMs: number[] = []

  private constructor(port: number, settings: Record<string, string>, options: LiveServerOptions) {
    this.port = port
    this.#settings = settings
    this.#options = options
  }

  static async at(settings: Record<string, string>, options: LiveServerOptions = {}): Promise<LiveServer> {
    return new LiveServer(await freePort(), settings, options)
  }

  origin = (schoolCode: string): string => `http://${schoolCode}.localhost:${this.port}`

  /** Of the process that runs, or ran last. */
  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** What it said that it must not say whatever happens to its database: an unexpected failure, an operation refused. */
  complaints(): readonly string[] {
    return this.#complaints
  }

  /** Starts it and waits until it listens. @throws FailedOpen with its own last words when it never does */
  async start(): Promise<void> {
    const beganAt = performance.now()
    if ((await this.#begin()) !== 'ready') throw new FailedOpen(this.#said.join('\n'))
    this.openMs.push(performance.now() - beganAt)
  }

  /** Starts it and kills it after `ms`, wherever it is then. @throws FailedOpen when it ended by itself */
  async startAndKill(ms: number): Promise<void> {
    const beginning = this.#begin()
    const pause = new Promise<'late'>((resolve) => setTimeout(resolve, ms, 'late'))
    const first = await Promise.race([beginning, pause])
    if (first === 'ended') throw new FailedOpen(this.#said.join('\n'))
    await this.end('SIGKILL')
    await beginning
  }

  #begin(): Promise<'ready' | 'ended'> {
    const { preload, environment = {}, inside = [] } = this.#options
    this.#said = []
    const settings = { PORT: String(this.port), LOG_LEVEL: 'error', ...this.#settings, ...environment }
    const child = startServer(settings, {
      inside,
      nodeOptions: [...forShortRuns.nodeOptions, ...(preload ? ['--import', preload] : [])],
    })
    this.#child = child
    child.stderr?.on('data', (chunk: Buffer) => this.#hear(chunk.toString().split('\n').filter(Boolean)))
    const ready = new Promise<'ready'>((resolve) => {
      let text = ''
      child.stdout?.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (text.includes('Ctrl-C stops it.')) resolve('ready')
      })
    })
    const limit = setTimeout(() => {
      this.#said.push(`not open after ${openLimitMs / 1000} s`)
      child.kill('SIGKILL')
    }, openLimitMs)
    const ended = once(child, 'close').then(() => 'ended' as const)
    return Promise.race([ready, ended]).finally(() => clearTimeout(limit))
  }

  #hear(lines: readonly string[]) {
    this.#said.push(...lines)
    this.#complaints.push(...lines.filter((line) => /"msg":"(request failed|operation not taken in)"/.test(line)))
  }

  /** What it has said since its last start. */
  said(): readonly string[] {
    return this.#said
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (!child || !this.isRunning) return
    const ended = once(child, 'close')
    child.kill(signal)
    await ended
  }
}
