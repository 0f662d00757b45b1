import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import type { RecordedProfile } from './recording.ts'

/** How a key stands in the recording, where no key can. */
interface WrittenKey {
  isCryptoKey: true
  jwk: JsonWebKey
  algorithm: { name: string } & Record<string, unknown>
  usages: KeyUsage[]
}

const isWrittenKey = (value: object): value is WrittenKey => 'isCryptoKey' in value

/** A browser with the recorded databases and nothing else. Its keys cannot leave it, as those of the real one could not. */
export async function restoreProfile({ databases }: RecordedProfile): Promise<void> {
  const fresh = new IDBFactory()
  globalThis.indexedDB = fresh
  Dexie.dependencies.indexedDB = fresh
  for (const { name, version, stores } of databases) {
    const db = await open(name, version, (made) => {
      for (const { name: of, keyPath, autoIncrement, indexes } of stores) {
        const store = made.createObjectStore(of, { keyPath, autoIncrement })
        for (const { name: index, keyPath: path, ...options } of indexes) store.createIndex(index, path, options)
      }
    })
    for (const { name: of, rows } of stores) {
      // Before the transaction begins: it does not wait for a key to be made.
      const revived = await Promise.all(rows.map(revive))
      const putting = db.transaction(of, 'readwrite')
      for (const row of revived) putting.objectStore(of).put(row)
      await ended(putting)
    }
    db.close()
  }
}

const open = (name: string, version: number, make: (db: IDBDatabase) => void) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(name, version)
    asked.onupgradeneeded = () => make(asked.result)
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })

const ended = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

/** A row as the browser had it: keys are keys again, and bytes are its own. */
async function revive(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null || value instanceof ArrayBuffer) return value
  if (value instanceof Uint8Array) return Uint8Array.from(value)
  if (Array.isArray(value)) return Promise.all(value.map(revive))
  if (isWrittenKey(value)) {
    const { jwk, algorithm, usages } = value
    // What a key may do is said beside it, and that it may leave the browser was true for the recording only.
    const { key_ops: _uses, ext: _mayLeave, ...material } = jwk
    return crypto.subtle.importKey('jwk', material, algorithm, !usages.some(isSecretUse), usages)
  }
  const entries = Object.entries(value).map(async ([key, each]) => [key, await revive(each)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/** A public key, which only verifies, may be read out; no other may. */
const isSecretUse = (usage: KeyUsage) => usage !== 'verify'
