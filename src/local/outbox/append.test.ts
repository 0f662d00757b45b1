import 'fake-indexeddb/auto'
import { describe, expect, it, vi } from 'vitest'
import { OutboxDb } from '#local/storage/outbox-db.ts'
import { appenderOf, draftOf, newOpId, newStoreName, openStore, save, till } from '#tests/support/devices/outbox-kit.ts'
import { appendNatively } from './indexed-db/append-natively.ts'
import { linkOperation } from './link.ts'
import { StorageBroken, StorageFull } from './outbox.types.ts'
import type { OutboxStore } from './outbox-store.ts'

/** Store whose next appends fail with these errors, before anything is written. */
function failing(errors: (Error | undefined)[]) {
  const store = openStore()
  const append: OutboxStore['append'] = (...args) => {
    const error = errors.shift()
    return error ? Promise.reject(error) : store.append(...args)
  }
  return { ...store, append }
}

const quota = () => new DOMException('full', 'QuotaExceededError')
const dropped = () => new DOMException('Connection to Indexed Database server lost', 'UnknownError')
const inDexie = (inner: Error) => Object.assign(new Error('wrapped'), { name: 'AbortError', inner })

describe('a device without room', () => {
  it.each([quota(), inDexie(quota())])('gets space once and then keeps the sale', async (error) => {
    const store = failing([error])
    const freeSpace = vi.fn<() => Promise<void>>(async () => undefined)
    expect((await save(store, {}, appenderOf(store, { freeSpace }))).seq).toBe(1)
    expect(freeSpace).toHaveBeenCalledTimes(1)
  })

  it('says that nothing is saved when that does not help, and the next sale gets the number', async () => {
    const store = failing([quota(), quota()])
    const freeSpace = vi.fn<() => Promise<void>>(async () => undefined)
    const appender = appenderOf(store, { freeSpace })
    await expect(save(store, {}, appender)).rejects.toThrow(StorageFull)
    expect(freeSpace).toHaveBeenCalledTimes(1)
    expect(await store.stream(till)).toBeUndefined()
    expect((await save(store, {}, appender)).seq).toBe(1)
  })
})

it('says so in time also when the caches do not go', async () => {
  const freeSpace = () => new Promise<void>(() => undefined)
  const sleep = async () => undefined
  const store = failing([quota(), quota()])
  await expect(save(store, {}, appenderOf(store, { freeSpace, sleep }))).rejects.toThrow(StorageFull)
})

describe('a connection that the browser dropped', () => {
  it.each([dropped(), new DOMException('closing', 'InvalidStateError'), new DOMException('', 'AbortError')])(
    'gets three chances to come back (%s)',
    async (error) => {
      const sleep = vi.fn<(ms: number) => Promise<void>>(async () => undefined)
      const store = failing([error, error, error])
      expect((await save(store, {}, appenderOf(store, { sleep }))).seq).toBe(1)
      expect(sleep.mock.calls).toEqual([[100], [300], [1000]])
    },
  )

  it('is told to be broken after that, and the next sale gets the number', async () => {
    const store = failing([dropped(), dropped(), dropped(), dropped()])
    await expect(save(store)).rejects.toThrow(StorageBroken)
    expect((await save(store)).seq).toBe(1)
  })

  it('is opened again, although the browser never said that it closed', async () => {
    const db = new OutboxDb(newStoreName())
    const store = {
      append: (stream: string, opId: string, make: Parameters<OutboxStore['append']>[2]) =>
        appendNatively(db, stream, opId, make),
    } as OutboxStore
    expect((await save(store)).seq).toBe(1)
    db.backendDB().close()
    expect((await save(store)).seq).toBe(2)
    db.close()
  })

  it('lets other mistakes through at once', async () => {
    const sleep = vi.fn<(ms: number) => Promise<void>>(async () => undefined)
    const store = failing([new TypeError('ours')])
    await expect(save(store, {}, appenderOf(store, { sleep }))).rejects.toThrow(TypeError)
    expect(sleep).not.toHaveBeenCalled()
  })
})

const outcomeOf = (saving: Promise<unknown>): Promise<string> =>
  saving.then(
    () => 'saved',
    (error: unknown) => (error as Error | null)?.name ?? 'nothing',
  )

describe('what is called saved', () => {
  const make = () => {
    const draft = draftOf()
    return {
      draft,
      make: (row: Parameters<typeof linkOperation>[0]) => linkOperation(row, draft, appenderOf(openStore()).stamp()),
    }
  }

  /** Simulates a browser's full disk: every request succeeds, and then the transaction aborts. */
  async function abortedAfterSuccess(error: DOMException | null) {
    const db = new OutboxDb(newStoreName())
    await db.open()
    const idb = db.backendDB()
    const start = idb.transaction.bind(idb)
    vi.spyOn(idb, 'transaction').mockImplementation((...args) => {
      const transaction = start(...args)
      // With an explicit commit fake-indexeddb would have no chance to fail.
      transaction.commit = () => undefined
      const objectStore = transaction.objectStore.bind(transaction)
      transaction.objectStore = (name) => {
        const store = objectStore(name)
        const put = store.put.bind(store)
        store.put = (value: unknown) => {
          const request = put(value)
          request.addEventListener('success', () => {
            if (error) Object.defineProperty(transaction, 'error', { get: () => error })
            transaction.abort()
          })
          return request
        }
        return store
      }
      return transaction
    })
    const { draft, make: link } = make()
    const outcome = await outcomeOf(appendNatively(db, till, draft.opId, link))
    vi.restoreAllMocks()
    const rows = await db.ops.count()
    const streams = await db.streams.count()
    db.close()
    return { outcome, rows, streams }
  }

  it('is so only when the transaction is complete, not when its requests have succeeded', async () => {
    expect(await abortedAfterSuccess(quota())).toEqual({ outcome: 'QuotaExceededError', rows: 0, streams: 0 })
  })

  it('is not so for a transaction that aborts without giving a reason', async () => {
    expect(await abortedAfterSuccess(null)).toEqual({ outcome: 'AbortError', rows: 0, streams: 0 })
  })

  it('asks for strict durability', async () => {
    const db = new OutboxDb(newStoreName())
    await db.open()
    const transaction = vi.spyOn(db.backendDB(), 'transaction')
    const { draft, make: link } = make()
    await appendNatively(db, till, draft.opId, link)
    expect(transaction).toHaveBeenCalledWith(['ops', 'streams'], 'readwrite', { durability: 'strict' })
    db.close()
  })

  it('never hides a number that is taken twice behind an id that is known', async () => {
    const name = newStoreName()
    const store = openStore(name)
    const first = await save(store)
    const wrong = store.append(till, newOpId(), (row) =>
      linkOperation({ ...row, nextSeq: first.seq }, draftOf(), appenderOf(store).stamp()),
    )
    await expect(wrong).rejects.toMatchObject({ name: 'ConstraintError' })
  })
})

it('refuses what the server could never take, before anything is saved, counting bytes and not letters', async () => {
  const store = openStore()
  const arabic = { reason: 'ش'.repeat(33_000) }
  await expect(save(store, { body: arabic })).rejects.toMatchObject({ messageId: 'request.too-large' })
  expect(await store.stream(till)).toBeUndefined()
  expect((await save(store, { body: { reason: 's'.repeat(33_000) } })).seq).toBe(1)
})
