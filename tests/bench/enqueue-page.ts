import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { append } from '#local/outbox/append.ts'
import { openOutboxStore } from '#local/outbox/indexed-db/dexie-outbox-store.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { median } from './figure.ts'
import { sampleSale } from './sample-sale.ts'

export interface EnqueueRound {
  enqueueMs: number
  rawMs: number
}

declare global {
  /** `count` sales saved and as many raw puts; medians. */
  var benchRound: (count: number) => Promise<EnqueueRound>
}

const store = openOutboxStore(`bench-${crypto.randomUUID()}`)
const stamp = () => ({
  wallAt: '2026-11-21T08:00:00.000Z',
  monoMs: Math.floor(performance.now()),
  bootId: '01938f00-0000-7000-8000-000000000000',
  clockOffsetMs: 0,
})
const appender = { store, clock: machineClock, stamp, freeSpace: async () => undefined, sleep: async () => undefined }

async function enqueueOne(): Promise<void> {
  const opId = uuidv7(machineClock.nowMs(), machineRandom)
  await append(appender, 'till/bench', opId, (counters) => ({
    draft: {
      opId,
      stream: 'till/bench',
      kind: 'pos.sale',
      v: 1,
      actorId: null,
      amountMinor: 6006,
      label: 'A-01-1-000001',
      body: sampleSale,
    },
    counters,
  }))
}

const openRaw = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(`raw-${crypto.randomUUID()}`, 1)
    request.onupgradeneeded = () => request.result.createObjectStore('ops', { keyPath: 'opId' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('open failed'))
  })

const putRaw = (db: IDBDatabase): Promise<void> =>
  new Promise((resolve, reject) => {
    const transaction = db.transaction('ops', 'readwrite', { durability: 'strict' })
    transaction.objectStore('ops').put({ opId: crypto.randomUUID(), body: sampleSale })
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('put failed'))
  })

async function medianOf(count: number, work: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < count; i += 1) {
    const before = performance.now()
    await work()
    times.push(performance.now() - before)
  }
  return median(times)
}

const raw = await openRaw()

globalThis.benchRound = async (count) => ({
  rawMs: await medianOf(count, () => putRaw(raw)),
  enqueueMs: await medianOf(count, enqueueOne),
})
