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
