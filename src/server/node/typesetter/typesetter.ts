import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Drawn, type Log, type Typeset, type Typesetter, TypesettingFailed } from '#server/kernel/deps.ts'
import { letterEdition } from '#server/kernel/editions.ts'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { type As, type ChildSettings, FromChild, type ToChild } from './typesetter-wire.ts'

interface TypesetterSettings {
  /** Limit of letters made at the same time. */
  size?: number
  /** Time limit of one letter; then its process is killed. */
  killMs?: number
  /** Time that an idle process is kept. */
  idleMs?: number
  engine?: ChildSettings['engine']
  /** Template file; by default ours of each edition. */
  template?: string
}

type Made = Extract<FromChild, { kind: 'done' | 'drawn' }>

interface Job {
  letter: ResolvedLetter
  as: As
  edition: number
  name: string
  tries: number
  resolve(made: Made): void
  reject(error: Error): void
}

interface Child {
  process: ChildProcess
  /** Undefined until the process has reported ready. */
  lasts: number | undefined
  done: number
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
}

const worker = fileURLToPath(new URL('./typesetter-worker.ts', import.meta.url))
const ourTemplates = Array.from({ length: letterEdition }, (_, no) =>
  fileURLToPath(new URL(`./letter-${no + 1}.typ`, import.meta.url)),
)
/** Limit for a process to become ready; a loaded machine takes seconds. */
const startMs = 60_000
const maxTries = 2
/** The compiler could fetch packages: its requests go to a closed port. */
const nowhere = 'http://127.0.0.1:9'
const emptiedEnvironment = { http_proxy: nowhere, https_proxy: nowhere, HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere }
/** A letter's garbage is small and short-lived: with the default nursery the process held 100 MB more for nothing. */
const smallNursery = '--max-semi-space-size=2'

/**
 * Makes letters in child processes. A hang or crash costs a second try in a new process, and if that fails too, this one letter;
 * never the server, and never the letters behind it.
 */
export class ForkedTypesetter implements Typesetter {
  readonly #settings: Required<Omit<TypesetterSettings, 'template'>>
  readonly #templates: string[]
  readonly #log: Log
  readonly #children = new Set<Child>()
  readonly #queue: Job[] = []
  /** An empty folder, created with the first process. */
  #workspace: string | undefined
  #isClosed = false

  constructor(log: Log, { template, ...settings }: TypesetterSettings = {}) {
    this.#log = log
    this.#settings = { size: 2, killMs: 10_000, idleMs: 600_000, engine: 'either', ...settings }
    this.#templates = template === undefined ? ourTemplates : ourTemplates.map(() => template)
  }

  async typeset(letter: ResolvedLetter, name: string, edition = letterEdition): Promise<Typeset> {
    const made = await this.#make(letter, name, 'paper', edition)
    if (made.kind !== 'done') throw new TypesettingFailed('crashed', name)
    return made
  }

  async draw(letter: ResolvedLetter, name: string): Promise<Drawn> {
    const made = await this.#make(letter, name, 'picture', letterEdition)
    if (made.kind !== 'drawn') throw new TypesettingFailed('crashed', name)
    return made
  }

  #make(letter: ResolvedLetter, name: string, as: As, edition: number): Promise<Made> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new TypesettingFailed('closed', name))
      const job: Job = { letter, as, edition, name, tries: 0, resolve, reject }
      // A person is waiting at the screen for it.
      if (as === 'picture') this.#queue.unshift(job)
      else this.#queue.push(job)
      this.#goOn()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { name, reject } of this.#queue.splice(0)) reject(new TypesettingFailed('closed', name))
    await Promise.all([...this.#children].map((child) => this.#end(child)))
    if (this.#workspace !== undefined) rmSync(this.#workspace, { recursive: true, force: true })
  }

  #goOn(): void {
    for (const child of this.#children) {
      if (child.job || child.lasts === undefined) continue
      const job = this.#queue.shift()
      if (!job) return
      this.#give(child, job)
    }
    const starting = [...this.#children].filter(({ lasts }) => lasts === undefined).length
    if (this.#queue.length > starting && this.#children.size < this.#settings.size) this.#start()
  }

  #give(child: Child, job: Job): void {
    child.job = job
    job.tries += 1
    this.#restTimer(child, this.#settings.killMs)
    const message: ToChild = { letter: job.letter, as: job.as, edition: job.edition }
    child.process.send(message, (error) => error && child.process.kill('SIGKILL'))
  }

  /** Kills the process at the time limit. Only a process with work keeps the server from ending. */
  #restTimer(child: Child, ms: number): void {
    clearTimeout(child.timer)
    child.timer = setTimeout(() => {
      if (child.job) this.#log.warn({ letter: child.job.name, afterMs: ms }, 'a letter that did not end was killed')
      child.process.kill('SIGKILL')
    }, ms)
    if (!child.job) child.timer.unref()
  }

  #start(): void {
    const { engine } = this.#settings
    this.#workspace ??= mkdtempSync(join(tmpdir(), 'bawaba-letters-'))
    const workspace = this.#workspace
    const settings: ChildSettings = { templates: this.#templates, engine, workspace }
    const options = {
      cwd: workspace,
      env: emptiedEnvironment,
      execArgv: [smallNursery],
      serialization: 'advanced' as const,
    }
    const process = fork(worker, [JSON.stringify(settings)], {
      ...options,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    process.unref()
    process.channel?.unref()
    const child: Child = { process, lasts: undefined, done: 0, job: undefined, timer: undefined }
    this.#children.add(child)
    this.#restTimer(child, startMs)
    child.timer?.ref()
    process.on('message', (message) => this.#hear(child, FromChild.parse(message)))
    process.once('exit', (code, signal) => this.#bury(child, signal === 'SIGKILL' ? 'hung' : 'crashed'))
  }

  #hear(child: Child, message: FromChild): void {
    const { job } = child
    if (message.kind === 'ready') child.lasts = message.lasts
    else {
      child.job = undefined
      child.done += 1
      if (message.kind === 'refused') job?.reject(new TypesettingFailed('refused', job.name, message.why))
      else job?.resolve(message)
    }
    if (child.lasts !== undefined && child.done >= child.lasts) void this.#end(child)
    else this.#restTimer(child, this.#settings.idleMs)
    this.#goOn()
  }

  #bury(child: Child, reason: 'hung' | 'crashed'): void {
    clearTimeout(child.timer)
    this.#children.delete(child)
    const { job } = child
    // A process that cannot even start is retried as often for the first job waiting.
    const waiting = job ?? (child.lasts === undefined ? this.#queue.shift() : undefined)
    if (waiting && !job) waiting.tries += 1
    if (waiting && waiting.tries < maxTries && !this.#isClosed) this.#queue.unshift(waiting)
    else waiting?.reject(new TypesettingFailed(this.#isClosed ? 'closed' : reason, waiting.name))
    if (!this.#isClosed) this.#goOn()
  }

  #end(child: Child): Promise<void> {
    return new Promise((resolve) => {
      child.process.ref()
      child.process.once('exit', () => resolve())
      child.process.kill('SIGKILL')
    })
  }
}
