import 'fake-indexeddb/auto'
import { afterEach } from 'vitest'
import { type Appender, append } from '#local/outbox/append.ts'
import { openOutboxStore } from '#local/outbox/indexed-db/dexie-outbox-store.ts'
import type { Exchange, OpDraft } from '#local/outbox/outbox.types.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { OpState, StoredOp } from '#local/storage/outbox-db.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { PushReply, Verdict } from '#shared/sync/sync.contract.ts'
import { seededRandom } from './test-surroundings.ts'
import { openTestTime, testStartMs } from './test-time.ts'

export const deviceId = '0190a5a5-0000-7000-8000-00000000d001'
export const till = `till/${deviceId}`
const ids = seededRandom(4711)
export const newOpId = () => uuidv7(testStartMs, ids)

let stores = 0
const opened: OutboxStore[] = []
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
})

export const newStoreName = () => `ob-test${(stores += 1)}-device`

/** A store on a database of its own, or one more connection to a database that is there. */
export function openStore(name = newStoreName()): OutboxStore {
  const store = openOutboxStore(name)
  opened.push(store)
  return store
}

export function appenderOf(store: OutboxStore, more: Partial<Appender> = {}): Appender {
  const clock = openTestTime()
  return {
    store,
    clock,
    stamp: () => ({ wallAt: toInstant(clock.nowMs()), monoMs: 1, bootId: deviceId, clockOffsetMs: null }),
    freeSpace: async () => undefined,
    sleep: async () => undefined,
    ...more,
  }
}

export const draftOf = (more: Partial<OpDraft> = {}): OpDraft => ({
  opId: newOpId(),
  stream: till,
  kind: 'pos.sale',
  v: 1,
  actorId: null,
  amountMinor: 100,
  label: null,
  body: {},
  ...more,
})

/** Saves one operation as the till does. */
export function save(store: OutboxStore, more: Partial<OpDraft> = {}, appender = appenderOf(store)): Promise<StoredOp> {
  const draft = draftOf(more)
  return append(appender, draft.stream, draft.opId, (counters) => ({ draft, counters }))
}

export async function saveMany(store: OutboxStore, count: number, more: Partial<OpDraft> = {}): Promise<StoredOp[]> {
  const ops: StoredOp[] = []
  for (let i = 0; i < count; i += 1) ops.push(await save(store, more))
  return ops
}

export const ack = (op: StoredOp, ackedAtMs = testStartMs) => ({
  opId: op.opId,
  change: { state: 'acked' as OpState, ackedAtMs, serverVersion: 1 },
})

export const roomy = { ops: 100, bytes: 256 * 1024 }
export const seqs = (ops: readonly { seq: number }[]) => ops.map((op) => op.seq)

/** The answer of our server with these verdicts. */
export const answer = (results: readonly Verdict[]): Exchange => {
  const reply: PushReply = {
    batchId: deviceId,
    serverTime: toInstant(testStartMs),
    minProtocol: 1,
    results: [...results],
    received: {},
  }
  return { kind: 'answer', reply }
}
