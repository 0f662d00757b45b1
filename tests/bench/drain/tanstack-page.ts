import { createCollection, localOnlyCollectionOptions } from '@tanstack/db'
import {
  IndexedDBAdapter,
  type OfflineExecutor,
  type OnlineDetector,
  startOfflineExecutor,
} from '@tanstack/offline-transactions'
import { sampleSale } from '#tests/bench/sample-sale.ts'

declare global {
  /** A new executor, held offline, saves `count` sales. */
  var tanstackFill: (count: number) => Promise<void>
  /** Goes online and answers how many milliseconds pass until every transaction has come to its end. */
  var tanstackDrain: () => Promise<number>
}

interface Row {
  id: string
  sale: typeof sampleSale
}

/** The library's own way to say when there is a network. */
function openDetector(): OnlineDetector & { goOnline(): void } {
  const listeners = new Set<() => void>()
  let isOnline = false
  const notifyOnline = () => {
    for (const listener of listeners) listener()
  }
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notifyOnline,
    isOnline: () => isOnline,
    dispose: () => listeners.clear(),
    goOnline: () => {
      isOnline = true
      notifyOnline()
    },
  }
}

interface Filled {
  executor: OfflineExecutor
  detector: ReturnType<typeof openDetector>
  ends: Promise<unknown>[]
}
let filled: Filled | undefined

globalThis.tanstackFill = async (count) => {
  const sales = createCollection(
    localOnlyCollectionOptions<Row, string>({ id: crypto.randomUUID(), getKey: (row) => row.id }),
  )
  const detector = openDetector()
  const executor = startOfflineExecutor({
    collections: { sales },
    storage: new IndexedDBAdapter(`bench-${crypto.randomUUID()}`, 'transactions'),
    onlineDetector: detector,
    mutationFns: {
      sync: async ({ transaction, idempotencyKey }) => {
        for (const { modified } of transaction.mutations) {
          const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey }
          const answer = await fetch('/op', { method: 'POST', headers, body: JSON.stringify(modified) })
          if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
        }
      },
    },
  })
  await executor.waitForInit()
  if (!executor.isOfflineEnabled) throw new Error('the executor does not lead')
  const ends: Promise<unknown>[] = []
  for (let i = 0; i < count; i += 1) {
    const transaction = executor.createOfflineTransaction({ mutationFnName: 'sync', autoCommit: false })
    transaction.mutate(() => sales.insert({ id: crypto.randomUUID(), sale: sampleSale }))
    ends.push(transaction.commit().catch(() => undefined))
  }
  while ((await executor.peekOutbox()).length < count) await new Promise((resolve) => setTimeout(resolve, 50))
  filled = { executor, detector, ends }
}

globalThis.tanstackDrain = async () => {
  if (!filled) throw new Error('nothing to drain')
  const { executor, detector, ends } = filled
  const before = performance.now()
  detector.goOnline()
  await Promise.all(ends)
  const ms = performance.now() - before
  executor.dispose()
  return ms
}
