import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chainStart, operationHash } from '#shared/kernel/chain.ts'
import {
  ack,
  appenderOf,
  newOpId,
  newStoreName,
  openStore,
  roomy,
  save,
  saveMany,
  seqs,
  till,
} from '#tests/support/devices/outbox-kit.ts'
import { testStartMs } from '#tests/support/devices/test-time.ts'
import { LeaseLost } from '../outbox.types.ts'

const dayMs = 86_400_000
const kiosk = till.replace('till', 'kiosk')

describe('saving', () => {
  it('numbers a stream without a gap and links each operation to the one before', async () => {
    const store = openStore()
    const ops = await saveMany(store, 5)
    await save(store, { stream: kiosk })
    expect(seqs(ops)).toEqual([1, 2, 3, 4, 5])
    expect(ops.map((op) => op.prevHash)).toEqual([chainStart, ...ops.slice(0, 4).map((op) => op.hash)])
    const { ...first } = ops[0]!
    expect(operationHash(first)).toBe(first.hash)
    expect((await store.stream(till))?.lastHash).toBe(ops[4]?.hash)
    expect((await store.stream(kiosk))?.nextSeq).toBe(2)
  })

  it('saves one operation for one id, and answers with what was saved first', async () => {
    const store = openStore()
    const opId = newOpId()
    const [a, b] = await Promise.all([save(store, { opId, label: 'a' }), save(store, { opId, label: 'b' })])
    const c = await save(store, { opId, label: 'c' })
    expect([b, c]).toEqual([a, a])
    const next = await save(store)
    expect([a.seq, next.seq, next.prevHash]).toEqual([1, 2, a.hash])
    expect((await store.counts()).pending).toBe(2)
  })

  it('keeps numbers and links whole when two connections write at once', async () => {
    const name = newStoreName()
    const tabs = [openStore(name), openStore(name)]
    await Promise.all(Array.from({ length: 40 }, (_, i) => save(tabs[i % 2]!)))
    const ops = await openStore(name).ofStream(till, 0)
    expect(seqs(ops)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
    expect(ops.slice(1).map((op) => op.prevHash)).toEqual(ops.slice(0, -1).map((op) => op.hash))
  })

  it('uses no number for what cannot be hashed', async () => {
    const store = openStore()
    await expect(save(store, { body: { price: 0.5 } })).rejects.toThrow(RangeError)
    expect((await save(store)).seq).toBe(1)
  })

  it('reads a long stream whole and in order, from any number on and behind what was deleted', async () => {
    const store = openStore()
    const ops = await saveMany(store, 1203)
    await saveMany(store, 3, { stream: kiosk })
    const from = async (seq: number) => seqs(await store.ofStream(till, seq))
    const numbers = (first: number) => ops.slice(first - 1).map((op) => op.seq)
    expect(await from(0)).toEqual(numbers(1))
    for (const seq of [2, 500, 501, 704, 1203, 1204, 5000]) expect(await from(seq)).toEqual(numbers(seq))
    const lease = await store.takeLease()
    await store.settle(
      lease,
      ops.slice(0, 702).map((op) => ack(op)),
    )
    expect(await store.prune(testStartMs + 1, { [till]: 703 })).toBe(702)
    expect(await from(0)).toEqual(numbers(703))
    expect(seqs(await store.ofStream(kiosk, 0))).toEqual([1, 2, 3])
    expect(await store.ofStream('till/nobody', 0)).toEqual([])
  })

  it('opens again for the next save after it was closed', async () => {
    const store = openStore()
    await save(store)
    store.close()
    expect((await save(store)).seq).toBe(2)
  })
})

describe('claiming', () => {
  it('takes what is pending in order, and not what is settled', async () => {
    const store = openStore()
    const ops = await saveMany(store, 4)
    const lease = await store.takeLease()
    await store.settle(lease, [ack(ops[0]!), { opId: ops[2]!.opId, change: { state: 'attention' } }])
    expect(seqs(await store.claim(lease, testStartMs, roomy))).toEqual([2, 4])
  })

  it('keeps to the number of operations, over all streams', async () => {
    const store = openStore()
    await saveMany(store, 3, { stream: kiosk })
    await saveMany(store, 3)
    const lease = await store.takeLease()
    const due = await store.claim(lease, 0, { ...roomy, ops: 4 })
    expect(due.map((op) => [op.stream, op.seq])).toEqual([
      [kiosk, 1],
      [kiosk, 2],
      [kiosk, 3],
      [till, 1],
    ])
  })

  it.each(['latin '.repeat(500), 'شطيرة '.repeat(500), '🥪'.repeat(1000)])(
    'keeps to the number of bytes as they go over the wire, but gives at least one',
    async (text) => {
      const store = openStore()
      await saveMany(store, 8, { body: { text } })
      const lease = await store.takeLease()
      const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length
      const one = bytesOf((await store.at(till, 1))!)
      const due = await store.claim(lease, 0, { ops: 100, bytes: 3.5 * one })
      expect(due.length).toBeGreaterThanOrEqual(2)
      expect(due.length * bytesOf({ text })).toBeLessThanOrEqual(3.5 * one)
      expect(due.length).toBeLessThan(5)
      expect(seqs(await store.claim(lease, 0, { ops: 100, bytes: 10 }))).toEqual([1])
    },
  )

  it('stops a stream at its first postponed operation and leaves the others alone', async () => {
    const store = openStore()
    const ops = await saveMany(store, 3)
    await saveMany(store, 2, { stream: kiosk })
    const lease = await store.takeLease()
    const dueAtMs = testStartMs + 5000
    await store.settle(lease, [{ opId: ops[1]!.opId, change: { nextAtMs: dueAtMs } }])
    const streams = (due: Awaited<ReturnType<typeof store.claim>>) => due.map((op) => `${op.stream[0]}${op.seq}`)
    expect(streams(await store.claim(lease, testStartMs, roomy))).toEqual(['k1', 'k2', 't1'])
    await store.settle(lease, [{ opId: ops[0]!.opId, change: { nextAtMs: dueAtMs } }])
    expect(await store.nextDueMs()).toBe(0)
    expect(streams(await store.claim(lease, testStartMs, roomy))).toEqual(['k1', 'k2'])
    expect(streams(await store.claim(lease, dueAtMs, roomy))).toEqual(['k1', 'k2', 't1', 't2', 't3'])
  })

  it('waits for no time that the clock has been set back from', async () => {
    const store = openStore()
    const [op] = await saveMany(store, 1)
    const lease = await store.takeLease()
    await store.settle(lease, [{ opId: op!.opId, change: { nextAtMs: testStartMs + 60_000 } }])
    expect(await store.claim(lease, testStartMs, roomy)).toEqual([])
    expect(seqs(await store.claim(lease, testStartMs - 3 * 3_600_000, roomy))).toEqual([1])
  })

  it('is refused to the person who has lost the lead, and so is settling', async () => {
    const store = openStore()
    const [op] = await saveMany(store, 1)
    const old = await store.takeLease()
    const lease = await store.takeLease()
    expect(lease).toBe(old + 1)
    await expect(store.claim(old, 0, roomy)).rejects.toThrow(LeaseLost)
    await expect(store.settle(old, [ack(op!)])).rejects.toThrow(LeaseLost)
    expect((await store.at(till, 1))?.state).toBe('pending')
    expect(seqs(await store.claim(lease, 0, roomy))).toEqual([1])
  })

  it('keeps the lease over a restart', async () => {
    const name = newStoreName()
    await openStore(name).takeLease()
    expect(await openStore(name).takeLease()).toBe(2)
  })
})

describe('what is shown', () => {
  const change = fc.record({
    index: fc.nat(30),
    state: fc.constantFrom('pending' as const, 'acked' as const, 'attention' as const),
  })
  const step = fc.oneof(
    fc.record({ amountMinor: fc.option(fc.integer({ min: -500, max: 500 })), stream: fc.constantFrom(till, kiosk) }),
    fc.array(change, { maxLength: 6 }),
  )

  it('counts as a recount would, whatever happened', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const store = openStore()
        const lease = await store.takeLease()
        const ids: string[] = []
        for (const each of steps) {
          if (!Array.isArray(each)) ids.push((await save(store, each)).opId)
          else {
            const updates = new Map(each.flatMap((c) => (ids[c.index] ? [[ids[c.index]!, c.state] as const] : [])))
            await store.settle(
              lease,
              [...updates].map(([opId, state]) => ({ opId, change: { state } })),
            )
          }
        }
        const rows = [...(await store.ofStream(till, 0)), ...(await store.ofStream(kiosk, 0))]
        const open = rows.filter((op) => op.state !== 'acked')
        const money = (ops: typeof rows) => ops.reduce((sum, op) => sum + (op.amountMinor ?? 0), 0)
        const counts = await store.counts()
        expect(counts.pending).toBe(open.filter((op) => op.state === 'pending').length)
        expect(counts.attention).toBe(open.filter((op) => op.state === 'attention').length)
        expect(counts.pendingMinor).toBe(money(open))
        expect(counts.oldestAtMs).toBe(open.length > 0 ? testStartMs : null)
        for (const [stream, tail] of Object.entries(await store.tails())) {
          const mine = open.filter((op) => op.stream === stream)
          expect([tail.pending, tail.pendingMinor]).toEqual([mine.length, money(mine)])
          expect(tail.nextSeq).toBe(rows.filter((op) => op.stream === stream).length + 1)
          expect(tail.oldestAt === null).toBe(mine.length === 0)
        }
        expect((await store.open(100)).map((op) => op.opId).sort()).toEqual(open.map((op) => op.opId).sort())
        store.close()
      }),
      { numRuns: 30 },
    )
  })

  it('lists what is open oldest first, and no more than was asked for', async () => {
    const store = openStore()
    const appender = appenderOf(store)
    for (let i = 0; i < 4; i += 1) {
      await save(store, { stream: i % 2 ? kiosk : till, label: String(i) }, appender)
      await (appender.clock as { advance?: (ms: number) => Promise<void> }).advance?.(1000)
    }
    const lease = await store.takeLease()
    await store.settle(lease, [{ opId: (await store.at(kiosk, 1))!.opId, change: { state: 'attention' } }])
    expect((await store.open(3)).map((op) => op.label)).toEqual(['0', '1', '2'])
  })
})

