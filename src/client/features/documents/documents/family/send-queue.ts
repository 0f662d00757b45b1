import type { Carrier, Prepared, SendableType } from '#client/platform/files/send-file.ts'
import { messageIdOf } from '#client/platform/refused.ts'
import type { MessageId } from '#shared/kernel/errors.ts'

/** One file on its way, as a page shows it. */
export interface Sending {
  key: number
  type: string
  name: string
  state: 'preparing' | 'sending' | 'waiting' | 'done' | 'refused' | 'failed'
  /** From 0 to 1. */
  share: number
  problem?: MessageId
}

interface Job {
  key: number
  file: File
  type: SendableType
  prepared?: Prepared
}

interface Surroundings {
  carrierOf(type: string): Promise<Carrier>
  /** A file has come to its end, taken or not. */
  onSent(): void
  onChange(sendings: readonly Sending[]): void
}

/** Files on their way, one after the other. One that finds no network waits, and goes on where it stopped. */
export class SendQueue {
  #sendings: readonly Sending[] = []
  #jobs: Job[] = []
  #isRunning = false
  #keys = 0
  readonly #around: Surroundings

  constructor(around: Surroundings) {
    this.#around = around
  }

  add(type: SendableType, files: readonly File[]): void {
    for (const file of files) {
      this.#keys += 1
      const key = this.#keys
      this.#jobs.push({ key, file, type })
      this.#show([...this.#sendings, { key, type: type.code, name: file.name, state: 'preparing', share: 0 }])
    }
    void this.goOn()
  }

  goOn = async (): Promise<void> => {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      for (let job = this.#jobs[0]; job && (await this.#carry(job)); job = this.#jobs[0]) {
        this.#jobs.shift()
        this.#around.onSent()
      }
    } finally {
      this.#isRunning = false
    }
  }

  /** False where it has to be tried again. */
  async #carry(job: Job): Promise<boolean> {
    try {
      const { prepare, sendPrepared } = await import('#client/platform/files/send-file.ts')
      job.prepared ??= await prepare(job.file, job.type)
      this.#put(job, { state: 'sending' })
      const carrier = await this.#around.carrierOf(job.type.code)
      const state = await sendPrepared(job.prepared, carrier, (share) => this.#put(job, { share }))
      this.#put(job, { state: state === 'complete' ? 'done' : 'refused', share: 1 })
      return true
    } catch (error) {
      const problem = messageIdOf(error)
      // A call that never came back: the same file goes on when there is a network again.
      this.#put(job, problem === 'L000' ? { state: 'waiting' } : { state: 'failed', problem })
      return problem !== 'L000'
    }
  }

  #put({ key }: Job, more: Partial<Sending>): void {
    this.#show(this.#sendings.map((each) => (each.key === key ? { ...each, ...more } : each)))
  }

  #show(sendings: readonly Sending[]): void {
    this.#sendings = sendings
    this.#around.onChange(sendings)
  }
}
