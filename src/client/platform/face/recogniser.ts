import type { Ask, Detector, EngineMemory, FromWorker, ToWorker } from '#client/workers/face/face-messages.types.ts'
import { FaceTrouble } from '#local/recognition/face-trouble.ts'
import type { Look, Want } from '#shared/recognition/face-look.types.ts'
import { facePipeline } from '#shared/recognition/face-template.rules.ts'
import { startFaceWorker } from './face-worker.ts'

export interface LookOptions {
  want: Want
  /** `tiny` unless said otherwise. */
  detector?: Detector
  /** How many faces are measured or described, the largest first; one unless said otherwise. */
  most?: number
  signal?: AbortSignal
  onFace?: (done: number, of: number) => void
}

export interface Recogniser {
  readonly pipeline: string
  /** One frame at a time: a second one of the same holder is refused as `busy`. The bitmap is closed, whatever comes of it. */
  look(frame: ImageBitmap, options: LookOptions): Promise<Look>
  /** What the engine holds; it must not grow. */
  memory(): Promise<EngineMemory>
  stop(): void
}

/** No sign of life for so long: the worker hangs. Longer while a model may be on its way over a slow line. */
const patienceMs = 10_000
const loadingPatienceMs = 60_000
/** Kept for the next one who wants it: starting again takes a second. */
const idleMs = 30_000

interface Waiting {
  settle(message: Extract<FromWorker, { kind: 'seen' | 'memory' }>): void
  fail(error: unknown): void
  onFace?: ((done: number, of: number) => void) | undefined
}

/** The one worker of this page and anyone who waits for it. A worker that hangs or dies is replaced at the next look. */
class FaceEngine {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  readonly ready: Promise<void>
  #becomeReady: { resolve: () => void; reject: (error: unknown) => void }
  #watchdog: ReturnType<typeof setTimeout> | undefined
  #lastId = 0
  isOver = false

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.ready = promise
    this.#becomeReady = { resolve, reject }
    this.#worker = startFaceWorker()
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#hear(data))
    // The script itself could not be fetched, or has thrown outside of every answer.
    this.#worker.addEventListener('error', (event) => this.end(new FaceTrouble('models-missing', event.message)))
    this.#await(loadingPatienceMs)
  }

  async look(bitmap: ImageBitmap, { want, detector = 'tiny', most = 1, signal, onFace }: LookOptions): Promise<Look> {
    const ask: Ask = { want, detector, most }
    const id = this.#nextId()
    const leave = () => {
      this.#send({ kind: 'leave', id })
      this.#waiting.get(id)?.fail(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    try {
      const answer = await this.#ask({ kind: 'look', id, bitmap, ask }, [bitmap], onFace)
      if (answer.kind !== 'seen') throw new Error('another answer than was asked for')
      return answer.look
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  async memory(): Promise<EngineMemory> {
    const answer = await this.#ask({ kind: 'memory', id: this.#nextId() })
    if (answer.kind !== 'memory') throw new Error('another answer than was asked for')
    return answer.memory
  }

  end(error: unknown): void {
    this.isOver = true
    clearTimeout(this.#watchdog)
    this.#worker.terminate()
    this.#becomeReady.reject(error)
    for (const { fail } of this.#waiting.values()) fail(error)
    this.#waiting.clear()
  }

  #nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  #send(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer)
  }

  #ask(
    message: ToWorker,
    transfer: Transferable[] = [],
    onFace?: Waiting['onFace'],
  ): Promise<Extract<FromWorker, { kind: 'seen' | 'memory' }>> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(message.id, { settle: resolve, fail: reject, onFace })
      this.#send(message, transfer)
      this.#await(patienceMs)
    })
  }

  #await(ms: number): void {
    clearTimeout(this.#watchdog)
    this.#watchdog = setTimeout(() => this.end(new FaceTrouble('stalled')), ms)
  }

  #hear(message: FromWorker): void {
    this.#await(message.kind === 'loading' ? loadingPatienceMs : patienceMs)
    if (message.kind === 'ready') this.#becomeReady.resolve()
    else if (message.kind === 'face') this.#waiting.get(message.id)?.onFace?.(message.done, message.of)
    else if (message.kind === 'seen' || message.kind === 'memory') this.#waiting.get(message.id)?.settle(message)
    else if (message.kind === 'trouble') this.#hearTrouble(message)
    if ('id' in message && message.id !== null && message.kind !== 'face') this.#waiting.delete(message.id)
    if (this.#waiting.size === 0 && message.kind !== 'loading') clearTimeout(this.#watchdog)
  }

  #hearTrouble({ id, trouble, text }: Extract<FromWorker, { kind: 'trouble' }>): void {
    const error = trouble ? new FaceTrouble(trouble, text) : new Error(text)
    // Before it was ready: nothing more will come of this worker.
    if (id === null) this.end(trouble ? error : new FaceTrouble('backend', text))
    else this.#waiting.get(id)?.fail(error)
  }
}

let engine: FaceEngine | undefined
let holders = 0
let idleTimer: ReturnType<typeof setTimeout> | undefined

/** The running engine, or a new one where there is none or the last one came to its end. */
function currentEngine(): FaceEngine {
  if (!engine || engine.isOver) engine = new FaceEngine()
  return engine
}

/** Anyone who has left may have a frame in flight still: anyone who comes next waits for it, and is not told that it is busy. */
let inFlight: Promise<unknown> = Promise.resolve()

function lookInTurn(frame: ImageBitmap, options: LookOptions): Promise<Look> {
  const look = inFlight.then(async () => {
    const running = currentEngine()
    await running.ready
    options.signal?.throwIfAborted()
    return running.look(frame, options)
  })
  inFlight = look.catch(() => undefined)
  return look
}

/** Starts the recogniser, or joins the one that runs. Anyone who opened it stops it; some time after the last it ends. */
export async function openRecogniser(): Promise<Recogniser> {
  clearTimeout(idleTimer)
  holders += 1
  let isOpen = true
  let isLooking = false
  const stop = () => {
    if (!isOpen) return
    isOpen = false
    holders -= 1
    if (holders === 0) idleTimer = setTimeout(endEngine, idleMs)
  }
  await currentEngine().ready.catch((error: unknown) => {
    stop()
    throw error
  })
  return {
    pipeline: facePipeline,
    look: async (frame, options) => {
      const isBusy = isLooking
      isLooking = true
      try {
        if (isBusy) throw new FaceTrouble('busy')
        return await lookInTurn(frame, options)
      } finally {
        isLooking = isBusy
        frame.close()
      }
    },
    memory: async () => {
      const running = currentEngine()
      await running.ready
      return running.memory()
    },
    stop,
  }
}

function endEngine(): void {
  engine?.end(new FaceTrouble('stalled', 'nobody was using it'))
  engine = undefined
}
