import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignVersions } from '#server/features/pos/snapshot/version.service.ts'
import { dayMs, minuteMs } from '#shared/kernel/time.ts'
import { pullSnapshot, SnapshotPage, UnchangedSnapshot } from '#shared/pos/snapshot.contract.ts'
import { pushOps } from '#shared/sync/sync.contract.ts'
import { countStatements } from '#tests/support/checks/count-statements.ts'
import { engines } from '#tests/support/database.ts'
import { signedCall } from '#tests/support/factories.ts'
import { type Canteen, hand, openCanteen, type PairedDevice, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const installEpoch = '01900000-0000-7000-8000-000000000001'

/** Rows of these come by their versions, which the school's version counts. */
const byVersion = ['categories', 'modifier_groups', 'items', 'customers', 'account_balances', 'school_versions']
/** Read only for the rows whose version has changed, and changed together with it; limits by their edition. */
const besideThem = ['account_entries', 'effective_at', 'entitlements', 'school_classes', 'till_limits']

/** The calls of a paired tablet, as it makes them. */
function pullsOf(box: Box, device: PairedDevice) {
  const ask = async (cursors: SnapshotPage['cursors'], etag?: string) => {
    const { tablet } = device
    const asked = { deviceId: tablet.deviceId, installEpoch, cursors, etag }
    const reply = await signedCall(box, { school: 'alnoor' }, tablet, pullSnapshot, asked)
    expect(reply.status).toBe(200)
    return reply.body
  }
  /** The last page of a whole pull. */
  const pullAll = async (): Promise<SnapshotPage> => {
    let page = SnapshotPage.parse(await ask({}))
    while (page.more) page = SnapshotPage.parse(await ask(page.cursors))
    return page
  }
  const isUnchanged = async ({ cursors, etag }: SnapshotPage) =>
    UnchangedSnapshot.safeParse(await ask(cursors, etag)).success
  return { ask, pullAll, isUnchanged }
}

describe.each(engines)('a pull that brings nothing on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let device: PairedDevice
  let pulls: ReturnType<typeof pullsOf>

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor', { people: 2300 })
    device = await pairDevice(canteen)
    pulls = pullsOf(box, device)
  })
  afterAll(() => box.close())

  it('says so, with what it has received of the device since', async () => {
    const till = new TillOps(device)
    const batch = till.batch([till.openShift()])
    await signedCall(box, { school: 'alnoor' }, device.tablet, pushOps, batch)
    const page = await pulls.pullAll()
    const again = UnchangedSnapshot.parse(await pulls.ask(page.cursors, page.etag))
    expect(again).toMatchObject({ etag: page.etag, galleryEtag: page.galleryEtag, received: page.received })
    expect(again.server).toEqual(page.server)
    expect(SnapshotPage.parse(await pulls.ask(page.cursors, 'another')).etag).toBe(page.etag)
  })

  const of = () => sql`${canteen.school.schoolId}::uuid`
  const tillId = () => device.ctx.device.tillId
  const uuid = () => crypto.randomUUID()
  const changes: [what: string, change: () => SQL][] = [
    ['a name of the school', () => sql`update schools set name = '{"en":"N","ar":"ن"}' where school_id = ${of()}`],
    [
      'a setting of its tills',
      () => sql`update schools set till_policy = till_policy || '{"cashIncrement":50}' where school_id = ${of()}`,
    ],
    ['the name of the till', () => sql`update tills set name = '{"en":"T","ar":"ت"}' where id = ${tillId()}`],
    ['the name of its place', () => sql`update sites set name = '{"en":"P","ar":"م"}' where school_id = ${of()}`],
    [
      'favourites',
      () => sql`insert into till_favourites (school_id, till_id, name, item_ids, version)
        values (${of()}, ${tillId()}, '{"en":"","ar":""}', array[${canteen.items[0]?.id}::uuid], 1)`,
    ],
    [
      'limits',
      () =>
        sql`insert into till_limit_editions (school_id, version, by, at) values (${of()}, 1, ${canteen.supervisor}, now())`,
    ],
    [
      'a rule of spending',
      () => sql`insert into spending_rules (school_id, id, rule_id, source, terms, set_at)
        values (${of()}, ${uuid()}, ${uuid()}, 'school', '{"kind":"no-allergen","target":"milk"}', now())`,
    ],
    ['the end of a rule', () => sql`update spending_rules set ended_at = now() where school_id = ${of()}`],
    [
      'a food list',
      () =>
        sql`insert into food_pack_choices (school_id, chosen_at, pack, chosen_by) values (${of()}, now(), 'ae', ${canteen.supervisor})`,
    ],
    ['a password', () => sql`update users set pin_epoch = pin_epoch + 1 where id = ${canteen.cashier}`],
    ['a role', () => sql`update users set roles = '{operator}' where id = ${canteen.supervisor}`],
    ['somebody who left', () => sql`update users set disabled_at = now() where id = ${canteen.supervisor}`],
  ]
  it.each(changes)('is none after a change of %s', async (_what, change) => {
    const before = await pulls.pullAll()
    expect(await pulls.isUnchanged(before)).toBe(true)
    await box.db.owner.execute(change())
    expect(await pulls.isUnchanged(before)).toBe(false)
  })

  it('is none once a row has changed, and none on the next business day', async () => {
    const before = await pulls.pullAll()
    const { schoolId } = canteen.school
    await box.db.database.tenant(schoolId, async (tx) => {
      const version = (await assignVersions(tx, schoolId, 1)) + 1
      await tx.execute(sql`update items set sort = 9, version = ${version} where id = ${canteen.items[1]?.id}`)
    })
    expect(await pulls.isUnchanged(before)).toBe(false)
    const after = await pulls.pullAll()
    box.clock.advance(dayMs)
    expect(await pulls.isUnchanged(after)).toBe(false)
  })

  it('is none for a device that stands at another till or was paired once more', async () => {
    const before = await pulls.pullAll()
    await box.db.owner.execute(sql`update devices set epoch = epoch + 1 where id = ${device.tablet.deviceId}`)
    expect(await pulls.isUnchanged(before)).toBe(false)
  })
})

