import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { answer, openStore, saveMany, seqs, till } from '#tests/support/devices/outbox-kit.ts'
import { allApplied, applied, drainOf, type Script, scripted } from '#tests/support/devices/scripted-transport.ts'
import { drain } from './drain.ts'
import { LeaseLost } from './outbox.types.ts'
import type { OutboxStore } from './outbox-store.ts'

const going = () => new AbortController().signal
const statesOf = async (store: OutboxStore) => (await store.ofStream(till, 0)).map((op) => op.state)
const aheadOf = async (store: OutboxStore, script: Script) => ({
  ...(await drainOf(store, script)),
  batchOps: 2,
  readsAhead: true,
})
const unreachable = { kind: 'unreachable', retryAfterMs: null, why: 'test' } as const

describe('reading ahead', () => {
  it('sends the next batch while the verdicts of the last one are written', async () => {
    const store = openStore()
    await saveMany(store, 5)
    const second = Promise.withResolvers<void>()
    const script = scripted((batch, n) => {
      if (n === 2) second.resolve()
      return allApplied(batch)
    })
    const slow: OutboxStore = { ...store, settle: (...input) => second.promise.then(() => store.settle(...input)) }
    expect(await drain(await aheadOf(slow, script), { no: 0 }, going())).toEqual({ end: 'done' })
    expect(script.batches.map(({ ops }) => seqs(ops))).toEqual([[1, 2], [3, 4], [5]])
    expect(script.batches.map(({ tails }) => [tails[till]?.pending, tails[till]?.pendingMinor])).toEqual([
      [5, 500],
      [3, 300],
      [1, 100],
    ])
    expect(script.batches[2]?.tails[till]?.oldestAt).toBe((await store.at(till, 5))?.wallAt)
    expect(new Set(await statesOf(store))).toEqual(new Set(['acked']))
  })

  it('has one batch on its way at a time', async () => {
    const store = openStore()
    await saveMany(store, 9)
    let [underway, most] = [0, 0]
    const script = scripted(async (batch) => {
      underway += 1
      most = Math.max(most, underway)
      await new Promise((resolve) => setTimeout(resolve, 5))
      underway -= 1
      return allApplied(batch)
    })
    await drain(await aheadOf(store, script), { no: 0 }, going())
    expect(most).toBe(1)
    expect(script.batches).toHaveLength(5)
  })

  it.each([
    ['is refused', 'invalid'],
    ['waits', 'deferred'],
    ['is asked for again', 'gap'],
  ] as const)('sends nothing on before it is written that one %s', async (_what, outcome) => {
    const store = openStore()
    await saveMany(store, 4)
    const during: string[][] = []
    const script = scripted(async ({ ops }, n) => {
      during.push(await statesOf(store))
      if (n > 1) return unreachable
      return answer(ops.map((op) => (op.seq === 2 ? { opId: op.opId, outcome, expectedSeq: 2 } : applied(op))))
    })
    await drain(await aheadOf(store, script), { no: 0 }, going())
    for (const states of during.slice(1)) expect(states[0]).toBe('acked')
    expect((await store.at(till, 2))?.attempts).toBeGreaterThan(0)
  })

  it('writes nothing once the lead is lost, and says so', async () => {
    const store = openStore()
    await saveMany(store, 6)
    const script = scripted(async (batch, n) => {
      if (n === 1) await store.takeLease()
      return allApplied(batch)
    })
    await expect(drain(await aheadOf(store, script), { no: 0 }, going())).rejects.toThrow(LeaseLost)
    expect(new Set(await statesOf(store))).toEqual(new Set(['pending']))
  })

  it('reports verdicts that could not be written, once what is on its way has been answered', async () => {
    const store = openStore()
    await saveMany(store, 4)
    let isAnswered = false
    const script = scripted(async (batch, n) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      isAnswered = n === 2
      return allApplied(batch)
    })
    const broken: OutboxStore = {
      ...store,
      settle: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
    }
    await expect(drain(await aheadOf(broken, script), { no: 0 }, going())).rejects.toThrow('full')
    expect(isAnswered).toBe(true)
    expect(await drain(await aheadOf(store, scripted(allApplied)), { no: 0 }, going())).toEqual({ end: 'done' })
    expect(new Set(await statesOf(store))).toEqual(new Set(['acked']))
  })

  it('reads what is added meanwhile', async () => {
    const store = openStore()
    await saveMany(store, 2)
    const script = scripted(async (batch, n) => {
      if (n < 4) await saveMany(store, 1)
      return allApplied(batch)
    })
    expect(await drain(await aheadOf(store, script), { no: 0 }, going())).toEqual({ end: 'done' })
    expect(script.batches.flatMap(({ ops }) => seqs(ops))).toEqual([1, 2, 3, 4, 5])
  })

  it('is for streams of which nothing is taken back: others are read when their turn has come', async () => {
    const store = openStore()
    await saveMany(store, 4)
    let claims = 0
    const counting: OutboxStore = {
      ...store,
      claim: (...input) => {
        claims += 1
        return store.claim(...input)
      },
    }
    const atSending: number[] = []
    const script = scripted((batch) => {
      atSending.push(claims)
      return allApplied(batch)
    })
    const d = await drainOf(counting, script)
    await drain({ ...d, batchOps: 2 }, { no: 0 }, going())
    expect(atSending).toEqual([1, 2])
  })
})
