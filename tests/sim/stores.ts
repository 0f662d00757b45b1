import 'fake-indexeddb/auto'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { openOutboxStore } from '#local/outbox/indexed-db/dexie-outbox-store.ts'
import { keepFromCounter, linkOperation } from '#local/outbox/link.ts'
import type { OpUpdate } from '#local/outbox/outbox.types.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { Discard, OpState, StoredOp } from '#local/storage/outbox-db.ts'
import type { OpId, UserId } from '#shared/kernel/ids.ts'
import { people } from './goods.ts'
import { MemoryOutbox, type OutboxSteps } from './memory-outbox.ts'

const streams = ['till/a', 'till/b'] as const
const startMs = Date.parse('2030-03-03T06:00:00.000Z')

/** One call of a store. Operations go by small numbers, so that calls meet. */
export type StoreCall =
  | {
      do: 'append'
      id: number
      stream: number
      amount: number | null
      keepFrom: number
      fate: 'well' | 'refused' | 'aborted'
      corrects: number | null
    }
  | { do: 'lease' | 'retry' | 'tails' | 'counts' | 'due' }
  | { do: 'claim'; isStale: boolean; afterMs: number; ops: number; bytes: number; sent: number[] }
  | { do: 'settle'; isStale: boolean; updates: { id: number; state: OpState; nextAtMs: number; ackedAtMs: number }[] }
  | { do: 'prune'; beforeMs: number; keepFrom: number }
  | { do: 'export' | 'told'; ids: number[]; isStale: boolean }
  | { do: 'close'; id: number }
  | { do: 'meta'; key: string; value: number; isRefused: boolean }

const id = fc.nat(7)
/** Operations on their way, most often none. */
const sent = fc.oneof(fc.constant<number[]>([]), fc.uniqueArray(id, { maxLength: 3 }))
const moment = fc.constantFrom(0, 500, 59_000, 61_000, 600_000, 600_000)

export const storeCalls: fc.Arbitrary<StoreCall[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('append' as const),
      id,
      stream: fc.nat(1),
      amount: fc.option(fc.integer({ min: -500, max: 500 })),
      keepFrom: fc.nat(3),
      corrects: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, id),
      fate: fc.constantFrom('well' as const, 'well' as const, 'well' as const, 'refused' as const, 'aborted' as const),
    }),
    fc.record({
      do: fc.constantFrom('lease' as const, 'retry' as const, 'tails' as const, 'counts' as const, 'due' as const),
    }),
    fc.record({
      do: fc.constant('claim' as const),
      isStale: fc.constantFrom(false, false, true),
      afterMs: moment,
      ops: fc.integer({ min: 1, max: 5 }),
      bytes: fc.constantFrom(700, 1500, 100_000),
      sent,
    }),
    fc.record({
      do: fc.constant('settle' as const),
      isStale: fc.constantFrom(false, false, true),
      updates: fc.uniqueArray(
        fc.record({
          id,
          state: fc.constantFrom<OpState>('pending', 'acked', 'attention'),
          nextAtMs: moment,
          ackedAtMs: moment,
        }),
        { maxLength: 4, selector: (update) => update.id },
      ),
    }),
    fc.record({
      do: fc.constantFrom('export' as const, 'told' as const),
      ids: fc.uniqueArray(id, { minLength: 1, maxLength: 4 }),
      isStale: fc.constantFrom(false, false, true),
    }),
    fc.record({ do: fc.constant('close' as const), id }),
    fc.record({ do: fc.constant('prune' as const), beforeMs: moment, keepFrom: fc.nat(6) }),
    fc.record({
      do: fc.constant('meta' as const),
      key: fc.constantFrom('x', 'y'),
      value: fc.nat(9),
      isRefused: fc.boolean(),
    }),
  ),
  { minLength: 5, maxLength: 30, size: 'max' },
)

const opIdOf = (n: number) => `op-${n}`

/** The disk gives up after all requests have succeeded and before it commits, as browsers do when there is no room. */
function abortNextCommit(): () => void {
  const [transactions, objects] = [IDBTransaction.prototype, IDBObjectStore.prototype]
  const { commit } = transactions
  const { put } = objects
  transactions.commit = () => undefined
  objects.put = function putAndFail(this: IDBObjectStore, ...input: Parameters<typeof put>) {
    const request = put.apply(this, input)
    request.addEventListener('success', () => this.transaction.abort())
    return request
  }
  return () => {
    transactions.commit = commit
    objects.put = put
  }
}

type Answer = { value: unknown } | { error: string }

async function answerOf(work: () => unknown): Promise<Answer> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error: (error as Error).name }
  }
}

/** A store, or the steps of one: the same calls fit both. */
type Callable = OutboxStore | OutboxSteps

