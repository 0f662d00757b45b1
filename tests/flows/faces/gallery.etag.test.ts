import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setCustomerPin } from '#shared/faces/face-pupils.contract.ts'
import { changeFaceSettings, switchFaces } from '#shared/faces/face-settings.contract.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { hourMs } from '#shared/kernel/time.ts'
import { pullSnapshot, SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import { countStatements } from '#tests/support/checks/count-statements.ts'
import { signedCall } from '#tests/support/factories.ts'
import {
  agreeToFace,
  enrol,
  type FaceSchool,
  faceOf,
  openFaceSchool,
  pullPage,
  sayOfFace,
} from '#tests/support/faces/face-kit.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

/** Of the edge, of what a device holds (said in the same visit), and rows written together with an act of consent. */
const elsewhere = ['school_versions', 'face_forgotten', 'consent_decisions', 'users']
/** Names of subqueries, which no table has. */
const subqueries = ['asked', 'answered', 'said', 'disabled_at']

describe('the entity tag of faces and PINs', () => {
  let box: Box
  let at: FaceSchool
  let consent: string
  beforeAll(async () => {
    box = await openBox('postgres')
    at = await openFaceSchool(box, 'alnoor', 6)
  })
  afterAll(() => box.close())

  const person = (n: number) => at.canteen.customers[n] as CustomerId
  const tag = async (): Promise<string | undefined> => {
    const { tablet } = at.device
    const asked = { deviceId: tablet.deviceId, installEpoch: at.till.installEpoch, cursors: {} }
    return SnapshotPage.parse((await signedCall(box, { school: 'alnoor' }, tablet, pullSnapshot, asked)).body)
      .galleryEtag
  }
  const done = async (reply: ReturnType<typeof call>) => expect((await reply).status).toBe(200)
  const leave = sql`update customers set active = false, version = version + 1 where admission_no = 'A2'`

  const changes: [what: string, change: () => Promise<unknown>][] = [
    ['a guardian agrees', async () => (consent = await agreeToFace(box, at, person(0)))],
    ['a face is registered', () => enrol(box, at, person(0), { templates: faceOf(1) })],
    ['a PIN is set', () => done(call(box.app, at.admin, setCustomerPin, { customerId: person(1), pin: '4071' }))],
    ['a setting is changed', () => done(call(box.app, at.admin, changeFaceSettings, { galleryHours: 48 }))],
    ['a pupil leaves', () => box.db.owner.execute(leave)],
    ['a guardian withdraws', () => sayOfFace(box, at, consent, false)],
    ['an hour has passed', async () => box.clock.advance(hourMs)],
    ['faces are switched off', () => done(call(box.app, at.admin, switchFaces, { on: false }))],
  ]
  it.each(changes)('is another one when %s, and stays while nothing changes', async (_what, change) => {
    const before = await tag()
    expect(await tag()).toBe(before)
    await change()
    expect(await tag()).not.toBe(before)
  })

  it('covers every table that the gallery is answered from', async () => {
    await done(call(box.app, at.admin, switchFaces, { on: true }))
    const counted = countStatements()
    try {
      await tag()
      const inTag = counted.tablesRead()
      counted.reset()
      expect((await pullPage(box, at.device)).settings.on).toBe(true)
      const known = [...elsewhere, ...subqueries]
      expect([...counted.tablesRead()].filter((name) => !inTag.has(name) && !known.includes(name))).toEqual([])
    } finally {
      counted.stop()
    }
  })
})
