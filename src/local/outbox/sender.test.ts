import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { MessageId } from '#shared/kernel/errors.ts'
import { openStore, save, saveMany, seqs, till } from '#tests/support/devices/outbox-kit.ts'
import { allApplied, scripted } from '#tests/support/devices/scripted-transport.ts'
import { openTestWorld } from '#tests/support/devices/test-surroundings.ts'
import { breathe, testStartMs } from '#tests/support/devices/test-time.ts'
import type { Exchange, Pulled, ReceivedSeqs } from './outbox.types.ts'
import type { OutboxStore } from './outbox-store.ts'
import { startSender } from './sender.ts'
import { type SenderParts } from './sender.types.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

interface Setting {
  reply?: Parameters<typeof scripted>[0]
  store?: OutboxStore
  more?: Partial<SenderParts>
}

/** Server that lacks nothing. */
const allOf = async (store: OutboxStore): Promise<Pulled> =>
  pulled(Object.fromEntries(Object.entries(await store.tails()).map(([stream, { nextSeq }]) => [stream, nextSeq - 1])))

const pulled = (received: ReceivedSeqs, server?: Pulled['server']): Pulled => ({
  received,
  serverMs: testStartMs,
  server,
})

function start({ reply = allApplied, store = openStore(), more = {} }: Setting = {}) {
  const world = openTestWorld()
  const tab = world.openTab()
  const script = scripted(reply)
  const troubles: (MessageId | null)[] = []
  const pulls: number[] = []
  const parts: SenderParts = {
    ...tab.surroundings,
    store,
    transport: script.transport,
    lockName: 'lead',
    maySteal: () => true,
    pull: async () => {
      pulls.push(world.time.monotonicMs())
      return allOf(store)
    },
    keepFrom: () => ({ [till]: 1 }),
    onTrouble: (trouble) => troubles.push(trouble),
    ...more,
  }
  const sender = startSender(parts)
  stops.push(() => {
    tab.crash()
    void sender.stop()
  })
  const added = () => tab.surroundings.channel.post({ type: 'ops-added' })
  return { world, tab, store, script, troubles, pulls, sender, added, time: world.time }
}

const offline: Exchange = { kind: 'unreachable', retryAfterMs: null, why: 'test' }

