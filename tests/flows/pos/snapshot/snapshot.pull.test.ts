import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { items } from '#server/features/pos/catalogue/catalogue.table.ts'
import { assignVersions } from '#server/features/pos/snapshot/version.service.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { pullSnapshot, SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import { pushOps } from '#shared/sync/sync.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeTablet, makeUser, signedCall } from '#tests/support/factories.ts'
import { type Canteen, hand, openCanteen, type PairedDevice, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const school = { school: 'alnoor' }
const installEpoch = '01900000-0000-7000-8000-000000000001'

describe.each(engines)('what a till must know on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let device: PairedDevice

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor', { people: 2300, currency: 'KWD' })
    await openCanteen(box, 'manara', { people: 5 })
    device = await pairDevice(canteen)
  })
  afterAll(() => box.close())

  const ask = (cursors: unknown, more: Record<string, unknown> = {}) =>
    signedCall(box, school, device.tablet, pullSnapshot, {
      deviceId: device.tablet.deviceId,
      installEpoch,
      cursors,
      ...more,
    })
  const pull = async (cursors: unknown): Promise<SnapshotPage> => {
    const reply = await ask(cursors)
    expect([reply.status, reply.headers.get('x-sync-protocol')]).toEqual([200, '1'])
    return SnapshotPage.parse(reply.body)
  }

  it('comes whole in pages, each row once, inactive ones too, of this school alone', async () => {
    await box.db.owner
      .update(items)
      .set({ active: false })
      .where(eq(items.id, canteen.items[0]?.id as never))
    const first = await pull({})
    expect([first.customers.length, first.balances.length, first.items.length, first.more]).toEqual([
      2000,
      2000,
      3,
      true,
    ])
    const second = await pull(first.cursors)
    expect([second.customers.length, second.balances.length, second.items.length, second.more]).toEqual([
      300,
      300,
      0,
      false,
    ])
    const ids = [...first.customers, ...second.customers].map((c) => c.id)
    expect(new Set(ids)).toEqual(new Set(canteen.customers))
    expect(first.items.filter((i) => !i.active).map((i) => i.id)).toEqual([canteen.items[0]?.id])
    expect(first.balances[0]).toEqual({ customerId: expect.any(String), balance: 100_000, spentOn: null, spent: 0 })
    expect(first.settings).toMatchObject({
      till: { tillCode: device.tillCode, siteCode: device.siteCode },
      epoch: 1,
      currency: 'KWD',
      priceListVersion: 4,
      cashIncrement: 5,
      cutoverMinute: 240,
    })
    const third = await pull(second.cursors)
    expect([third.customers, third.balances, third.items, third.more]).toEqual([[], [], [], false])
    expect(third.cursors).toEqual(second.cursors)
  })

  it('brings the account that a sale has moved, up to the version of its verdict', async () => {
    let page = await pull({})
    while (page.more) page = await pull(page.cursors)
    const till = new TillOps(device)
    const customerId = canteen.customers[7]
    if (!customerId) throw new Error('no customer')
    const ops = [till.openShift(), till.sale({ pay: [{ kind: 'account', customerId }] }), till.sale()]
    const { results } = await hand(device, till.batch(ops))
    const next = await pull(page.cursors)
    const week = [['2030-03-03', expect.any(Number), 700]]
    expect(next.balances).toEqual([{ customerId, balance: 99_300, spentOn: '2030-03-03', spent: 700, week }])
    expect(next.serverVersion).toBeGreaterThanOrEqual(results[1]?.serverVersion ?? Number.NaN)
    expect(results[2]?.serverVersion).toBeUndefined()
  })

  it('names who may work at a till now, by id alone: no other roles, nobody switched off, nobody of another school', async () => {
    const { school: of, cashier, supervisor } = canteen
    const boss = await makeUser(box, of, 'boss', ['finance', 'supervisor'])
    const leaver = await makeUser(box, of, 'leaver', ['operator'])
    await makeUser(box, of, 'clerk', ['finance'])
    const named = async () => (await pull({})).operators.toSorted()
    expect(await named()).toEqual([cashier, supervisor, boss, leaver].toSorted())
    const change = (id: UserId, to: Partial<typeof users.$inferInsert>) =>
      box.db.owner.update(users).set(to).where(eq(users.id, id))
    await change(leaver, { disabledAt: '2030-01-01T00:00:00.000Z' })
    await change(boss, { roles: ['finance'] })
    expect(await named()).toEqual([cashier, supervisor].toSorted())
  })

  it('is refused to a device in the name of another, and for a cursor that is none', async () => {
    const other = await pairDevice(canteen)
    const foreign = await ask({}, { deviceId: other.tablet.deviceId })
    expect([foreign.status, foreign.body.messageId, foreign.headers.get('x-sync-protocol')]).toEqual([
      403,
      'sync.forbidden',
      '1',
    ])
    const bad = await ask({ items: [1, "x' or 1=1"] })
    expect([bad.status, bad.body.field]).toEqual([400, 'cursors.items'])
  })

  it('goes to whom it is for: operations too are taken from their own signature alone', async () => {
    const till = new TillOps(device)
    const batch = till.batch([till.openShift()], { fence: { epoch: 9, no: 1 } })
    const stranger = { ...(await makeTablet()), deviceId: device.tablet.deviceId }
    const forged = await signedCall(box, school, stranger, pushOps, batch)
    expect([forged.status, forged.body.messageId]).toEqual([401, 'device.bad-signature'])
    const replies = [
      await signedCall(box, school, device.tablet, pushOps, batch),
      await signedCall(box, school, device.tablet, pushOps, batch),
    ]
    expect(replies.map((r) => [r.status, r.headers.get('x-sync-protocol')])).toEqual([
      [200, '1'],
      [409, '1'],
    ])
    const wrong = await signedCall(box, school, device.tablet, pushOps, { ...batch, fence: { epoch: 0, no: 1 } })
    expect([wrong.status, wrong.body.field]).toEqual([400, 'fence.epoch'])
    const large = await signedCall(box, school, device.tablet, pushOps, { ...batch, appVersion: 'x'.repeat(300_000) })
    expect(large.status).toBe(413)
    const elsewhere = await signedCall(box, { school: 'manara' }, device.tablet, pushOps, batch)
    expect(elsewhere.body.messageId).toBe('device.unknown')
  })
})

/** The embedded engine runs one transaction at a time: there nothing is ever under way beside another. */
describe('what a till is promised on postgres', () => {
  let box: Box
  beforeAll(async () => {
    box = await openBox('postgres')
  })
  afterAll(() => box.close())

  it('is nothing that is still under way', async () => {
    const canteen = await openCanteen(box, 'alnoor')
    const { tablet } = await pairDevice(canteen)
    const { schoolId } = canteen.school
    const pull = async (cursors: unknown) => {
      const input = { deviceId: tablet.deviceId, installEpoch, cursors }
      return SnapshotPage.parse((await signedCall(box, school, tablet, pullSnapshot, input)).body)
    }
    const page = await pull({})
    const begun = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const change = box.db.database.tenant(schoolId, async (tx) => {
      const version = (await assignVersions(tx, schoolId, 1)) + 1
      await tx.execute(sql`update items set sort = 9, version = ${version} where school_id = ${schoolId}`)
      begun.resolve()
      await held.promise
    })
    await begun.promise
    const meanwhile = await pull(page.cursors)
    expect([meanwhile.serverVersion, meanwhile.items]).toEqual([page.serverVersion, []])
    held.resolve()
    await change
    const after = await pull(meanwhile.cursors)
    expect([after.serverVersion, after.items.length]).toEqual([page.serverVersion + 1, 3])
  })
})
