import type { Drain } from '#local/outbox/drain.ts'
import type { BatchContent, Exchange } from '#local/outbox/outbox.types.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { Verdict } from '#shared/sync/sync.contract.ts'
import { answer } from './outbox-kit.ts'
import { seededRandom } from './test-surroundings.ts'
import { openTestTime, type TestTime } from './test-time.ts'

export interface Script {
  batches: BatchContent[]
  transport: Drain['transport']
}

/** A way to the server that says what a test wants, and remembers what it was given. */
export function scripted(reply: (batch: BatchContent, n: number) => Exchange | Promise<Exchange>): Script {
  const batches: BatchContent[] = []
  const transport = async (batch: BatchContent) => {
    batches.push(batch)
    if (batches.length > 500) throw new Error('asked without end')
    return reply(batch, batches.length)
  }
  return { batches, transport }
}

export const applied = ({ opId }: Pick<StoredOp, 'opId'>): Verdict => ({ opId, outcome: 'applied', serverVersion: 7 })
export const allApplied = ({ ops }: BatchContent): Exchange => answer(ops.map(applied))

/**
 * Answers as the server would: one stream, in order; operations that `refuses` names never arrive, and a hole at the edge
 * lets the stream go on.
 */
export function smallServer() {
  const got: number[] = []
  let last = 0
  const take = (op: StoredOp): Verdict => {
    if (op.seq <= last) return { opId: op.opId, outcome: 'duplicate', serverVersion: op.seq }
    if (op.seq > last + 1) return { opId: op.opId, outcome: 'gap', expectedSeq: last + 1 }
    last = op.seq
    got.push(op.seq)
    return { opId: op.opId, outcome: 'applied', serverVersion: op.seq }
  }
  return {
    got,
    forget: (from: number) => {
      last = from - 1
      got.splice(0, got.length, ...got.filter((seq) => seq < from))
    },
    receive: ({ ops, holes }: BatchContent): Exchange => {
      for (const hole of holes) if (hole.from <= last + 1 && hole.to > last) last = hole.to
      return answer(ops.map(take))
    },
  }
}

export async function drainOf(store: OutboxStore, script: Script, time: TestTime = openTestTime()): Promise<Drain> {
  const lease = await store.takeLease()
  return {
    store,
    transport: script.transport,
    clock: time,
    random: seededRandom(3),
    lease,
    onSending: () => undefined,
    onSettled: () => undefined,
  }
}
