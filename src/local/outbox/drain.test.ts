import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { ack, answer, openStore, saveMany, seqs, till } from '#tests/support/devices/outbox-kit.ts'
import { allApplied, applied, drainOf, scripted, smallServer } from '#tests/support/devices/scripted-transport.ts'
import { openTestTime, testStartMs } from '#tests/support/devices/test-time.ts'
import { drain } from './drain.ts'
import { type Exchange, LeaseLost } from './outbox.types.ts'
import type { OutboxStore } from './outbox-store.ts'

const going = () => new AbortController().signal
const statesOf = async (store: OutboxStore) => (await store.ofStream(till, 0)).map((op) => op.state)
const refused = (ours: boolean): Exchange => ({ kind: 'refused', status: 413, messageId: 'request.too-large', ours })

describe('sending', () => {
  it('sends all that is due in batches of a hundred, each with the next fence and the tails', async () => {
    const store = openStore()
    await saveMany(store, 120)
    const script = scripted(allApplied)
    const d = await drainOf(store, script)
    expect(await drain(d, { no: 4 }, going())).toEqual({ end: 'done' })
    expect(script.batches.map((b) => b.ops.length)).toEqual([100, 20])
    expect(script.batches.map((b) => b.fence)).toEqual([
      { epoch: d.lease, no: 5 },
      { epoch: d.lease, no: 6 },
    ])
    expect(script.batches.map((b) => b.tails[till]?.pending)).toEqual([120, 20])
    expect(new Set(await statesOf(store))).toEqual(new Set(['acked']))
    expect((await store.at(till, 120))?.serverVersion).toBe(7)
  })

  it('does not acknowledge an operation that the answer leaves out, and sends it again later', async () => {
    const store = openStore()
    const ops = await saveMany(store, 3)
    const script = scripted(({ ops }, n) => answer((n === 1 ? ops.filter((op) => op.seq !== 2) : ops).map(applied)))
    const time = openTestTime()
    const d = await drainOf(store, script, time)
    expect(await drain(d, { no: 0 }, going())).toEqual({ end: 'done' })
    expect(await statesOf(store)).toEqual(['acked', 'pending', 'acked'])
    expect(script.batches).toHaveLength(1)
    await time.advance(60_000)
    await drain(d, { no: 1 }, going())
    expect(seqs(script.batches[1]!.ops)).toEqual([2])
    expect(script.batches[1]!.ops[0]?.hash).toBe(ops[1]?.hash)
    expect(await statesOf(store)).toEqual(['acked', 'acked', 'acked'])
  })

  it('believes no verdict about an operation that it did not send', async () => {
    const store = openStore()
    await saveMany(store, 101)
    const late = (await store.at(till, 101))!
    const script = scripted(({ ops }, n) => {
      if (n === 1) return answer([...ops.map(applied), applied(late)])
      return { kind: 'unreachable', retryAfterMs: null, why: 'test' }
    })
    await drain(await drainOf(store, script), { no: 0 }, going())
    expect((await store.at(till, 101))?.state).toBe('pending')
  })

  it.each([
    [
      { kind: 'unreachable', retryAfterMs: 9, why: '503' },
      { end: 'unreachable', retryAfterMs: 9 },
    ],
    [
      { kind: 'unproven', messageId: 'device.clock', serverTimeMs: 5 },
      { end: 'unproven', messageId: 'device.clock', serverTimeMs: 5 },
    ],
    [
      { kind: 'barred', messageId: 'device.revoked' },
      { end: 'barred', messageId: 'device.revoked' },
    ],
    [{ kind: 'superseded' }, { end: 'superseded' }],
    [{ kind: 'outdated' }, { end: 'outdated' }],
  ] as [Exchange, object][])('touches nothing when it hears %j', async (exchange, end) => {
    const store = openStore()
    await saveMany(store, 3)
    const before = await store.ofStream(till, 0)
    expect(
      await drain(
        await drainOf(
          store,
          scripted(() => exchange),
        ),
        { no: 0 },
        going(),
      ),
    ).toEqual(end)
    expect(await store.ofStream(till, 0)).toEqual(before)
  })

  it('writes nothing of an answer that comes after the lead was lost', async () => {
    const store = openStore()
    await saveMany(store, 2)
    const script = scripted(async (batch) => {
      await store.takeLease()
      return allApplied(batch)
    })
    await expect(drain(await drainOf(store, script), { no: 0 }, going())).rejects.toThrow(LeaseLost)
    expect(await statesOf(store)).toEqual(['pending', 'pending'])
  })

  it('leaves alone what was answered when a later one of the stream is deferred or asked for again', async () => {
    const store = openStore()
    await saveMany(store, 4)
    const script = scripted(({ ops }, n) => {
      if (n > 1) return { kind: 'unreachable', retryAfterMs: null, why: 'test' }
      return answer([
        { opId: ops[0]!.opId, outcome: 'invalid', messageId: 'sync.invalid' },
        applied(ops[1]!),
        { opId: ops[2]!.opId, outcome: 'deferred', messageId: 'server.failed' },
        { opId: ops[3]!.opId, outcome: 'gap', expectedSeq: 3 },
      ])
    })
    await drain(await drainOf(store, script), { no: 0 }, going())
    const rows = await store.ofStream(till, 0)
    expect(rows.map((op) => [op.state, op.lastError, op.attempts])).toEqual([
      ['attention', 'sync.invalid', 1],
      ['acked', null, 1],
      ['pending', 'server.failed', 1],
      ['pending', 'sync.gap', 1],
    ])
    expect(rows[2]!.nextAtMs).toBeGreaterThan(testStartMs)
    expect(script.batches).toHaveLength(1)
  })
})

