import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import { UserId } from '#shared/kernel/fields.ts'
import {
  ack,
  appenderOf,
  draftOf,
  newOpId,
  openStore,
  roomy,
  save,
  saveMany,
  seqs,
  till,
} from '#tests/support/devices/outbox-kit.ts'
import { openTestTime, testStartMs } from '#tests/support/devices/test-time.ts'
import { unacknowledgedDiscards } from './acknowledged-discards.ts'
import { append } from './append.ts'
import { closeSetAside } from './close-set-aside.ts'
import type { OutboxStore } from './outbox-store.ts'
import { repairGap } from './repair-gap.ts'

const by = UserId.parse('0190a5a5-0000-7000-8000-00000000a001')
const closing = { by, atMs: 5, reason: 'booked on paper', correctedBy: null }
const never = testStartMs + 400 * 86_400_000

const setAside = async (store: OutboxStore, op: StoredOp) =>
  store.settle(await store.takeLease(), [{ opId: op.opId, change: { state: 'attention', lastError: 'sync.invalid' } }])

/** Saves one more operation in place of another, as the till does. */
function correct(store: OutboxStore, old: string, opId = newOpId()): Promise<StoredOp> {
  const draft = draftOf({ opId, amountMinor: 70 })
  return append(appenderOf(store), till, opId, (counters) => ({ draft, counters }), { opId: old, by })
}

const supervisor = { userId: by, authority: ['supervisor' as const] }
const close = (store: OutboxStore, opId: string, user: Parameters<typeof closeSetAside>[2]['user'] = supervisor) =>
  closeSetAside(store, openTestTime(), { opId, reason: ' booked on paper\u0000 ', user })

describe('closing', () => {
  it('wants a supervisor, a copy and a reason, and only what was set aside', async () => {
    const store = openStore()
    const [first, second] = await saveMany(store, 2)
    await setAside(store, first!)
    await expect(close(store, first!.opId)).rejects.toMatchObject({ messageId: 'outbox.not-exported' })
    await store.markExported([first!.opId, second!.opId], 4)
    await expect(close(store, first!.opId, { userId: by, authority: ['operator'] })).rejects.toMatchObject({
      messageId: 'access.denied',
    })
    const silent = closeSetAside(store, openTestTime(), { opId: first!.opId, reason: ' \u0000', user: supervisor })
    await expect(silent).rejects.toMatchObject({ messageId: 'request.invalid' })
    for (const opId of [second!.opId, newOpId()])
      await expect(close(store, opId)).rejects.toMatchObject({ messageId: 'outbox.not-set-aside' })
    await close(store, first!.opId)
    await expect(close(store, first!.opId)).rejects.toMatchObject({ messageId: 'outbox.not-set-aside' })
    expect(await store.at(till, 1)).toMatchObject({
      state: 'closed',
      body: {},
      closing: { by, reason: 'booked on paper', correctedBy: null },
    })
    expect(await store.counts()).toMatchObject({ pending: 1, attention: 0, pendingMinor: 100 })
  })

  it('is told by its own number, with its words, between what only waits', async () => {
    const store = openStore()
    const ops = await saveMany(store, 3)
    for (const op of ops) await setAside(store, op)
    await store.markExported([ops[1]!.opId], 4)
    await store.closeSetAside(ops[1]!.opId, closing)
    const { holes, again } = await repairGap(store, till, 1)
    expect(again).toEqual([])
    expect(holes.map(({ from, to, reason, closed }) => [from, to, reason, closed?.reason])).toEqual([
      [1, 1, 'withheld', undefined],
      [2, 2, 'withheld', 'booked on paper'],
      [3, 3, 'withheld', undefined],
    ])
    expect((await unacknowledgedDiscards(store)).map(({ from }) => from)).toEqual([2])
    await store.markClosingsTold(await store.takeLease(), [ops[1]!.opId])
    expect(await unacknowledgedDiscards(store)).toEqual([])
  })
})

describe('entering again', () => {
  it('saves the new one and closes the old one in one step, once', async () => {
    const store = openStore()
    const old = await save(store)
    await setAside(store, old)
    const opId = newOpId()
    const taps = await Promise.all([correct(store, old.opId, opId), correct(store, old.opId, opId)])
    expect(seqs(taps)).toEqual([2, 2])
    expect(await store.at(till, 1)).toMatchObject({ state: 'closed', closing: { by, reason: '', correctedBy: opId } })
    expect(await store.counts()).toMatchObject({ pending: 1, attention: 0, pendingMinor: 70 })
  })

  it.each(['pending', 'acked', 'closed'] as const)('saves nothing for one that is %s', async (state) => {
    const store = openStore()
    const old = await save(store)
    await setAside(store, old)
    if (state === 'closed') await correct(store, old.opId)
    else await store.settle(await store.takeLease(), [{ opId: old.opId, change: { state } }])
    const before = [await store.counts(), await store.stream(till)]
    await expect(correct(store, old.opId)).rejects.toMatchObject({ messageId: 'outbox.not-set-aside' })
    expect([await store.counts(), await store.stream(till)]).toEqual(before)
  })

  it('leaves the old one as it was when the new one cannot be made', async () => {
    const store = openStore()
    const old = await save(store)
    await setAside(store, old)
    const before = await store.at(till, 1)
    const made = append(
      appenderOf(store),
      till,
      newOpId(),
      () => {
        throw new Error('no shift')
      },
      { opId: old.opId, by },
    )
    await expect(made).rejects.toThrow('no shift')
    expect([await store.at(till, 1), (await store.stream(till))?.nextSeq]).toEqual([before, 2])
  })
})

