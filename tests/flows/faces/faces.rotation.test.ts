import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { faceTemplates } from '#server/features/faces/face.table.ts'
import { FaceAuditEntry, faceAudit } from '#shared/faces/face-report.contract.ts'
import { changeFaceRotation, faceSettings } from '#shared/faces/face-settings.contract.ts'
import { fromBase64 } from '#shared/kernel/bytes.ts'
import { templatesFromBytes } from '#shared/recognition/face-bytes.rules.ts'
import { rotateTemplate, rotationFromSeed } from '#shared/recognition/face-rotation.rules.ts'
import { templateDistance } from '#shared/recognition/face-template.rules.ts'
import { engines } from '#tests/support/database.ts'
import {
  agreeToFace,
  decideOp,
  dumpTables,
  enrol,
  enrolOp,
  type FaceSchool,
  faceOf,
  openFaceSchool,
  pullPage,
  push,
} from '#tests/support/faces/face-kit.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('another secret rotation on %s', (engine) => {
  let box: Box
  let at: FaceSchool
  let view = 20
  const person = (n: number) => at.canteen.customers[n] ?? expect.fail('nobody')
  const rows = () => box.db.owner.select().from(faceTemplates).orderBy(faceTemplates.customerId)
  const change = () => call(box.app, at.admin, changeFaceRotation, { why: 'device-lost' })
  /** What the server makes of somebody who says that they are the first pupil. */
  const checked = async (seed: number) => {
    view += 1
    const [probe = null] = faceOf(seed, 1, 0.12, view)
    return (await push(at, await decideOp(box, at, probe)))[0]?.flags
  }
  beforeAll(async () => {
    box = await openBox(engine)
    at = await openFaceSchool(box, 'alnoor', 5)
    for (const n of [0, 1, 2, 3]) await agreeToFace(box, at, person(n))
    for (const n of [0, 1, 2]) await enrol(box, at, person(n), { templates: faceOf(n + 1) })
  })
  afterAll(() => box.close())

  it('turns every stored face again; who was confirmed before is after, and nobody else', async () => {
    const before = await rows()
    const held = await pullPage(box, at.device)
    expect([await checked(1), await checked(2)]).toEqual([[], ['face-not-confirmed']])
    expect((await change()).body.settings).toMatchObject({ rotationEpoch: 2, people: 3 })
    const after = await rows()
    expect(after.map(({ rotationEpoch, samples }) => [rotationEpoch, samples])).toEqual([2, 2, 2].map((n) => [n, 4]))
    const dump = await dumpTables(box)
    expect(before.filter(({ content }) => dump.includes(content.slice(0, 60)))).toEqual([])
    expect([await checked(1), await checked(2)]).toEqual([[], ['face-not-confirmed']])

    // A device that was up to date gets all of them again, and what it had fits nothing of it.
    const more = {
      cursors: held.cursors,
      held: { version: held.serverVersion, count: 3, lists: held.lists?.hash ?? null },
    }
    const page = await pullPage(box, at.device, more)
    expect(page.people.map(({ rotationEpoch }) => rotationEpoch)).toEqual([2, 2, 2])
    const templateOf = ({ people }: typeof page) =>
      templatesFromBytes(fromBase64(people.find(({ customerId }) => customerId === person(0))?.templates[0] ?? ''))[0]
    expect(templateDistance(templateOf(held) ?? [], templateOf(page) ?? [])).toBeGreaterThan(1)
    const [raw = new Float32Array()] = faceOf(1)
    const rotation = rotationFromSeed(fromBase64(page.settings.rotation ?? ''))
    expect(templateDistance(rotateTemplate(rotation, raw), templateOf(page) ?? [])).toBeLessThan(1e-5)
  })

  it('is for those who manage faces, needs a reason and the key, and stands in the record', async () => {
    expect((await call(box.app, at.officer, changeFaceRotation, { why: 'leak' })).body.messageId).toBe('access.denied')
    expect((await call(box.app, at.admin, changeFaceRotation, { why: 'mood' as 'leak' })).status).toBe(400)
    const keyless = createApp({ ...box.deps, keyRing: undefined })
    expect((await call(keyless, at.admin, changeFaceRotation, { why: 'leak' })).body.messageId).toBe('face.no-key')
    expect((await call(box.app, at.admin, faceSettings)).body.settings).toMatchObject({ rotationEpoch: 2 })
    const { body } = await call(box.app, at.admin, faceAudit, {})
    const noted = FaceAuditEntry.array().parse(body.entries)
    expect(noted.filter(({ action }) => action === 'rotated')).toMatchObject([
      { detail: { why: 'device-lost', epoch: 2, people: 3 }, by: { en: expect.any(String) } },
    ])
  })

  it('is all or nothing: one face that cannot be opened leaves everything as it was', async () => {
    const [first] = await rows()
    const set = (content: string) =>
      box.db.owner
        .update(faceTemplates)
        .set({ content })
        .where(eq(faceTemplates.customerId, first?.customerId ?? person(0)))
    await set('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
    expect((await change()).status).toBe(500)
    await set(first?.content ?? '')
    expect(await rows()).toMatchObject([{ rotationEpoch: 2 }, { rotationEpoch: 2 }, { rotationEpoch: 2 }])
    expect((await call(box.app, at.admin, faceSettings)).body.settings).toMatchObject({ rotationEpoch: 2 })
    expect(await checked(1)).toEqual([])
  })

  it('waits for a face that is just coming in, or is waited for by it', async () => {
    const op = await enrolOp(box, at, person(3), { templates: faceOf(4) })
    const [verdicts, changed] = await Promise.all([push(at, op), change()])
    expect([verdicts, changed.status]).toMatchObject([[{ outcome: 'applied', flags: [] }], 200])
    expect((await rows()).map(({ rotationEpoch }) => rotationEpoch)).toEqual([3, 3, 3, 3])
    expect(await checked(1)).toEqual([])
  })
})