describe('the sender', () => {
  it('sends what waits, and what is added, at once', async () => {
    const store = openStore()
    await saveMany(store, 2)
    const { time, script, added } = start({ store })
    await time.advance(100)
    await save(store)
    added()
    await time.advance(100)
    expect(script.batches.map((b) => seqs(b.ops))).toEqual([[1, 2], [3]])
  })

  it('sends what was added while it fetched the snapshot', async () => {
    const pulling = Promise.withResolvers<Pulled>()
    const { time, script, store, added } = start({ more: { pull: () => pulling.promise } })
    await time.advance(100)
    await save(store)
    added()
    await time.advance(100)
    pulling.resolve(pulled({}))
    await time.advance(1000)
    expect(script.batches.map((b) => seqs(b.ops))).toEqual([[1]])
  })

  it('fetches the snapshot at the start and every minute', async () => {
    const { time, pulls } = start()
    await time.advance(150_000)
    expect(pulls).toHaveLength(3)
  })

  it('tries again within a tenth of a second where a batch was taken just before', async () => {
    const store = openStore()
    await saveMany(store, 900)
    let asked = 0
    const waits: number[] = []
    const { time } = start({
      store,
      reply: (batch) => ((asked += 1) % 2 === 0 ? offline : allApplied(batch)),
      more: {
        sleep: (ms, signal) => {
          waits.push(ms)
          return time.sleep(ms, signal)
        },
      },
    })
    await time.until(async () => (await store.counts()).pending === 0, { stepMs: 20 })
    // The others are the leader's heartbeats and its wait for the next pull.
    const tries = waits.filter((ms) => ms < 500)
    expect(tries.length).toBeGreaterThanOrEqual(8)
    expect(Math.max(...tries)).toBeLessThan(100)
  })

  it('waits as long as the server asks for, also where it took a batch just before', async () => {
    const store = openStore()
    await saveMany(store, 200)
    let asked = 0
    const busy: Exchange = { kind: 'unreachable', retryAfterMs: 30_000, why: 'test' }
    const { time } = start({ store, reply: (batch) => ((asked += 1) === 2 ? busy : allApplied(batch)) })
    await time.until(async () => asked === 2, { stepMs: 20 })
    const askedAtMs = time.monotonicMs()
    await time.until(async () => (await store.counts()).pending === 0, { stepMs: 100 })
    expect(time.monotonicMs() - askedAtMs).toBeGreaterThanOrEqual(30_000)
  })

  it('goes on for ever while nobody answers, and never faster than every minute on average at the end', async () => {
    const store = openStore()
    await saveMany(store, 1)
    let isOffline = true
    const { time, script } = start({ store, reply: (batch) => (isOffline ? offline : allApplied(batch)) })
    await time.advance(3_600_000)
    const tries = script.batches.length
    expect(tries).toBeGreaterThan(60)
    expect(tries).toBeLessThan(220)
    expect((await store.at(till, 1))?.state).toBe('pending')
    isOffline = false
    await time.advance(60_000)
    expect((await store.at(till, 1))?.state).toBe('acked')
  })

  it('tells of settled operations when there are any, not after a vain try', async () => {
    const store = openStore()
    await saveMany(store, 1)
    let isOffline = true
    const { time, tab, added, script } = start({ store, reply: (batch) => (isOffline ? offline : allApplied(batch)) })
    const told: string[] = []
    tab.surroundings.channel.listen(({ type }) => void told.push(type))
    await time.advance(1000)
    added()
    await time.advance(1000)
    expect(script.batches.length).toBeGreaterThan(1)
    expect(told).not.toContain('ops-settled')
    isOffline = false
    await time.advance(60_000)
    expect(told.filter((type) => type === 'ops-settled')).toHaveLength(1)
  })

  it('waits as long as the server said, also when something is added, but not when a person wants it now', async () => {
    const store = openStore()
    await saveMany(store, 1)
    const busy: Exchange = { kind: 'unreachable', retryAfterMs: 30_000, why: '503' }
    const { time, script, added, sender } = start({ store, reply: () => busy })
    await time.advance(1000)
    await save(store)
    added()
    await time.advance(28_000)
    expect(script.batches).toHaveLength(1)
    await time.advance(1100)
    expect(script.batches).toHaveLength(2)
    sender.sendNow()
    await time.advance(100)
    expect(script.batches).toHaveLength(3)
  })

  it('lives on when the snapshot cannot be stored', async () => {
    const store = openStore()
    let isFull = true
    const pull = async () => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      return allOf(store)
    }
    const { time, script, added } = start({ store, more: { pull } })
    await time.advance(5000)
    await save(store)
    added()
    await time.advance(60_000)
    isFull = false
    expect(seqs(script.batches[0]?.ops ?? [])).toEqual([1])
    await save(store)
    added()
    await time.advance(60_000)
    expect((await store.counts()).pending).toBe(0)
  })

  it('lives on when storage fails for a while', async () => {
    const real = openStore()
    await saveMany(real, 1)
    let isBroken = true
    const broken =
      <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
      (...args: A): Promise<R> =>
        isBroken ? Promise.reject(new DOMException('lost', 'UnknownError')) : work(...args)
    const store: OutboxStore = {
      ...real,
      takeLease: broken(real.takeLease),
      claim: broken(real.claim),
      nextDueMs: broken(real.nextDueMs),
      prune: broken(real.prune),
      note: broken(real.note),
    }
    const { time } = start({ store })
    await time.advance(30_000)
    isBroken = false
    await time.advance(60_000)
    expect((await real.at(till, 1))?.state).toBe('acked')
  })

  it('rests after a failure that is over: it looks at nothing until there is reason to', async () => {
    const store = openStore()
    let claims = 0
    const counting: OutboxStore = {
      ...store,
      claim: (...args) => {
        claims += 1
        return store.claim(...args)
      },
    }
    let isOffline = false
    const { time, added } = start({ store: counting, reply: (batch) => (isOffline ? offline : allApplied(batch)) })
    await time.advance(1000)
    isOffline = true
    await save(store)
    added()
    await time.advance(3000)
    isOffline = false
    await time.advance(20_000)
    expect((await store.counts()).pending).toBe(0)
    claims = 0
    await time.advance(30_000)
    expect(claims).toBeLessThan(3)
  })

  it('tells what keeps it from sending, and that it is over', async () => {
    const store = openStore()
    await saveMany(store, 1)
    let exchange: Exchange | undefined = { kind: 'barred', messageId: 'device.revoked' }
    const { time, troubles, sender } = start({ store, reply: (batch) => exchange ?? allApplied(batch) })
    await time.advance(100)
    expect(troubles.at(-1)).toBe('device.revoked')
    expect((await store.at(till, 1))?.state).toBe('pending')
    exchange = { kind: 'outdated' }
    sender.sendNow()
    await time.advance(100)
    expect(troubles.at(-1)).toBe('sync.upgrade-needed')
    exchange = undefined
    sender.sendNow()
    await time.advance(100)
    expect(troubles.at(-1)).toBeNull()
  })

  it('asks at once again when only its clock was wrong, and never drops anything on a 401', async () => {
    const store = openStore()
    await saveMany(store, 3)
    const unproven: Exchange = { kind: 'unproven', messageId: 'device.clock', serverTimeMs: 5 }
    const { time, script } = start({ store, reply: (batch, n) => (n === 1 ? unproven : allApplied(batch)) })
    await time.advance(10)
    expect(script.batches).toHaveLength(2)
    expect((await store.counts()).pending).toBe(0)
  })

  it('does not run wild against a server that has seen a newer sender', async () => {
    const store = openStore()
    await saveMany(store, 1)
    const { time, script } = start({ store, reply: () => ({ kind: 'superseded' }) })
    await time.advance(600_000)
    expect(script.batches.length).toBeLessThan(60)
    expect((await store.at(till, 1))?.state).toBe('pending')
  })

  it('stops when it is told to', async () => {
    const { time, sender, script, store, added } = start()
    await time.advance(100)
    await sender.stop()
    await save(store)
    added()
    await time.advance(100_000)
    await breathe()
    expect(script.batches).toEqual([])
  })

  it('sends again what a server restored from a backup lacks, although nothing is new', async () => {
    const store = openStore()
    await saveMany(store, 4)
    let received: ReceivedSeqs | undefined
    const { time, script } = start({ store, more: { pull: async () => (received ? pulled(received) : allOf(store)) } })
    await time.advance(5000)
    expect((await store.counts()).pending).toBe(0)
    received = { [till]: 2 }
    await time.advance(70_000)
    received = undefined
    expect(script.batches.map((b) => seqs(b.ops))).toEqual([
      [1, 2, 3, 4],
      [3, 4],
    ])
    expect((await store.counts()).pending).toBe(0)
  })

  it('goes on naming what is wrong while it has nothing to send, until the server answers', async () => {
    let isAnswering = false
    const { time, troubles } = start({ more: { pull: async () => (isAnswering ? pulled({}) : undefined) } })
    await time.advance(5000)
    expect(troubles).toEqual([])
    isAnswering = true
    await time.advance(120_000)
    expect(troubles[0]).toBeNull()
  })
})