describe('whatever persons and servers do', () => {
  const nth = fc.nat(7)
  const step = fc.oneof(
    fc.constant({ do: 'save' as const, n: 0 }),
    fc.record({
      do: fc.constantFrom('ack', 'set-aside', 'export', 'close', 'correct', 'late-verdict').map(String),
      n: nth,
    }),
    fc.constantFrom({ do: 'retry', n: 0 }, { do: 'prune', n: 0 }),
  )

  /** Expected state, modelled without a database. */
  class Model {
    readonly state = new Map<string, StoredOp['state']>()
    readonly exported = new Set<string>()
    readonly money = new Map<string, number>()
    those = (...states: StoredOp['state'][]) => [...this.state].flatMap(([id, s]) => (states.includes(s) ? [id] : []))
  }

  async function take(store: OutboxStore, model: Model, { do: what, n }: { do: string; n: number }): Promise<void> {
    const id = [...model.state.keys()][n]
    const was = id && model.state.get(id)
    const lease = await store.takeLease()
    if (what === 'save' || (what === 'correct' && id)) {
      const isCorrection = what === 'correct'
      const tried = isCorrection ? correct(store, id!) : save(store)
      const op = await tried.catch((error: { messageId?: string }) => error.messageId)
      if (isCorrection && was !== 'attention') return expect(op).toBe('outbox.not-set-aside')
      if (isCorrection) model.state.set(id!, 'closed')
      const saved = op as StoredOp
      model.state.set(saved.opId, 'pending')
      model.money.set(saved.opId, saved.amountMinor ?? 0)
      return
    }
    if (what === 'retry') {
      expect(await store.retrySetAside()).toBe(model.those('attention').length)
      for (const each of model.those('attention')) model.state.set(each, 'pending')
    }
    if (what === 'prune') {
      await store.prune(never, { [till]: Number.MAX_SAFE_INTEGER })
      for (const each of model.those('acked')) model.state.delete(each)
    }
    if (!id || !was) return
    if (what === 'export') {
      await store.markExported([id], 3)
      model.exported.add(id)
    }
    if (what === 'close') {
      const done = await store.closeSetAside(id, closing).then(
        () => 'done',
        (error: { messageId: string }) => error.messageId,
      )
      const isDone = was === 'attention' && model.exported.has(id)
      expect(done === 'done').toBe(isDone)
      if (isDone) model.state.set(id, 'closed')
    }
    const sent = { opId: id as StoredOp['opId'] } as StoredOp
    if (what === 'ack' && was === 'pending') {
      await store.settle(lease, [ack(sent)])
      model.state.set(id, 'acked')
    }
    if (what === 'set-aside' && was === 'pending') {
      await store.settle(lease, [{ opId: id, change: { state: 'attention' } }])
      model.state.set(id, 'attention')
    }
    // Answer under way when a person discarded the operation.
    if (what === 'late-verdict' && was === 'closed') await store.settle(lease, [ack(sent)])
  }

  async function check(store: OutboxStore, model: Model): Promise<void> {
    const rows = await store.ofStream(till, 0)
    expect(new Map(rows.map((op) => [op.opId as string, op.state]))).toEqual(model.state)
    const open = model.those('pending', 'attention')
    const counts = await store.counts()
    expect([counts.pending, counts.attention]).toEqual([model.those('pending').length, model.those('attention').length])
    expect(counts.pendingMinor).toBe(open.reduce((sum, id) => sum + (model.money.get(id) ?? 0), 0))
    expect((await store.tails())[till]?.pending ?? 0).toBe(open.length)
    const due = await store.claim(await store.takeLease(), never, roomy)
    expect(due.map(({ opId }) => opId as string).toSorted()).toEqual(model.those('pending').toSorted())
    expect((await store.open(100)).map(({ opId }) => opId as string).toSorted()).toEqual(open.toSorted())
    expect((await store.closed()).map(({ opId }) => opId as string)).toEqual(model.those('closed'))
    expect((await store.stream(till))?.counters.closed ?? 0).toBe(model.those('closed').length)
  }

  it('closed is for ever, is never sent nor deleted, and counts nowhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const store = openStore()
        const model = new Model()
        for (const each of [{ do: 'save', n: 0 }, { do: 'set-aside', n: 0 }, ...steps]) await take(store, model, each)
        await check(store, model)
        store.close()
      }),
      { numRuns: 25 },
    )
  }, 30_000)
})
