import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { FromWorker, type ToWorker, type WorkerSettings } from './pglite-wire.ts'

/** PGlite in its own thread, so that no query ever blocks the server's event loop. */
export interface PgliteThread {
  /** Opens a byte stream that `pg` accepts as its socket. One at a time. */
  stream(): Duplex
  /** Returns how often the engine has flushed a file to the disk since it started. */
  fsyncCount(): Promise<number>
  /** Flushes and closes the database. */
  close(): Promise<void>
}

/**
 * Starts the thread. @param onDeath called once if the thread ends without having been closed: the database is gone and the
 * process should end too.
 */
export async function startPgliteThread(
  settings: WorkerSettings,
  onDeath: (error: Error) => void = () => {},
): Promise<PgliteThread> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: settings })
  const post = (message: ToWorker, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer)
  await ready(worker)
  let closing = false
  let cause: unknown
  const died = Promise.withResolvers<never>()
  died.promise.catch(() => {})
  worker.on('error', (error) => {
    cause = error
  })
  worker.once('exit', (code) => {
    const error = new Error(`the database thread ended (${code})`, { cause })
    died.reject(error)
    if (!closing) onDeath(error)
  })

  const fsyncCount = () =>
    new Promise<number>((resolve) => {
      const listen = (raw: unknown) => {
        const message = heard(raw)
        if (message?.kind !== 'count') return
        worker.off('message', listen)
        resolve(message.fsyncCount)
      }
      worker.on('message', listen)
      post({ kind: 'count' })
    })

  return {
    stream: () => new ThreadStream(worker, post),
    fsyncCount: () => Promise.race([fsyncCount(), died.promise]),
    close: async () => {
      closing = true
      const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      post({ kind: 'close' })
      await Promise.race([ended, died.promise.catch(() => {})])
    },
  }
}

const ready = (worker: Worker) =>
  new Promise<void>((resolve, reject) => {
    const listen = (raw: unknown) => {
      if (heard(raw)?.kind !== 'ready') return
      worker.off('message', listen)
      resolve()
    }
    worker.on('message', listen)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the database thread ended at its start (${code})`)))
  })

/** Parses a message of the worker; Node's own `--watch` sends others through the same port. */
const heard = (raw: unknown): FromWorker | undefined => FromWorker.safeParse(raw).data

type Post = (message: ToWorker, transfer?: ArrayBuffer[]) => void

/** Part of a socket used by `pg`, over messages to the thread. */
class ThreadStream extends Duplex {
  readonly #worker: Worker
  readonly #post: Post

  constructor(worker: Worker, post: Post) {
    super()
    this.#worker = worker
    this.#post = post
  }

  readonly #receive = (raw: unknown) => {
    const message = heard(raw)
    if (message?.kind === 'bytes') this.push(message.bytes)
  }

  readonly #stop = () => {
    this.#worker.off('message', this.#receive)
    this.#worker.off('exit', this.#lost)
  }

  readonly #lost = () => this.destroy(new Error('the database thread ended'))

  connect() {
    this.#worker.on('message', this.#receive)
    this.#worker.once('exit', this.#lost)
    this.#post({ kind: 'connect' })
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    const bytes = new Uint8Array(chunk)
    this.#post({ kind: 'bytes', bytes }, [bytes.buffer])
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary', done)
  }

  override _final(done: () => void) {
    this.#stop()
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#stop()
    done(error)
  }

  setNoDelay() {
    return this
  }

  setKeepAlive() {
    return this
  }

  ref() {
    return this
  }

  unref() {
    return this
  }
}
