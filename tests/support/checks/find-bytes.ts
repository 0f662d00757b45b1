import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Page } from '@playwright/test'

/** The files of a folder, at any depth, that hold one of these. */
export const filesHolding = (folder: string, needles: readonly (Uint8Array | string)[]): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const content = readUnlessGone(path)
      return content !== undefined && needles.some((needle) => content.includes(Buffer.from(needle)))
    })
    .map((path) => relative(folder, path))

/** A server that runs deletes files of its own. */
function readUnlessGone(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if (existsSync(path)) throw error
    return undefined
  }
}

/** The shapes that a template could be kept in: as numbers, as text of those, and as JSON; a piece of each. */
export function shapesOf(base64: string): (Uint8Array | string)[] {
  const bytes = Buffer.from(base64, 'base64')
  const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  const json = JSON.stringify([...values])
  return [bytes.subarray(0, 64), base64.slice(0, 64), json.slice(1, 64)]
}

/** Where in the browser one of these is kept: in which store of which database, in which cache, or elsewhere. */
export const keptHolding = (page: Page, needles: readonly (Uint8Array | string)[]): Promise<string[]> =>
  page.evaluate(
    async (wanted) => {
      // One letter for each byte; several bytes may share one, in what is looked for and in what is looked at alike.
      const letters = new TextDecoder('latin1')
      const bytesOf = async (value: unknown): Promise<Uint8Array<ArrayBuffer>[]> => {
        if (typeof value === 'string') return [new TextEncoder().encode(value)]
        if (value instanceof Blob) return [new Uint8Array(await value.arrayBuffer())]
        if (value instanceof ArrayBuffer) return [new Uint8Array(value)]
        if (ArrayBuffer.isView(value))
          return [new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength)]
        if (typeof value !== 'object' || value === null || value instanceof CryptoKey) return []
        const isNumbers = Array.isArray(value) && value.every((each) => typeof each === 'number')
        if (isNumbers) return [new TextEncoder().encode(JSON.stringify(value))]
        return (await Promise.all(Object.values(value).map(bytesOf))).flat()
      }
      const texts = wanted.map((base64) =>
        letters.decode(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))),
      )
      const holds = async (value: unknown) =>
        (await bytesOf(value)).some((bytes) => {
          const text = letters.decode(bytes)
          return texts.some((each) => text.includes(each))
        })
      const answerOf = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error ?? new Error('no answer'))
        })
      const found: string[] = []
      for (const { name = '' } of await indexedDB.databases()) {
        const db = await answerOf(indexedDB.open(name))
        for (const store of db.objectStoreNames) {
          const rows = db.transaction(store).objectStore(store)
          const [keys, values] = [answerOf(rows.getAllKeys()), answerOf(rows.getAll())]
          if (await holds([await keys, await values])) found.push(`${name}/${store}`)
        }
        db.close()
      }
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const kept of await cache.matchAll())
          if (await holds(await kept.blob())) found.push(`${name}: ${kept.url}`)
      }
      if (await holds([{ ...localStorage }, { ...sessionStorage }, document.cookie])) found.push('storage')
      return found
    },
    needles.map((needle) => Buffer.from(needle).toString('base64')),
  )
