import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastRestore } from '#local/outbox/met-restore.ts'
import { recordBackup } from '#server/features/school/copies/backup-copy.service.ts'
import { beginGeneration } from '#server/features/sync/installation/installation.service.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { copyDatabase } from '#tests/support/devices/database-copy.ts'
import { openOutboxYard, type OutboxWorld, type OutboxYard } from '#tests/support/devices/outbox-yard.ts'
import { testStartMs } from '#tests/support/devices/test-time.ts'

const sellThrough = async (world: OutboxWorld, count: number) => {
  for (let n = 0; n < count; n += 1) await world.sell({ by: n % 2 ? 'account' : 'cash' })
}

describe.each(engines)('a server restored from a copy, on %s', (engine) => {
  let yard: OutboxYard
  beforeAll(async () => {
    yard = await openOutboxYard(engine)
  })
  afterAll(() => yard.close())

  const nowOf = (world: OutboxWorld) => toInstant(testStartMs + world.world.time.monotonicMs())
  const restored = (world: OutboxWorld) => {
    const clock = { nowMs: () => Date.parse(nowOf(world)), monotonicMs: () => world.world.time.monotonicMs() }
    return beginGeneration({ ...yard.server.deps, clock }, { cause: 'restore', dataAsOf: null })
  }
  /** Whole days in which the tablet is switched off. */
  const daysOff = async (world: OutboxWorld, days: number) => {
    world.box.close()
    await world.world.time.advance(days * dayMs)
    await world.box.openTab()
    await world.settle()
  }
  /** The server is away while its database is put back. */
  const putBack = async (world: OutboxWorld, restore: () => Promise<void>) => {
    world.network.offline = true
    await world.pass(2000, 1000)
    await restore()
    world.network.heal()
  }
  const recordCopy = (world: OutboxWorld) => {
    const at = nowOf(world)
    const times = { startedAt: at, endedAt: at, dataAsOf: at, verifiedAt: at }
    const size = { bytes: 1000, rows: 10, hasKeys: false, failure: null }
    return recordBackup(yard.server.db.database, { id: randomUUID(), target: 'folder', ...times, ...size })
  }
  const storeOf = (world: OutboxWorld) => {
    const [tab] = world.box.tabs
    if (!tab) throw new Error('no page is open')
    return tab.device.store
  }

  it('OPS-10 OPS-11: gets every sale since the copy again, once and in order, also from a till that stood idle', async () => {
    const world = await yard.openWorld()
    await sellThrough(world, 2)
    await world.settle()
    const restore = await copyDatabase(yard.server.db.owner)
    await sellThrough(world, 5)
    await world.voidLast()
    await world.closeShift()
    await world.settle()
    const sold = world.saved().length
    await putBack(world, restore)
    await restored(world)
    // Nobody touches the till from here on.
    await world.pass(120_000, 2000)
    expect(await world.counts()).toMatchObject({ pending: 0, attention: 0 })
    const [there] = await world.rows<{ n: number }>(sql`
      select count(*)::int as n from sync_ops where device_id = ${world.box.identity.deviceId}`)
    expect(there?.n).toBe(sold)
    await world.settle()
    await world.checkAll()
    expect(await lastRestore(storeOf(world))).toMatchObject({ count: expect.any(Number) })
    await sellThrough(world, 2)
    await world.settle()
    await world.checkAll()
  })

  it('OPS-12: gets again what no copy held, though it was acknowledged a month ago', async () => {
    const world = await yard.openWorld()
    await world.settle()
    const restore = await copyDatabase(yard.server.db.owner)
    await recordCopy(world)
    await sellThrough(world, 4)
    await world.closeShift()
    await world.settle()
    await daysOff(world, 30)
    await putBack(world, restore)
    await restored(world)
    await world.pass(120_000, 2000)
    await world.settle()
    await world.checkAll()
  })

  it('OPS-13: a till that was paired since the copy sells on, one new code brings all, and no receipt number is given twice', async () => {
    let restore: (() => Promise<void>) | undefined
    const world = await yard.openWorld(async () => {
      restore = await copyDatabase(yard.server.db.owner)
    })
    await sellThrough(world, 3)
    await world.settle()
    await putBack(world, async () => restore?.())
    await restored(world)
    await yard.server.deps.settleRestored(yard.server.deps)
    await sellThrough(world, 2)
    await world.untilSo(() => world.trouble() === 'device.unknown')
    await sellThrough(world, 2)
    expect(await world.rows(sql`select op_id from sync_ops where device_id = ${world.box.identity.deviceId}`)).toEqual(
      [],
    )
    await world.pairAgain()
    await sellThrough(world, 2)
    await world.closeShift()
    await sellThrough(world, 1)
    await world.settle()
    await world.checkAll()
    const { rows } = await world.inSchool((tx, schoolId) =>
      tx.execute<{ no: string }>(sql`select receipt_no as no from sales where school_id = ${schoolId}`),
    )
    expect([rows.length, new Set(rows.map(({ no }) => no)).size]).toEqual([10, 10])
  })

  it('forgets what a copy holds after a week, and not before', async () => {
    const world = await yard.openWorld()
    // The last closed shift stays with the till; the one before it may go.
    for (let shifts = 0; shifts < 3; shifts += 1) {
      await sellThrough(world, 3)
      await world.closeShift()
    }
    await world.settle()
    const before = (await world.ops()).length
    await daysOff(world, 8)
    expect((await world.ops()).length).toBe(before)
    await recordCopy(world)
    await daysOff(world, 1)
    await world.untilSo(async () => (await world.ops()).length < before)
  })

  it('OPS-19: notices by a till that it was taken back without a word, and is held', async () => {
    const world = await yard.openWorld()
    await sellThrough(world, 1)
    await world.settle()
    const { deps } = yard.server
    deps.installation.forget()
    const first = await deps.installation.state()
    const restore = await copyDatabase(yard.server.db.owner)
    await sellThrough(world, 3)
    await world.settle()
    await putBack(world, restore)
    await world.pass(120_000, 2000)
    deps.installation.forget()
    const now = await deps.installation.state()
    expect(now.generation).not.toBe(first.generation)
    expect(now.isHeld).toBe(true)
    await world.settle()
    await world.checkAll()
  })
})
