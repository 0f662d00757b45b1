import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { OutboxSteps } from '#tests/sim/memory-outbox.ts'
import type { Life } from './sim-life.ts'
import type { SimTime } from './sim-time.ts'

/** What can happen to one transaction. `…-late`: it is durable, but nobody hears of it. */
export const diskFaults = ['quota', 'lost', 'lost-late', 'crash', 'crash-late', 'slow'] as const
export type DiskFault = (typeof diskFaults)[number]

/** What the transactions of one device meet. */
export interface DiskTrouble {
  /** Called once a transaction is about to happen; undefined for no accident. */
  next(kind: 'read' | 'write'): DiskFault | undefined
}

export interface DiskParts {
  time: SimTime
  outbox: OutboxSteps
  life: Life
  trouble: DiskTrouble
}

const writes = new Set<keyof OutboxStore>([
  'append',
  'takeLease',
  'settle',
  'retrySetAside',
  'markExported',
  'closeSetAside',
  'markClosingsTold',
  'prune',
  'putMeta',
  'changeMeta',
  'note',
])

/**
 * The outbox as one page sees it: each step takes its time, is atomic, durable before it resolves, and may be cut short
 * by the page's death before or after it has happened.
 */
export function storeOf({ time, outbox, life, trouble }: DiskParts): OutboxStore {
  const transact = <T>(step: keyof OutboxSteps, work: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      const tell = (answer: () => void) => void time.after(latencyMs(time), () => life.enter(answer))
      const happen = () => {
        const fault = trouble.next(writes.has(step) ? 'write' : 'read')
        if (fault === 'slow') return void time.after(2500 * time.random.float(), () => life.enter(happen))
        if (fault === 'quota') return tell(() => reject(new DOMException('full', 'QuotaExceededError')))
        if (fault === 'lost') return tell(() => reject(new DOMException('connection lost', 'UnknownError')))
        if (fault === 'crash') return life.die()
        try {
          const value = work()
          if (fault === 'crash-late') return life.die()
          if (fault === 'lost-late') return tell(() => reject(new DOMException('connection lost', 'UnknownError')))
          tell(() => resolve(value))
        } catch (error) {
          tell(() => reject(error))
        }
      }
      time.after(latencyMs(time), () => life.enter(happen))
    })
  return {
    append: (...input) => transact('append', () => outbox.append(...input)),
    takeLease: () => transact('takeLease', () => outbox.takeLease()),
    claim: (...input) => transact('claim', () => outbox.claim(...input)),
    settle: (...input) => transact('settle', () => outbox.settle(...input)),
    retrySetAside: () => transact('retrySetAside', () => outbox.retrySetAside()),
    markExported: (...input) => transact('markExported', () => outbox.markExported(...input)),
    closeSetAside: (...input) => transact('closeSetAside', () => outbox.closeSetAside(...input)),
    closed: () => transact('closed', () => outbox.closed()),
    markClosingsTold: (...input) => transact('markClosingsTold', () => outbox.markClosingsTold(...input)),
    at: (...input) => transact('at', () => outbox.at(...input)),
    ofStream: (...input) => transact('ofStream', () => outbox.ofStream(...input)),
    open: (limit) => transact('open', () => outbox.open(limit)),
    counts: () => transact('counts', () => outbox.counts()),
    tails: () => transact('tails', () => outbox.tails()),
    stream: (stream) => transact('stream', () => outbox.stream(stream)),
    nextDueMs: () => transact('nextDueMs', () => outbox.nextDueMs()),
    prune: (...input) => transact('prune', () => outbox.prune(...input)),
    getMeta: <T>(key: string) => transact('getMeta', () => outbox.getMeta(key) as T | undefined),
    putMeta: (...input) => transact('putMeta', () => outbox.putMeta(...input)),
    changeMeta: (...input) => transact('changeMeta', () => outbox.changeMeta(...input)),
    note: (...input) => transact('note', () => outbox.note(...input)),
    close: () => undefined,
  }
}

/** A strict commit takes about a millisecond, now and then much longer. */
const latencyMs = ({ random }: SimTime): number => (random.float() < 0.03 ? 60 * random.float() : random.float())