describe('pruning', () => {
  it('T29: never takes what is unsent or waits for a person, after 400 days or ever', async () => {
    const store = openStore()
    const ops = await saveMany(store, 3)
    const lease = await store.takeLease()
    await store.settle(lease, [{ opId: ops[1]!.opId, change: { state: 'attention' } }, ack(ops[2]!)])
    const gone = await store.prune(testStartMs + 400 * dayMs, { [till]: Number.MAX_SAFE_INTEGER })
    expect(gone).toBe(1)
    expect(seqs(await store.ofStream(till, 0))).toEqual([1, 2])
    expect(seqs(await store.claim(lease, testStartMs + 400 * dayMs, roomy))).toEqual([1])
  })

  it('takes acknowledged ones only when they are old enough and before the shift that is open', async () => {
    const store = openStore()
    const ops = await saveMany(store, 4)
    const other = await save(store, { stream: kiosk })
    const lease = await store.takeLease()
    const at = [0, 0, 2 * dayMs, 0].map((ms) => testStartMs + ms)
    await store.settle(lease, [...ops.map((op, i) => ack(op, at[i])), ack(other)])
    expect(await store.prune(testStartMs, { [till]: 4 })).toBe(0)
    expect(await store.prune(testStartMs + dayMs, { [till]: 4 })).toBe(2)
    expect(seqs(await store.ofStream(till, 0))).toEqual([3, 4])
    expect(seqs(await store.ofStream(kiosk, 0))).toEqual([1])
    expect((await save(store)).seq).toBe(5)
  })
})

