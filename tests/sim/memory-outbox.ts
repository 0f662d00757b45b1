import { maxWaitMs } from '#local/outbox/back-off.ts'
import { closeRow } from '#local/outbox/close-row.ts'
import { isOpen, keepFromCounter, newStream } from '#local/outbox/link.ts'
import { LeaseLost, type OpUpdate, type OutboxCounts } from '#local/outbox/outbox.types.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { Discard, OpState, StoredOp, StreamRow } from '#local/storage/outbox-db.ts'
import type { Tail } from '#shared/sync/sync.contract.ts'

/** The steps of `OutboxStore` without waiting: each is one transaction that has happened or has thrown. */
export type OutboxSteps = {
  [K in Exclude<keyof OutboxStore, 'close' | 'getMeta' | 'changeMeta'>]: (
    ...input: Parameters<OutboxStore[K]>
  ) => Awaited<ReturnType<OutboxStore[K]>>
} & {
  getMeta(key: string): unknown
  changeMeta<T>(key: string, change: (value: T | undefined) => T): void
}

const leaseKey = 'leaseEpoch'

/**
 * What a device's disk holds of its outbox. Does what the outbox on IndexedDB does, in memory; that both do the same is a
 * property of its own (`stores.property.test.ts`).
 */
export class MemoryOutbox implements OutboxSteps {
  readonly #ops = new Map<string, StoredOp>()
  readonly #streams = new Map<string, StreamRow>()
  readonly #lanes = new Map<string, StoredOp[]>()
  readonly #meta = new Map<string, unknown>()
  /** Told of each change of state and of each deletion: what must be true at that moment is for others to say. */
  onChange: (before: StoredOp, after: StoredOp | undefined) => void = () => undefined