function perform(
  store: Callable,
  call: StoreCall,
  lease: number,
  known: (opId: string) => StoredOp | undefined,
): unknown {
  const of = call.do === 'claim' || call.do === 'settle' || call.do === 'told' ? lease - Number(call.isStale) : lease
  const sentOf = (ids: readonly number[]) => ids.flatMap((n) => known(opIdOf(n)) ?? []).sort((a, b) => a.seq - b.seq)
  switch (call.do) {
    case 'append':
      return store.append(streams[call.stream] ?? 'till/a', opIdOf(call.id), makeOf(call), closesOf(call))
    case 'lease':
      return store.takeLease()
    case 'retry':
      return store.retrySetAside()
    case 'tails':
      return store.tails()
    case 'counts':
      return store.counts()
    case 'due':
      return store.nextDueMs()
    case 'claim':
      return store.claim(of, startMs + call.afterMs, { ops: call.ops, bytes: call.bytes }, sentOf(call.sent))
    case 'settle':
      return store.settle(of, call.updates.map(updateOf))
    case 'export':
      return store.markExported(call.ids.map(opIdOf), startMs)
    case 'told':
      return store.markClosingsTold(of, call.ids.map(opIdOf))
    case 'close':
      return store.closeSetAside(opIdOf(call.id), closingOf(null))
    case 'prune':
      return store.prune(startMs + call.beforeMs, { 'till/a': call.keepFrom, 'till/b': call.keepFrom })
    case 'meta':
      return store.changeMeta<number>(call.key, (before = 0) => {
        if (call.isRefused) throw new RangeError('refused')
        return before * 10 + call.value
      })
  }
}

const by = people.cashiers[0] as UserId
const closingOf = (correctedBy: number | null): Discard => ({
  by,
  atMs: startMs,
  reason: 'told them',
  correctedBy: correctedBy === null ? null : (opIdOf(correctedBy) as OpId),
})
const closesOf = ({ id, corrects }: Extract<StoreCall, { do: 'append' }>) =>
  corrects === null ? undefined : { opId: opIdOf(corrects), closing: closingOf(id) }

const makeOf =
  ({ id, amount, keepFrom, fate }: Extract<StoreCall, { do: 'append' }>): Parameters<OutboxStore['append']>[2] =>
  (row) => {
    if (fate === 'refused') throw new RangeError('refused')
    const draft = { opId: opIdOf(id), stream: row.stream, kind: 'pos.sale', v: 1, actorId: null, amountMinor: amount }
    const stamp = { wallAt: new Date(startMs + row.nextSeq).toISOString(), monoMs: 1, bootId: 'b', clockOffsetMs: null }
    const counters = { ...row.counters, ...(keepFrom === 3 ? {} : { [keepFromCounter]: keepFrom }) }
    return linkOperation({ ...row, counters }, { ...draft, label: null, body: { id } }, stamp)
  }

const updateOf = ({
  id,
  state,
  nextAtMs,
  ackedAtMs,
}: Extract<StoreCall, { do: 'settle' }>['updates'][number]): OpUpdate => ({
  opId: opIdOf(id),
  change: { state, nextAtMs: startMs + nextAtMs, ackedAtMs: state === 'acked' ? startMs + ackedAtMs : null },
})

/** All that a store holds, as its callers can see it. */
const contentsOf = async (store: Callable) => ({
  ops: await Promise.all(streams.map(async (stream) => store.ofStream(stream, 0))),
  rows: await Promise.all(streams.map(async (stream) => store.stream(stream))),
  open: await store.open(50),
  closed: await store.closed(),
  counts: await store.counts(),
  tails: await store.tails(),
  due: await store.nextDueMs(),
  second: await store.at('till/a', 2),
  meta: [await store.getMeta('x'), await store.getMeta('y')],
})

let databases = 0

/** Where the store in memory and the one on IndexedDB differ under the same calls; undefined when they do not. */
export async function differenceUnder(calls: readonly StoreCall[]): Promise<string | undefined> {
  databases += 1
  const real = openOutboxStore(`ob-twin${databases}-device`)
  const memory = new MemoryOutbox()
  let lease = 0
  try {
    for (const call of calls) {
      const isAborted = call.do === 'append' && call.fate === 'aborted' && !memory.get(opIdOf(call.id))
      const restore = isAborted ? abortNextCommit() : () => undefined
      const there = await answerOf(() => perform(real, call, lease, memory.get))
      restore()
      if (isAborted) {
        if (!('error' in there)) return `${JSON.stringify(call)} was called saved, and is not`
        continue
      }
      const here = await answerOf(() => perform(memory, call, lease, memory.get))
      if (!isDeepStrictEqual(here, there))
        return `${JSON.stringify(call)}: ${JSON.stringify(here)} and ${JSON.stringify(there)}`
      if (call.do === 'lease') lease += 1
    }
    const [here, there] = [await contentsOf(memory), await contentsOf(real)]
    return isDeepStrictEqual(here, there) ? undefined : `${JSON.stringify(here)} and ${JSON.stringify(there)}`
  } finally {
    real.close()
  }
}
