import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'

/*
 * Before each file of tests: what a browser keeps is empty. Files share one process, so that the product is loaded once; two that
 * open the same school's storage would otherwise find each other's devices and keys in it.
 */
const fresh = new IDBFactory()
globalThis.indexedDB = fresh
Dexie.dependencies.indexedDB = fresh

/*
 * A server that listens replaces these two for its process (@hono/node-server). A request of the platform's own, made by a client in
 * the same process, would no longer be one for the server, and an address unknown.
 */
const platform = Symbol.for('bawaba.platform')
const kept: Record<symbol, { Request: typeof Request; Response: typeof Response } | undefined> = globalThis
const { Request: request, Response: response } = (kept[platform] ??= { Request, Response })
Object.defineProperty(globalThis, 'Request', { value: request })
Object.defineProperty(globalThis, 'Response', { value: response })
