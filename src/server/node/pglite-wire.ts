import { z } from 'zod'

const Bytes = z.instanceof(Uint8Array<ArrayBuffer>)

export const WorkerSettings = z.object({ folder: z.string(), durable: z.boolean() })
export type WorkerSettings = z.infer<typeof WorkerSettings>

export const ToWorker = z.discriminatedUnion('kind', [
  /** A new client connects: the last one's state is dropped. */
  z.object({ kind: z.literal('connect') }),
  z.object({ kind: z.literal('bytes'), bytes: Bytes }),
  z.object({ kind: z.literal('count') }),
  z.object({ kind: z.literal('close') }),
])
export type ToWorker = z.infer<typeof ToWorker>

export const FromWorker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('bytes'), bytes: Bytes }),
  z.object({ kind: z.literal('count'), fsyncCount: z.number() }),
])
export type FromWorker = z.infer<typeof FromWorker>

const terminate = 'X'.charCodeAt(0)

/**
 * Splits a client's byte stream into whole messages of PostgreSQL's protocol (the first one has no type byte), since the engine
 * accepts whole messages only.
 */
export class FrontendFrames {
  #rest: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  #started = false

  /** Adds bytes. @returns all whole messages so far, joined; undefined when none is complete yet. */
  add(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
    const all = this.#rest.length === 0 ? bytes : joined(this.#rest, bytes)
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength)
    let end = 0
    for (;;) {
      const header = this.#started ? 1 : 0
      if (all.length - end < header + 4) break
      const length = header + view.getInt32(end + header)
      if (all.length - end < length) break
      end += length
      this.#started = true
    }
    this.#rest = all.subarray(end)
    const whole = all.subarray(0, end)
    return end === 0 || whole[0] === terminate ? undefined : whole
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