describe('what pulls cost on postgres', () => {
  let box: Box
  let canteen: Canteen
  let pulls: ReturnType<typeof pullsOf>

  beforeAll(async () => {
    box = await openBox('postgres')
    canteen = await openCanteen(box, 'alnoor', { people: 2300 })
    pulls = pullsOf(box, await pairDevice(canteen))
  })
  afterAll(() => box.close())

  it('OPS-38: costs at most four statements, faces and PINs included, whatever the pupils, and a sale at most twenty', async () => {
    const page = await pulls.pullAll()
    const other = await pairDevice(canteen)
    // The time of contact is due to be written, as it is each minute. What all tills of a school share is read by another one.
    box.clock.advance(minuteMs)
    await pullsOf(box, other).ask({})
    const counted = countStatements()
    try {
      expect(await pulls.isUnchanged(page)).toBe(true)
      expect(counted.statements()).toBeLessThanOrEqual(4)
      const till = new TillOps(other)
      await hand(other, till.batch([till.openShift()]))
      counted.reset()
      const reply = await signedCall(box, { school: 'alnoor' }, other.tablet, pushOps, till.batch([till.sale()]))
      expect(pushOps.reply.parse(reply.body).results).toMatchObject([{ outcome: 'applied' }])
      expect(counted.statements()).toBeLessThanOrEqual(20)
    } finally {
      counted.stop()
    }
  })

  it('reads in its entity tags every table that a pull answers from', async () => {
    const page = await pulls.pullAll()
    const counted = countStatements()
    try {
      await pulls.isUnchanged(page)
      const inTags = counted.tablesRead()
      counted.reset()
      await pulls.pullAll()
      const ofPages = counted.tablesRead()
      const missing = (read: Set<string>, known: string[]) =>
        [...read].filter((name) => !inTags.has(name) && !known.includes(name))
      expect(missing(ofPages, [...byVersion, ...besideThem])).toEqual([])
    } finally {
      counted.stop()
    }
  })
})
