import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mails } from '#server/features/mail/mail.table.ts'
import { devices } from '#server/features/sync/devices/device.table.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { OutgoingMail } from '#server/kernel/outside/mailer.ts'
import { tellOfDisk } from '#server/node/alerts/disk-alerts.ts'
import { startSchoolAlerts, tellOfSchool } from '#server/node/alerts/school-alerts.ts'
import { dayMs, hourMs, minuteMs, toInstant } from '#shared/kernel/time.ts'
import { deviceList, handleAlert } from '#shared/sync/device-health.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, type PairedDevice, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

const it1 = 'it@alnoor.example'
/** A Monday in Qatar, nine in the morning. */
const mondayMs = Date.parse('2030-03-04T06:00:00.000Z')

describe.each(engines)('OPS-35 mails to the people of the installation, on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let told: OutgoingMail[]
  let deps: Deps
  let [first, second]: PairedDevice[] = []

  beforeEach(async () => {
    box = await openBox(engine)
    box.clock.advance(mondayMs - box.clock.nowMs())
    canteen = await openCanteen(box, 'alnoor')
    told = []
    deps = { ...box.deps, mailer: { send: async (mail) => void told.push(mail) } }
    first = await pairDevice(canteen)
    second = await pairDevice(canteen)
    await seen(first)
    await seen(second)
  })
  afterEach(() => box.close())

  const seen = (device: PairedDevice | undefined) =>
    box.db.owner
      .update(devices)
      .set({ lastContactAt: toInstant(box.clock.nowMs()) })
      .where(eq(devices.id, device?.tablet.deviceId ?? ('' as never)))
  const code = (device: PairedDevice | undefined) => `alnoor: ${device?.siteCode}-${device?.tillCode}`
  /** Looks twice, since nothing is told again. @returns subject in English and what it is about */
  const look = async () => {
    told.length = 0
    await tellOfSchool(deps, [it1], canteen.school.schoolId)
    await tellOfSchool(deps, [it1], canteen.school.schoolId)
    return told.map(({ subject, text }) => [subject.split(' · ')[0], /: (alnoor.*)$/m.exec(text)?.[1]])
  }

  it('a till that was not seen on a school day while another was, and when it is seen again', async () => {
    expect(await look()).toEqual([])
    box.clock.advance(dayMs)
    await seen(first)
    expect(await look()).toEqual([])
    // In the evening the day is over; the day before, both were seen.
    box.clock.advance(10 * hourMs)
    await seen(first)
    expect(await look()).toEqual([['A till was not seen for a school day', code(second)]])
    const [mail] = told
    expect(mail).toMatchObject({ to: it1, subject: expect.stringContaining('يوم دراسي') })
    box.clock.advance(hourMs)
    expect(await look()).toEqual([])
    await seen(second)
    expect(await look()).toEqual([['The tills are seen again', 'alnoor']])
  })

  it('nothing of tills over a weekend, nor where none was seen', async () => {
    // Friday evening: the first till was left on.
    box.clock.advance(3 * dayMs)
    await seen(second)
    box.clock.advance(dayMs + 10 * hourMs)
    await seen(first)
    expect(await look()).toEqual([])
    box.clock.advance(20 * dayMs)
    expect(await look()).toEqual([])
  })

  it('operations that wait on a till for two hours, and when they have arrived', async () => {
    const till = new TillOps(first as PairedDevice)
    const oldestAt = toInstant(box.clock.nowMs())
    const tails = { [till.stream]: { nextSeq: 3, pending: 1, oldestAt, pendingMinor: 700 } }
    await hand(till.device, till.batch([till.openShift()], { tails }))
    expect(await look()).toEqual([])
    box.clock.advance(2 * hourMs + minuteMs)
    expect(await look()).toEqual([['A till has held sales for two hours', code(first)]])
    await hand(till.device, till.batch([till.sale()]))
    expect(await look()).toEqual([['The tills have sent everything', 'alnoor']])
  })

  it('operations that were lost, until somebody has decided, and a clock that is off, until it is set', async () => {
    const till = new TillOps(first as PairedDevice)
    const late = { clockOffsetMs: 5 * minuteMs }
    const open = till.openShift()
    const gone = till.sale()
    const { seq, hash: lastHash } = gone
    const holes = [{ stream: till.stream, from: seq, to: seq, lastHash, reason: 'lost' as const, opIds: [] }]
    const next = till.op('pos.sale', till.makeSale({}), late)
    await hand(till.device, till.batch([open]))
    await hand(till.device, till.batch([next], { holes }))
    expect(await look()).toEqual([
      ['A till needs a decision', code(first)],
      ['A till’s clock is wrong', code(first)],
    ])
    const keeper = await signInAs(box, canteen.school, 'hind', ['supervisor'])
    const { devices: list } = deviceList.reply.parse((await call(box.app, keeper, deviceList)).body)
    const alertId = list.flatMap(({ alerts }) => alerts)[0]?.id
    expect((await call(box.app, keeper, handleAlert, { alertId, note: 'counted' })).status).toBe(200)
    await hand(till.device, till.batch([till.op('pos.sale', till.makeSale({}), { clockOffsetMs: 10 })]))
    expect(await look()).toEqual([
      ['No till needs a decision', 'alnoor'],
      ['The tills’ clocks are right again', 'alnoor'],
    ])
  })

  it('emails that have waited for a quarter of an hour; what did not leave is told in the next round', async () => {
    const { schoolId } = canteen.school
    await box.db.owner.insert(mails).values({
      schoolId,
      id: randomUUID(),
      recipient: 'family@example.com',
      language: 'en',
      template: 'no-account',
      params: { path: '/sign-up' },
      origin: 'http://localhost',
      state: 'queued',
      nextAt: toInstant(box.clock.nowMs()),
      createdAt: toInstant(box.clock.nowMs()),
    })
    box.clock.advance(16 * minuteMs)
    const away: Deps = { ...deps, mailer: { send: () => Promise.reject(new Error('no route')) } }
    await expect(tellOfSchool(away, [it1], schoolId)).rejects.toThrow('no route')
    expect(await look()).toEqual([['Emails are not leaving', 'alnoor: 1']])
    expect(told[0]?.text).not.toContain('family@')
    await box.db.owner.execute(sql`update mails set state = 'sent'`)
    expect(await look()).toEqual([['Emails leave again', 'alnoor']])
  })

  it('a disk that is nearly full, and when it has room again', async () => {
    const disk = async (least: number) => {
      told.length = 0
      for (let n = 0; n < 2; n += 1) await tellOfDisk(deps, [it1], { folder: '.', least })
      return told.map(({ subject }) => subject.split(' · ')[0])
    }
    expect(await disk(0)).toEqual([])
    expect(await disk(2)).toEqual(['The disk is nearly full'])
    expect(told[0]?.text).toMatch(/Free: [\d.]+ GB · \d+ %/)
    expect(await disk(0)).toEqual(['The disk has room again'])
  })

  it('goes round by itself', async () => {
    const till = new TillOps(first as PairedDevice)
    await hand(
      till.device,
      till.batch([till.openShift(), till.op('pos.sale', till.makeSale({}), { clockOffsetMs: dayMs })]),
    )
    const running = startSchoolAlerts(deps, [it1])
    await expect.poll(() => told.length).toBe(1)
    await running.stop()
    await startSchoolAlerts({ ...deps, mailer: undefined }, [it1]).stop()
  })
})
