import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { describe, expect, it } from 'vitest'
import type { OpState } from '#local/storage/outbox-db.ts'
import { newStoreName, openStore, saveMany, till } from '#tests/support/devices/outbox-kit.ts'
import { repairGap } from './repair-gap.ts'

/** Stream whose operations have these states, from number 1 on; `gone` is no longer on the device. */
async function streamOf(states: (OpState | 'gone')[]) {
  const name = newStoreName()
  const store = openStore(name)
  const ops = await saveMany(store, states.length)
  const lease = await store.takeLease()
  const updates = states.flatMap((state, i) => (state === 'gone' ? [] : [{ opId: ops[i]!.opId, change: { state } }]))
  await store.settle(lease, updates)
  const db = await new Dexie(name).open()
  await db.table('ops').bulkDelete(states.flatMap((state, i) => (state === 'gone' ? [ops[i]!.opId] : [])))
  db.close()
  const mend = async (expected: number) => {
    const { again, holes } = await repairGap(store, till, expected)
    return {
      again: again.map((u) => ops.findIndex((op) => op.opId === u.opId) + 1),
      changes: again.map((u) => u.change),
      holes: holes.map((h) => `${h.reason} ${h.from}-${h.to}`),
      hashes: holes.map((h) => ops.findIndex((op) => op.hash === h.lastHash) + 1),
      ids: holes.flatMap((h) => h.opIds),
    }
  }
  return { ops, mend }
}

describe('what a device does when the server waits for a number', () => {
  it('sends again what was acknowledged once', async () => {
    const { mend } = await streamOf(['acked', 'acked', 'acked', 'pending'])
    const mending = await mend(2)
    expect(mending).toMatchObject({ again: [2, 3], holes: [] })
    expect(mending.changes[0]).toEqual({ state: 'pending', ackedAtMs: null, serverVersion: null, nextAtMs: 0 })
  })

  it('declares what a person holds as one hole, with the hash for the link of the next', async () => {
    const { ops, mend } = await streamOf(['acked', 'attention', 'attention', 'pending', 'attention', 'pending'])
    expect(await mend(2)).toMatchObject({
      again: [],
      holes: ['withheld 2-3'],
      hashes: [3],
      ids: [ops[1]?.opId, ops[2]?.opId],
    })
  })

  it('fits a long row of set-aside operations into what one envelope takes', async () => {
    const { mend } = await streamOf([...Array<OpState>(250).fill('attention'), 'pending'])
    expect((await mend(1)).holes).toEqual(['withheld 1-100', 'withheld 101-200', 'withheld 201-250'])
    const alternating = await streamOf(Array.from({ length: 240 }, (_, i) => (i % 2 ? 'gone' : 'attention')))
    expect((await alternating.mend(1)).holes.length).toBeLessThanOrEqual(100)
  })

  it('declares what is gone, with the hash that the next one names', async () => {
    const { mend } = await streamOf(['acked', 'gone', 'gone', 'pending'])
    expect(await mend(2)).toMatchObject({ again: [], holes: ['lost 2-3'], hashes: [3], ids: [] })
  })

  it('declares nothing behind what it sends again: that is asked for when it is reached', async () => {
    const { mend } = await streamOf(['gone', 'acked', 'attention', 'gone', 'pending'])
    expect(await mend(1)).toMatchObject({ again: [2], holes: ['lost 1-1'] })
  })

  it('has nothing to say about numbers that it never gave', async () => {
    const { mend } = await streamOf(['acked', 'acked'])
    expect(await mend(3)).toMatchObject({ again: [], holes: [] })
    expect(await mend(9)).toMatchObject({ again: [], holes: [] })
  })
})
