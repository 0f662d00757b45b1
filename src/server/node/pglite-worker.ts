import { fsyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { z } from 'zod'
import { type FromWorker, FrontendFrames, ToWorker, WorkerSettings } from './pglite-wire.ts'

/** Number of real flushes requested from the operating system. */
let fsyncCount = 0

interface EmscriptenModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } }
}

/** PGlite's file system lacks fsync: without this one, PostgreSQL's own calls of it do nothing. */
class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>) {
    const result = await super.init(...args)
    const emscripten: { preRun?: ((module: EmscriptenModule) => void)[]; onAbort?: () => void } = Object(
      result.emscriptenOpts,
    )
    // PostgreSQL panics rather than promise what it could not write (no room for its log). PGlite reports that as another failed
    // query and never answers again, so the thread ends here, and the process with it.
    emscripten.onAbort = () => process.exit(1)
    emscripten.preRun = [
      ...(emscripten.preRun ?? []),
      ({ NODEFS }) => {
        NODEFS.stream_ops.fsync = ({ nfd }) => {
          fsyncSync(nfd)
          fsyncCount += 1
          return 0
        }
      },
    ]
    return result
  }
}

/**
 * PostgreSQL keeps up to a thousand files open unless it is told otherwise, and containers and shells may be limited to 1,024: a restore
 * of all tables failed there.
 */
const fewFiles = ['-c', 'max_files_per_process=500']

/**
 * Settings for durability. The default method, fdatasync, is an empty function in PGlite; the default `-F` turns flushing off
 * altogether. Used log segments are deleted, not recycled, since they still contain rows deleted from tables.
 */
const durableParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...[
    'fsync=on',
    'wal_sync_method=fsync',
    'wal_recycle=off',
    'max_wal_size=128MB',
    'min_wal_size=48MB',
    'shared_buffers=16MB',
  ].flatMap((pair) => ['-c', pair]),
  ...fewFiles,
]

const { folder, durable } = WorkerSettings.parse(workerData)
const port = z.custom<NonNullable<typeof parentPort>>((value) => value !== null).parse(parentPort)
const send = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

const engine = durable
  ? await PGlite.create({ fs: new DurableNodeFS(folder), startParams: durableParams })
  : await PGlite.create(folder, { startParams: [...PGlite.defaultStartParams, ...fewFiles] })
let frames = new FrontendFrames()
let queue: Promise<unknown> = Promise.resolve()

/** Queues work. A failure here is the engine's own, not a query's: the thread ends, on purpose. */
const enqueue = (work: () => Promise<unknown>) => {
  queue = queue.then(work)
}

port.on('message', (raw: unknown) => {
  const message = ToWorker.parse(raw)
  if (message.kind === 'connect') {
    frames = new FrontendFrames()
    enqueue(leaveNothingBehind)
  } else if (message.kind === 'count') {
    enqueue(async () => send({ kind: 'count', fsyncCount }))
  } else if (message.kind === 'close') {
    enqueue(async () => {
      await engine.close()
      process.exit(0)
    })
  } else {
    const whole = frames.add(message.bytes)
    if (whole) enqueue(() => answer(whole))
  }
})
send({ kind: 'ready' })

async function answer(request: Uint8Array) {
  await engine.execProtocolRawStream(request, {
    onRawData: (bytes) => {
      const copy = bytes.slice()
      send({ kind: 'bytes', bytes: copy }, [copy.buffer])
    },
  })
}

/** Resets the single permanent session, so that state of a lost connection does not reach the next one. */
async function leaveNothingBehind() {
  await engine.exec('rollback')
  await engine.exec('discard all')
}
