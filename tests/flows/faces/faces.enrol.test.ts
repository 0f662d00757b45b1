import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideSuspicion, FaceSuspicion, faceSuspicions, pupilObjects } from '#shared/faces/face-pupils.contract.ts'
import { faceAudit } from '#shared/faces/face-report.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { templatesToBytes } from '#shared/recognition/face-bytes.rules.ts'
import { engines } from '#tests/support/database.ts'
import {
  agreeToFace,
  askAboutFace,
  dumpTables,
  enrol,
  enrolOp,
  type FaceSchool,
  faceOf,
  lookalikeOf,
  openFaceSchool,
  pullPage,
  pupil,
  push,
  sayOfFace,
} from '#tests/support/faces/face-kit.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('registering a face on %s', (engine) => {
  let box: Box
  let alnoor: FaceSchool
  let manara: FaceSchool
  const person = (at: FaceSchool, n: number) => {
    const id = at.canteen.customers[n]
    if (!id) throw new RangeError('nobody')
    return id
  }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await openFaceSchool(box, 'alnoor', 12)
    manara = await openFaceSchool(box, 'manara')
    for (const id of alnoor.canteen.customers.slice(0, 9)) await agreeToFace(box, alnoor, id)
    await agreeToFace(box, manara, person(manara, 0))
  })
  afterAll(() => box.close())

  const suspicions = async () =>
    FaceSuspicion.array().parse((await call(box.app, alnoor.admin, faceSuspicions)).body.suspicions)

  it('keeps it encrypted and turned, gives it to devices, and writes nothing of it down', async () => {
    const templates = faceOf(1)
    const op = await enrolOp(box, alnoor, person(alnoor, 0), { templates })
    expect(await push(alnoor, op)).toMatchObject([{ outcome: 'applied', flags: [] }])
    expect(await push(alnoor, op)).toMatchObject([{ outcome: 'duplicate' }])
    expect(await pupil(box, alnoor, person(alnoor, 0))).toMatchObject({
      consent: 'agreed',
      face: { state: 'ready', samples: 4, oneToOne: false },
    })
    const { people, lists } = await pullPage(box, alnoor.device)
    expect(people).toMatchObject([{ customerId: person(alnoor, 0), oneToOne: false }])
    expect(lists).toMatchObject({ present: [person(alnoor, 0)] })
    expect(lists?.mayEnrol).toHaveLength(9)
    const dump = await dumpTables(box)
    expect(dump.includes('face.enrol')).toBe(true)
    expect(dump.includes((op.body as { sealed: string }).sealed)).toBe(false)
    expect(dump.includes('"sealed"')).toBe(false)
    for (const kept of [toBase64(templatesToBytes(templates)), people[0]?.templates[0] ?? '-']) {
      expect(dump.includes(kept.slice(0, 60))).toBe(false)
    }
    const { body } = await call(box.app, alnoor.admin, faceAudit, { customerId: person(alnoor, 0) })
    expect(body.entries).toMatchObject([{ action: 'enrolled', detail: { samples: 4, by: 'staff' } }])
  })

  it('takes nothing in that is no face of this school, and writes nothing of that down either', async () => {
    const id = person(alnoor, 1)
    const samples = faceOf(2)
    const strange = (await pullPage(box, manara.device)).settings
    expect(strange.rotation).not.toBe((await pullPage(box, alnoor.device)).settings.rotation)
    const odd: Record<string, Parameters<typeof enrolOp>[3]> = {
      'of another length': { templates: samples, bytes: templatesToBytes(samples).slice(0, 4 * 500) },
      'fewer than it says': { templates: samples, change: { count: 5 } },
      'not finite': { templates: [...samples.slice(1), Float32Array.from({ length: 128 }, () => Number.NaN)] },
      'of no norm': { templates: samples.map((sample) => sample.map((value) => value / 3)) },
      'one frame again and again': { templates: samples.map(() => samples[0] ?? new Float32Array(128)) },
      'two people': { templates: [...samples.slice(0, 3), ...faceOf(77, 1)] },
      'sealed to another school': { templates: samples, settings: strange },
      'bound to another school': { templates: samples, school: 'manara' },
      'of another pipeline': { templates: samples, change: { pipeline: 'another/1' } },
      'not sealed at all': { templates: samples, change: { sealed: 'AAAA' } },
      'with an id of its own': { templates: samples, change: { id: alnoor.till.newId() } },
    }
    for (const [what, options] of Object.entries(odd)) {
      expect(await enrol(box, alnoor, id, options), what).toMatchObject({ outcome: 'invalid' })
    }
    const forged = await enrolOp(box, alnoor, id, { templates: samples })
    const { sealed } = forged.body as { sealed: string }
    expect(
      await push(alnoor, { ...forged, body: { ...(forged.body as object), customerId: person(alnoor, 2) } }),
    ).toMatchObject([{ outcome: 'invalid' }])
    expect(await push(alnoor, forged)).toMatchObject([{ outcome: 'applied' }])
    const replayed = await enrol(box, alnoor, person(alnoor, 2), { templates: samples })
    expect(replayed).toMatchObject({ outcome: 'invalid' })
    const { seq, lastHash } = alnoor.till
    const changed = { ...(forged.body as object), count: 3 }
    const other = alnoor.till.op('face.enrol', changed, { opId: forged.opId })
    expect(await push(alnoor, other)).toMatchObject([{ outcome: 'id_conflict' }])
    Object.assign(alnoor.till, { seq, lastHash })
    const damaged = { ...forged, kind: 'face.enro1', hash: '0'.repeat(64) }
    expect(await push(alnoor, damaged, [forged])).toMatchObject([{ outcome: 'invalid' }, { outcome: 'invalid' }])
    const dump = await dumpTables(box)
    expect(dump.includes(sealed.slice(0, 80))).toBe(false)
    expect(await pupil(box, alnoor, person(alnoor, 2))).toMatchObject({ face: null })
  })

  it('keeps no face without consent, of nobody unknown, and from nobody who may not', async () => {
    const id = person(alnoor, 10)
    expect(await enrol(box, alnoor, id, { templates: faceOf(10) })).toMatchObject({ flags: ['face-no-consent'] })
    const { cashier } = alnoor.canteen
    const agreed = person(alnoor, 3)
    const byCashier = { change: { by: { kind: 'staff' as const, userId: cashier } }, templates: faceOf(3) }
    expect(await enrol(box, alnoor, agreed, byCashier)).toMatchObject({ flags: ['face-not-allowed'] })
    const requestId = await askAboutFace(box, alnoor, agreed)
    const byLink = { change: { by: { kind: 'link' as const, requestId } }, templates: faceOf(3) }
    expect(await enrol(box, alnoor, agreed, byLink)).toMatchObject({ flags: ['face-not-allowed'] })
    const nobody = person(manara, 0)
    expect(await enrol(box, alnoor, nobody, { templates: faceOf(3) })).toMatchObject({ flags: ['face-unknown-pupil'] })
    for (const each of [id, agreed]) expect(await pupil(box, alnoor, each)).toMatchObject({ face: null })
  })

  it('takes a yes only of who may sign, and a no of anybody', async () => {
    const id = person(alnoor, 11)
    const uncle = await askAboutFace(box, alnoor, id, { maySign: false })
    await sayOfFace(box, alnoor, uncle, true)
    expect(await pupil(box, alnoor, id)).toMatchObject({ consent: 'waiting' })
    const mother = await agreeToFace(box, alnoor, id)
    expect(await pupil(box, alnoor, id)).toMatchObject({ consent: 'agreed' })
    await sayOfFace(box, alnoor, uncle, false)
    expect(await pupil(box, alnoor, id)).toMatchObject({ consent: 'refused' })
    await sayOfFace(box, alnoor, mother, true)
    await call(box.app, alnoor.admin, pupilObjects, { customerId: id, objects: true })
    expect(await pupil(box, alnoor, id)).toMatchObject({ consent: 'pupil-said-no' })
    await call(box.app, alnoor.admin, pupilObjects, { customerId: id, objects: false })
    expect(await pupil(box, alnoor, id)).toMatchObject({ consent: 'agreed' })
  })

  it('holds a face back that could be another pupil’s until staff have looked at both', async () => {
    const [first, second] = [person(alnoor, 4), person(alnoor, 5)]
    await enrol(box, alnoor, first, { templates: faceOf(40) })
    await enrol(box, alnoor, second, { templates: faceOf(40, 4, 0.12, 2) })
    expect(await pupil(box, alnoor, second)).toMatchObject({ face: { state: 'waiting' } })
    const [found] = await suspicions()
    expect(found).toMatchObject({
      likeness: 'same',
      pupil: { customerId: second, name: { en: 'pupil 5' } },
      other: { customerId: first, name: { en: 'pupil 4' } },
      decision: null,
    })
    expect((await pullPage(box, alnoor.device)).lists?.present).not.toContain(second)
    const decided = { id: found?.id, is: 'different' }
    expect((await call(box.app, alnoor.admin, decideSuspicion, decided)).status).toBe(200)
    expect((await call(box.app, alnoor.admin, decideSuspicion, decided)).body.messageId).toBe('face.decided')
    const { people } = await pullPage(box, alnoor.device)
    const oneToOne = people.filter((each) => each.oneToOne).map(({ customerId }) => customerId)
    expect(oneToOne.toSorted()).toEqual([first, second].toSorted())
  })

  it('deletes the later pictures when they were of the wrong pupil, and lets go of the other', async () => {
    const [first, second] = [person(alnoor, 6), person(alnoor, 7)]
    await enrol(box, alnoor, first, { templates: faceOf(60) })
    await enrol(box, alnoor, second, { templates: faceOf(60, 4, 0.12, 2) })
    const found = (await suspicions()).find((each) => each.pupil.customerId === second)
    await call(box.app, alnoor.admin, decideSuspicion, { id: found?.id, is: 'mistaken' })
    expect(await pupil(box, alnoor, second)).toMatchObject({ face: null })
    expect(await pupil(box, alnoor, first)).toMatchObject({ face: { state: 'ready', oneToOne: false } })
  })

  it('confirms those who look alike one to one only, without waiting', async () => {
    const id = person(alnoor, 8)
    await enrol(box, alnoor, id, { templates: lookalikeOf(1, 0.46, 8) })
    expect(await pupil(box, alnoor, id)).toMatchObject({ face: { state: 'ready', oneToOne: true } })
    expect(await pupil(box, alnoor, person(alnoor, 0))).toMatchObject({ face: { oneToOne: true } })
  })
})