  append = (...[stream, opId, make, closes]: Parameters<OutboxStore['append']>) => {
    const known = this.#ops.get(opId)
    if (known) return { outcome: 'already' as const, op: known }
    const { op, row } = make(this.#streams.get(stream) ?? newStream(stream))
    if (this.at(stream, op.seq)) throw new DOMException('a number is taken', 'ConstraintError')
    const closed = closes && closeRow(this.#ops.get(closes.opId), row, closes.closing)
    this.#put(op)
    if (closed) this.#put(closed.op)
    this.#streams.set(stream, closed?.row ?? row)
    return { outcome: 'saved' as const, op }
  }

  #lease = () => (this.#meta.get(leaseKey) as number | undefined) ?? 0

  takeLease = () => {
    const epoch = this.#lease() + 1
    this.#meta.set(leaseKey, epoch)
    return epoch
  }

  #checkLease(lease: number) {
    if (this.#lease() !== lease) throw new LeaseLost()
  }

  claim = (lease: number, nowMs: number, limits: { ops: number; bytes: number }, sent: readonly StoredOp[] = []) => {
    this.#checkLease(lease)
    const due: StoredOp[] = []
    let bytes = 0
    for (const stream of this.#names()) {
      for (const op of this.#pendingAfter(sent, stream)) {
        if (due.length >= limits.ops) break
        const waitMs = op.nextAtMs - nowMs
        if (waitMs > 0 && waitMs <= maxWaitMs) break
        bytes += wireBytes(op)
        if (bytes > limits.bytes && due.length > 0) return due
        due.push(op)
      }
    }
    return due
  }

  settle = (lease: number, updates: readonly OpUpdate[]) => {
    this.#checkLease(lease)
    for (const { opId, change } of updates) {
      const before = this.#ops.get(opId)
      if (before && before.state !== 'closed') this.#move(before, { ...before, ...change })
    }
  }

  #move(before: StoredOp, after: StoredOp) {
    this.#put(after)
    this.onChange(before, after)
    const row = this.#streams.get(after.stream)
    const step = Number(isOpen(after.state)) - Number(isOpen(before.state))
    if (!row || step === 0) return
    const openMinor = row.openMinor + step * (after.amountMinor ?? 0)
    this.#streams.set(row.stream, { ...row, openCount: row.openCount + step, openMinor })
  }

  retrySetAside = () => {
    const waiting = this.#names().flatMap((stream) => this.#inState('attention', stream))
    for (const op of waiting) this.#move(op, { ...op, state: 'pending', nextAtMs: 0, attempts: 0 })
    return waiting.length
  }

  markExported = (opIds: readonly string[], exportedAtMs: number) => {
    for (const op of this.#known(opIds)) this.#put({ ...op, exportedAtMs })
  }

  closeSetAside = (opId: string, closing: Discard) => {
    const before = this.#ops.get(opId)
    const { op, row } = closeRow(before, before && this.#streams.get(before.stream), closing)
    this.#put(op)
    this.#streams.set(row.stream, row)
  }

  closed = () => this.#names().flatMap((stream) => this.#inState('closed', stream))

  markClosingsTold = (lease: number, opIds: readonly string[]) => {
    this.#checkLease(lease)
    for (const op of this.#known(opIds)) this.#put({ ...op, isClosingTold: true })
  }

  #known = (opIds: readonly string[]) => opIds.flatMap((opId) => this.#ops.get(opId) ?? [])

  at = (stream: string, seq: number) => this.#lane(stream).find((op) => op.seq === seq)
  ofStream = (stream: string, fromSeq: number) => this.#lane(stream).filter((op) => op.seq >= fromSeq)

  open = (limit: number) =>
    this.#names()
      .flatMap((stream) => [
        ...this.#inState('attention', stream).slice(0, limit),
        ...this.#inState('pending', stream).slice(0, limit),
      ])
      .sort((a, b) => a.wallAt.localeCompare(b.wallAt) || a.seq - b.seq)
      .slice(0, limit)

  counts = () => {
    const counts: OutboxCounts = { pending: 0, attention: 0, oldestAtMs: null, pendingMinor: 0 }
    for (const stream of this.#names()) {
      const row = this.#streams.get(stream)
      const attention = this.#inState('attention', stream).length
      counts.attention += attention
      counts.pending += (row?.openCount ?? 0) - attention
      counts.pendingMinor += row?.openMinor ?? 0
      const oldest = Date.parse(this.#oldestOpen(stream)?.wallAt ?? '')
      if (!Number.isNaN(oldest)) counts.oldestAtMs = Math.min(counts.oldestAtMs ?? oldest, oldest)
    }
    return counts
  }

  tails = () => {
    const tails: Record<string, Tail> = {}
    for (const stream of this.#names()) {
      const { nextSeq, openCount, openMinor } = this.#streams.get(stream) ?? newStream(stream)
      const oldestAt = this.#oldestOpen(stream)?.wallAt ?? null
      tails[stream] = { nextSeq, pending: openCount, oldestAt, pendingMinor: openMinor }
    }
    return tails
  }

  stream = (stream: string) => this.#streams.get(stream)

  nextDueMs = () => {
    const due = this.#names().flatMap((stream) => this.#inState('pending', stream)[0]?.nextAtMs ?? [])
    return due.length === 0 ? null : Math.min(...due)
  }

  prune = (ackedBeforeMs: number, keepFrom: Record<string, number>) => {
    const isSpare = ({ state, stream, seq, ackedAtMs }: StoredOp) => {
      const own = this.#streams.get(stream)?.counters[keepFromCounter] || Infinity
      return state === 'acked' && (ackedAtMs ?? Infinity) < ackedBeforeMs && seq < Math.min(keepFrom[stream] ?? 0, own)
    }
    const spare = [...this.#ops.values()].filter(isSpare)
    for (const op of spare) {
      this.#ops.delete(op.opId)
      this.#lanes.set(
        op.stream,
        this.#lane(op.stream).filter((other) => other !== op),
      )
      this.onChange(op, undefined)
    }
    return spare.length
  }

  getMeta = (key: string) => this.#meta.get(key)
  putMeta = (key: string, value: unknown) => void this.#meta.set(key, value)
  changeMeta = <T>(key: string, change: (value: T | undefined) => T) =>
    void this.#meta.set(key, change(this.#meta.get(key) as T | undefined))
  note = () => undefined

  /** Everything there is, in no order. */
  all = () => this.#ops.values()
  get = (opId: string) => this.#ops.get(opId)

  #names = () => [...this.#streams.keys()].sort()
  #lane = (stream: string): StoredOp[] => this.#lanes.get(stream) ?? []
  #inState = (state: OpState, stream: string) => this.#lane(stream).filter((op) => op.state === state)
  #pendingAfter = (sent: readonly StoredOp[], stream: string) =>
    this.#inState('pending', stream).filter(({ seq }) => sent.every((op) => op.stream !== stream || op.seq < seq))
  #oldestOpen = (stream: string) => this.#lane(stream).find((op) => isOpen(op.state))

  #put(op: StoredOp) {
    this.#ops.set(op.opId, op)
    const lane = this.#lane(op.stream)
    const index = lane.findIndex((other) => other.seq >= op.seq)
    if (index < 0) lane.push(op)
    else if (lane[index]?.seq === op.seq) lane[index] = op
    else lane.splice(index, 0, op)
    this.#lanes.set(op.stream, lane)
  }
}

/** As it goes over the wire, with about 600 bytes for the envelope around the body. */
const wireBytes = (op: StoredOp): number => Buffer.byteLength(JSON.stringify(op.body)) + 600