describe('a server that is older than this till', () => {
  it('gets what it cannot read yet again and again, never a person, until a newer one takes it', async () => {
    const store = openStore()
    await saveMany(store, 3)
    let isUpdated = false
    const script = scripted(({ ops }) => {
      if (isUpdated) return answer(ops.map(applied))
      return answer(
        ops.map(({ opId, seq }) =>
          seq === 1
            ? { opId, outcome: 'deferred', messageId: 'sync.server-older' }
            : { opId, outcome: 'gap', messageId: 'sync.gap', expectedSeq: 1 },
        ),
      )
    })
    const time = openTestTime()
    const d = await drainOf(store, script, time)
    for (let asked = 1; asked <= 20; asked += 1) {
      expect(await drain(d, { no: asked }, going())).toEqual({ end: 'done' })
      expect(script.batches).toHaveLength(asked)
      expect(await statesOf(store)).toEqual(['pending', 'pending', 'pending'])
      expect((await store.at(till, 1))?.lastError).toBe('sync.server-older')
      await time.advance(60_000)
    }
    expect(script.batches.flatMap((b) => b.holes)).toEqual([])
    isUpdated = true
    await drain(d, { no: 21 }, going())
    expect(await statesOf(store)).toEqual(['acked', 'acked', 'acked'])
  })
})

