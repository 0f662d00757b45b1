import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pupilAccounts } from '#server/features/pos/accounts/customer.table.ts'
import { changeFaceSettings } from '#shared/faces/face-settings.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import {
  agreeToFace,
  dumpTables,
  enrol,
  type FaceSchool,
  faceOf,
  openFaceSchool,
  sayOfFace,
} from '#tests/support/faces/face-kit.ts'
import { makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { fetchAccess, takeAccess } from '#tests/support/retention/access-kit.ts'
import { type Box, call, type Caller, openBox } from '#tests/support/server.ts'

/** As a JPEG begins, and then what nothing else in the database looks like. */
const picture = (n: number) =>
  Uint8Array.from({ length: 600 }, (_, at) => [0xff, 0xd8, 0xff][at] ?? (n * 7 + at * 31) % 251)

describe.each(engines)('OPS-47 subject access of a child whose picture is kept with its face, on %s', (engine) => {
  let box: Box
  let at: FaceSchool
  let head: Caller
  const consents: string[] = []
  const person = (n: number) => at.canteen.customers[n] ?? expect.fail('nobody')
  beforeAll(async () => {
    box = await openBox(engine)
    at = await openFaceSchool(box, 'alnoor', 3)
    head = await signInAs(box, at.canteen.school, 'head', ['head'])
    await call(box.app, at.admin, changeFaceSettings, { keepsPictures: true })
    for (const n of [0, 1]) {
      consents.push(await agreeToFace(box, at, person(n)))
      expect(await enrol(box, at, person(n), { templates: faceOf(n + 1), picture: picture(n) })).toMatchObject({
        outcome: 'applied',
      })
    }
  })
  afterAll(() => box.close())

  it('has the picture as a JPEG that its page links to, no other child’s, and keeps no copy that can be read', async () => {
    const { schoolId } = at.canteen.school
    const { id: studentId } = await makeStudent(box, at.canteen.school, { status: 'confirmed' })
    const link = { schoolId, studentId, customerId: person(0), openedAt: toInstant(box.clock.nowMs()) }
    await box.db.owner.insert(pupilAccounts).values({ ...link, isOurs: true, state: 'open' })
    const { access, entries } = await takeAccess(box, head, { schoolId, studentId })
    expect(entries.get('index.html')).toContain('href="faces/001.jpg"')
    const fetched = async () => unzipSync(await fetchAccess(box, head, access.id))
    const files = await fetched()
    expect(Object.keys(files).filter((path) => path.startsWith('faces/'))).toEqual(['faces/001.jpg'])
    expect(files['faces/001.jpg']).toEqual(picture(0))
    const dump = await dumpTables(box)
    expect(dump).not.toContain(toBase64(picture(0)).slice(100, 200))
    expect(dump).not.toContain(Buffer.from(picture(0).subarray(100, 160)).toString('hex'))

    // Deleted with the face when the family takes its consent back: from then on it is in no file.
    await sayOfFace(box, at, consents[0] ?? '', false)
    expect((await fetched())['faces/001.jpg']).toBeUndefined()
  })
})
