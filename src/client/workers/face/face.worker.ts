import { troubleKindOf } from '#local/recognition/face-trouble.ts'
import { lookAt } from './engine.ts'
import type { FromWorker, ToWorker } from './face-messages.types.ts'
import { Frame } from './frame.ts'
import { library } from './library.ts'
import { loadDetector, startLibrary } from './start-engine.ts'

/** As much of a worker as is used here: its library of types would take the page's away from the rest of the client. */
declare const self: {
  postMessage(message: FromWorker): void
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void
}

const tell = (message: FromWorker) => self.postMessage(message)

/** Of an error only what kind it is and its own words; a frame or a descriptor is in none of them. */
const tellTrouble = (id: number | null, error: unknown) =>
  tell({ kind: 'trouble', id, trouble: troubleKindOf(error), text: String(error) })

const frame = new Frame()
/** Looks that nobody waits for any more. */
const left = new Set<number>()

/** Messages that have come meanwhile are heard, which awaiting WebAssembly alone would not do. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve))

async function look({ id, bitmap, ask }: Extract<ToWorker, { kind: 'look' }>): Promise<void> {
  try {
    await loadDetector(ask.detector, () => tell({ kind: 'loading' }))
    const seen = await lookAt(frame, bitmap, ask, {
      onPart: () => tell({ kind: 'working' }),
      onFace: async (done, of) => {
        if (of === 1) return true
        tell({ kind: 'face', id, done, of })
        await breathe()
        return !left.has(id)
      },
    })
    tell({ kind: 'seen', id, look: seen })
  } finally {
    bitmap.close()
    frame.clear()
    left.delete(id)
  }
}

/** One look after the other: somebody who has left one half-way may ask for the next before it has stopped. */
let looking: Promise<void> = Promise.resolve()

function answer(message: ToWorker): void {
  if (message.kind === 'leave') left.add(message.id)
  else if (message.kind === 'look') {
    looking = looking.then(() => look(message)).catch((error: unknown) => tellTrouble(message.id, error))
  } else {
    const { numTensors: tensors, numBytes: bytes } = library.tf.memory()
    tell({ kind: 'memory', id: message.id, memory: { tensors, bytes } })
  }
}

async function start(): Promise<void> {
  tell({ kind: 'loading' })
  await startLibrary()
  self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => answer(data))
  tell({ kind: 'ready' })
}

start().catch((error: unknown) => tellTrouble(null, error))