describe('an envelope that is refused', () => {
  const poisons = (way: { ours: boolean; poison: number[] }) => {
    const server = smallServer()
    const script = scripted((batch) =>
      batch.ops.some((op) => way.poison.includes(op.seq)) ? refused(way.ours) : server.receive(batch),
    )
    return { server, script }
  }

  it.each([1, 37, 100])('isolates one poison among a hundred, number %i, and everything else lands', async (poison) => {
    const store = openStore()
    await saveMany(store, 100)
    const { server, script } = poisons({ ours: true, poison: [poison] })
    expect(await drain(await drainOf(store, script), { no: 0 }, going())).toEqual({ end: 'done' })
    const rest = Array.from({ length: 100 }, (_, i) => i + 1).filter((seq) => seq !== poison)
    expect(server.got).toEqual(rest)
    const open = await store.open(10)
    expect(open.map((op) => [op.seq, op.state, op.lastError])).toEqual([[poison, 'attention', 'request.too-large']])
    expect(script.batches.length).toBeLessThan(40)
  })

  it('isolates several, neighbours too', async () => {
    const store = openStore()
    await saveMany(store, 30)
    const { server, script } = poisons({ ours: true, poison: [1, 2, 17, 30] })
    await drain(await drainOf(store, script), { no: 0 }, going())
    expect(server.got).toHaveLength(26)
    expect(seqs(await store.open(10))).toEqual([1, 2, 17, 30])
  })

  it('asks a stranger on the way eight times before it sets an operation aside', async () => {
    const store = openStore()
    await saveMany(store, 3)
    const { server, script } = poisons({ ours: false, poison: [2] })
    const time = openTestTime()
    const d = await drainOf(store, script, time)
    const ends: string[] = []
    for (let i = 0; i < 20 && ends.at(-1) !== 'done'; i += 1) {
      ends.push((await drain(d, { no: i * 100 }, going())).end)
      await time.advance(60_000)
    }
    expect(ends).toEqual([...Array.from({ length: 8 }, () => 'unreachable'), 'done'])
    expect(server.got).toEqual([1, 3])
    expect((await store.at(till, 2))?.state).toBe('attention')
  })

  it.each([true, false])('blames no operation while the way refuses everything (ours: %s)', async (ours) => {
    const store = openStore()
    await saveMany(store, 3)
    const time = openTestTime()
    let isBad = true
    const server = smallServer()
    const script = scripted((batch) => (isBad ? refused(ours) : server.receive(batch)))
    const d = await drainOf(store, script, time)
    for (let i = 0; i < 20; i += 1) {
      expect((await drain(d, { no: i * 10 }, going())).end).toBe('unreachable')
      await time.advance(60_000)
    }
    expect(await statesOf(store)).toEqual(['pending', 'pending', 'pending'])
    isBad = false
    expect(await drain(d, { no: 999 }, going())).toEqual({ end: 'done' })
    expect(server.got).toEqual([1, 2, 3])
  })
})

describe('a gap', () => {
  it('is filled from what was acknowledged before, after the server came back from an old backup', async () => {
    const store = openStore()
    await saveMany(store, 6)
    const server = smallServer()
    const d = await drainOf(store, scripted(server.receive))
    await drain(d, { no: 0 }, going())
    server.forget(3)
    await saveMany(store, 1)
    expect(await drain(d, { no: 10 }, going())).toEqual({ end: 'done' })
    expect(server.got).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect((await store.counts()).pending).toBe(0)
  })

  it('is declared where a person holds the operation, and the stream goes on', async () => {
    const store = openStore()
    const ops = await saveMany(store, 4)
    const server = smallServer()
    const script = scripted(server.receive)
    const d = await drainOf(store, script)
    await store.settle(d.lease, [
      { opId: ops[1]!.opId, change: { state: 'attention' } },
      { opId: ops[2]!.opId, change: { state: 'attention' } },
    ])
    expect(await drain(d, { no: 0 }, going())).toEqual({ end: 'done' })
    expect(server.got).toEqual([1, 4])
    expect(script.batches[1]?.holes.map((h) => [h.from, h.to, h.reason, h.lastHash])).toEqual([
      [2, 3, 'withheld', ops[2]?.hash],
    ])
  })

  it('is not asked about without end when the server never says the same thing twice', async () => {
    const store = openStore()
    const ops = await saveMany(store, 3)
    const d = await drainOf(
      store,
      scripted(({ ops }) =>
        answer(
          ops.map((op) => ({
            opId: op.opId,
            ...(op.seq === 1 ? { outcome: 'duplicate' } : { outcome: 'gap', expectedSeq: 1 }),
          })),
        ),
      ),
    )
    await store.settle(d.lease, [ack(ops[0]!)])
    expect((await drain(d, { no: 0 }, going())).end).toBe('done')
    expect((await store.at(till, 2))?.nextAtMs).toBeGreaterThan(testStartMs)
  })
})
