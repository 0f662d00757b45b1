import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sales } from '#server/features/pos/pos.table.ts'
import { cashMovements } from '#server/features/pos/pos-payments.table.ts'
import { listDevices } from '#server/features/sync/devices/device-health.service.ts'
import { syncOps, syncQuarantine } from '#server/features/sync/ingest/sync.table.ts'
import { chainStart } from '#shared/kernel/chain.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type CommandVersions, commandVersions } from '#shared/sync/command-kinds.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const withoutDrawer: CommandVersions = { ...commandVersions, 'pos.moveCash': undefined }
// What these tills send is of version 1.
const withOldDrawer: CommandVersions = { ...commandVersions, 'pos.moveCash': 0 }
const older: [string, CommandVersions][] = [
  ['a kind', withoutDrawer],
  ['a version', withOldDrawer],
]

describe.each(engines)('a server older than its tills, on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let till: TillOps

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
  })
  beforeEach(async () => {
    till = new TillOps(await pairDevice(canteen))
  })
  afterAll(() => box.close())

  const push = (ops: readonly unknown[], known?: CommandVersions, more: Parameters<TillOps['batch']>[1] = {}) =>
    hand(till.device, till.batch(ops, more), undefined, known)
  const mine = <T extends { deviceId: typeof syncOps.deviceId | typeof syncQuarantine.deviceId }>({ deviceId }: T) =>
    eq(deviceId, till.device.tablet.deviceId)
  const health = async () => {
    const { schoolId } = canteen.school
    const all = await box.db.database.tenant(schoolId, (tx) => listDevices(tx, schoolId))
    return all.find(({ deviceId }) => deviceId === till.device.tablet.deviceId)
  }
  const outcomes = ({ results }: Awaited<ReturnType<typeof push>>) => results.map((r) => r.outcome)

  it.each(older)('lets %s that it does not know wait, in order, and takes it in once it is newer', async (_, known) => {
    const ops = [till.openShift(), till.sale(), till.moveCash('drop', 500), till.sale(), till.closeShift()]
    const oldestAt = toInstant(box.clock.nowMs())
    const tails = { [till.stream]: { nextSeq: 6, pending: 5, oldestAt, pendingMinor: 1400 } }
    for (let asked = 0; asked < 3; asked += 1) {
      const reply = await push(ops, known, { tails })
      expect(outcomes(reply).slice(2)).toEqual(['deferred', 'gap', 'gap'])
      expect(reply.results[2]).toEqual({
        opId: ops[2]?.opId,
        outcome: 'deferred',
        messageId: 'sync.server-older',
      })
      expect(reply.results.slice(3)).toMatchObject([{ expectedSeq: 3 }, { expectedSeq: 3 }])
      expect(reply.received).toEqual({ [till.stream]: 2 })
    }
    expect(await box.db.owner.$count(syncOps, mine(syncOps))).toBe(2)
    expect(await box.db.owner.$count(syncQuarantine, mine(syncQuarantine))).toBe(0)
    // Staff see how much waits there, and since when.
    expect(await health()).toMatchObject({ unsentCount: 3, oldestUnsentAt: oldestAt, alerts: [] })

    const newer = await push(ops)
    expect(newer.results.map((r) => [r.outcome, r.flags])).toEqual([
      ['duplicate', []],
      ['duplicate', []],
      ['applied', []],
      ['applied', []],
      ['applied', []],
    ])
    const shiftId = till.shift?.open.id
    if (!shiftId) throw new Error('no shift')
    expect(await box.db.owner.$count(cashMovements, eq(cashMovements.shiftId, shiftId))).toBe(1)
    expect(await box.db.owner.$count(sales, eq(sales.shiftId, shiftId))).toBe(2)
    // Taken back to the older one: what was applied stays applied.
    expect(outcomes(await push(ops, known))).toEqual(Array(5).fill('duplicate'))
  })

  it.each(['pos.teleport', 'constructor', '__proto__'])('takes %s for a kind that is still to come', async (kind) => {
    const { results } = await push([till.openShift(), till.op(kind, { to: 'moon' }), till.sale()])
    expect(results).toMatchObject([{ outcome: 'applied' }, { messageId: 'sync.server-older' }, { outcome: 'gap' }])
  })

  it('lets no other stream wait', async () => {
    const [open, drop] = [till.openShift(), till.moveCash('drop', 5)]
    const stream = `kiosk/${till.device.tablet.deviceId}`
    const other = till.op('pos.sale', { unreadable: true }, { stream, seq: 1, prevHash: chainStart })
    expect(outcomes(await push([open, drop, other], withoutDrawer))).toEqual(['applied', 'deferred', 'invalid'])
  })

  it('waits for what fills a hole too, without holding up what lies behind it', async () => {
    const [open, drop, sale] = [till.openShift(), till.moveCash('drop', 5), till.sale()]
    const hole = { stream: till.stream, from: 2, to: 2, lastHash: drop.hash, reason: 'withheld' as const, opIds: [] }
    await push([open])
    await push([sale], undefined, { holes: [hole] })
    const next = [till.sale(), till.sale()]
    expect(outcomes(await push([drop, ...next], withoutDrawer))).toEqual(['deferred', 'applied', 'applied'])
    expect((await push([drop])).results).toMatchObject([{ outcome: 'applied', flags: ['late'] }])
  })
})
