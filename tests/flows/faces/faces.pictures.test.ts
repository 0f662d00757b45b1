import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { facePictures } from '#server/features/faces/face.table.ts'
import { facePicture, forgetFace } from '#shared/faces/face-pupils.contract.ts'
import { changeFaceRotation, changeFaceSettings } from '#shared/faces/face-settings.contract.ts'
import { fromBase64, toBase64 } from '#shared/kernel/bytes.ts'
import { engines } from '#tests/support/database.ts'
import {
  agreeToFace,
  dumpTables,
  enrol,
  type FaceSchool,
  faceOf,
  openFaceSchool,
  pullPage,
  pupil,
  sayOfFace,
} from '#tests/support/faces/face-kit.ts'
import { signInAs } from '#tests/support/records/consent-kit.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

/** As a JPEG begins, and then what nothing else in the database looks like. */
const pictureOf = (n: number, length = 600) =>
  Uint8Array.from({ length }, (_, at) => [0xff, 0xd8, 0xff][at] ?? (n * 7 + at * 31) % 251)

describe.each(engines)('a picture kept with a face on %s', (engine) => {
  let box: Box
  let at: FaceSchool
  const consents: string[] = []
  const person = (n: number) => at.canteen.customers[n] ?? expect.fail('nobody')
  const keep = (keepsPictures: boolean) => call(box.app, at.admin, changeFaceSettings, { keepsPictures })
  let views = 0
  const register = (n: number, picture?: Uint8Array<ArrayBuffer>) => {
    const templates = faceOf(n + 1, 4, 0.12, (views += 1))
    return enrol(box, at, person(n), { templates, ...(picture && { picture }) })
  }
  const shown = async (n: number, by = at.admin) =>
    (await call(box.app, by, facePicture, { customerId: person(n) })).body
  const kept = () => box.db.owner.$count(facePictures)

  beforeAll(async () => {
    box = await openBox(engine)
    at = await openFaceSchool(box, 'alnoor', 5)
    for (const n of [0, 1, 2, 3]) consents.push(await agreeToFace(box, at, person(n)))
  })
  afterAll(() => box.close())

  it('is none, unless the school has decided so: then anyone who may see faces sees it, and nobody else', async () => {
    expect((await pullPage(box, at.device)).settings.keepsPictures).toBe(false)
    await register(0, pictureOf(0))
    expect([await kept(), await shown(0)]).toEqual([0, { picture: null }])
    await keep(true)
    expect((await pullPage(box, at.device)).settings.keepsPictures).toBe(true)
    expect(await register(0, pictureOf(0))).toMatchObject({ outcome: 'applied', flags: [] })
    const { picture } = await shown(0)
    expect(fromBase64(String(picture))).toEqual(pictureOf(0))
    expect((await pupil(box, at, person(0)))?.face?.hasPicture).toBe(true)
    const officer = await signInAs(box, at.canteen.school, 'omar', ['admission-officer', 'finance', 'operator'])
    expect((await shown(0, officer)).messageId).toBe('access.denied')
  })

  it('lies nowhere but encrypted, and leaves the server for no device', async () => {
    const dump = await dumpTables(box)
    const plain = toBase64(pictureOf(0)).slice(100, 200)
    expect(dump.includes(plain)).toBe(false)
    expect(dump.includes('"picture"')).toBe(false)
    expect(JSON.stringify((await pullPage(box, at.device)).people)).not.toContain('picture')
  })

  it('outlives another rotation, and not the next registration without one', async () => {
    await register(1, pictureOf(1))
    await call(box.app, at.admin, changeFaceRotation, { why: 'precaution' })
    expect(fromBase64(String((await shown(1)).picture))).toEqual(pictureOf(1))
    await register(1)
    expect(await shown(1)).toEqual({ picture: null })
  })

  it('is refused with the face where it is no small JPEG', async () => {
    const odd = [new Uint8Array(600), pictureOf(2, 20 * 1024 + 1)]
    for (const picture of odd) expect(await register(2, picture)).toMatchObject({ outcome: 'invalid' })
    expect((await pupil(box, at, person(2)))?.face).toBeNull()
  })

  it('goes with the face, whatever takes that away, and with the school’s decision', async () => {
    for (const n of [0, 2, 3]) await register(n, pictureOf(n))
    expect(await kept()).toBe(3)
    await sayOfFace(box, at, consents[0] ?? '', false)
    expect(await kept()).toBe(2)
    await call(box.app, at.admin, forgetFace, { customerId: person(2) })
    expect(await kept()).toBe(1)
    await keep(false)
    expect([await kept(), (await pupil(box, at, person(3)))?.face?.state]).toEqual([0, 'ready'])
  })
})