it('keeps the last 500 notes', async () => {
  const name = newStoreName()
  const store = openStore(name)
  for (let i = 1; i <= 503; i += 1) await store.note('event', String(i), i)
  const db = await new Dexie(name).open()
  const notes = (await db.table('journal').toArray()) as { detail: string }[]
  db.close()
  expect([notes.length, notes[0]?.detail, notes.at(-1)?.detail]).toEqual([500, '4', '503'])
})

it('tries once more, when a person wants it, what was set aside, and nothing else', async () => {
  const store = openStore()
  const [first, second, third] = [await save(store), await save(store), await save(store)]
  const lease = await store.takeLease()
  await store.settle(lease, [
    { opId: first.opId, change: { state: 'attention', attempts: 9, nextAtMs: 5, lastError: 'sync.invalid' } },
    { opId: second.opId, change: { state: 'acked', ackedAtMs: 1 } },
  ])
  expect(await store.retrySetAside()).toBe(1)
  const states = (await store.ofStream(till, 1)).map((op) => [op.state, op.attempts, op.nextAtMs])
  expect(states).toEqual([
    ['pending', 0, 0],
    ['acked', 0, 0],
    ['pending', 0, 0],
  ])
  expect(await store.counts()).toMatchObject({ pending: 2, attention: 0, pendingMinor: 200 })
  expect((await store.claim(lease, 10, { ops: 9, bytes: 99_999 })).map((op) => op.seq)).toEqual([1, third.seq])
})
