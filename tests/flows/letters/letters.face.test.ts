import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import { FaceForgotten, faceCertificate, faceForgotten } from '#shared/faces/face-report.contract.ts'
import { faceCertificatePdf } from '#shared/letters/issued-letter.contract.ts'
import { engines } from '#tests/support/database.ts'
import {
  enrol,
  type FaceSchool,
  faceOf,
  openFaceSchool,
  pullPage,
  pupil,
  sayOfFace,
} from '#tests/support/faces/face-kit.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { pdfText } from '#tests/support/letters/letter-pdf.ts'
import { hashOf } from '#tests/support/letters/letter-press.ts'
import { fileFrom, verifies } from '#tests/support/letters/letters-made.ts'
import { askGuardian, openBy, pageOf } from '#tests/support/records/consent-kit.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const family: Caller = { school: 'alnoor' }

describe.each(engines)('the certificate of a deleted face by a guardian’s link, on %s', (engine) => {
  let box: Box
  let at: FaceSchool
  let typesetter: ForkedTypesetter

  beforeAll(async () => {
    box = await openBox(engine)
    typesetter = new ForkedTypesetter(box.deps.log, { size: 1 })
    box.deps.typesetter = typesetter
    at = await openFaceSchool(box, 'alnoor', 2)
    await makeSchool(box, 'manara')
  })
  afterAll(async () => {
    await typesetter.close()
    await box.close()
  })

  const person = (n: number) => at.canteen.customers[n] ?? expect.fail('nobody is left')
  const asked = async (n: number, guardian: string, maySign = true) => {
    const of = { customerId: person(n), maySign, purposes: ['faces'], guardian }
    const { request, token } = await askGuardian(box, at.officer, of)
    const open = async () => pageOf(await openBy(box, at.guardian, token))
    await open()
    return {
      open,
      says: (agrees: boolean) => sayOfFace(box, at, request.id, agrees),
      pdf: (from = family) => fileFrom(box, from, faceCertificatePdf, { token, language: 'en' }),
    }
  }

  it('is had by the person who took consent back, once no tablet has a copy, and is the one that staff have', async () => {
    const hind = await asked(0, 'Hind')
    await hind.says(true)
    await enrol(box, at, person(0), { templates: faceOf(1) })
    await pullPage(box, at.device)
    const omar = await asked(0, 'Omar')
    expect((await hind.open()).faceDeleted).toBeNull()
    expect((await hind.pdf()).refused).toBe('request.not-found')
    await hind.says(false)
    expect((await hind.open()).faceDeleted).toMatchObject({ isGone: false })
    expect((await hind.pdf()).refused).toBe('letter.incomplete')
    await pullPage(box, at.device, { held: { version: 0, count: 0, lists: null } })
    expect((await hind.open()).faceDeleted).toMatchObject({ isGone: true })
    // Whose no it was is not the other guardian's to learn.
    expect((await omar.open()).faceDeleted).toBeNull()
    expect((await omar.pdf()).refused).toBe('request.not-found')
    expect((await hind.pdf({ school: 'manara' })).refused).toBe('link.over')

    const own = await hind.pdf()
    expect(own.status).toBe(200)
    const text = await pdfText(own.bytes)
    expect(text).toContain('Consentwaswithdrawn')
    expect(text).not.toContain('Omar')
    const code = /verify\/([A-Z0-9]{12})/i.exec(text)?.[1] ?? ''
    expect(await verifies(box, family, code)).toMatchObject({ standing: 'valid', kind: 'face-deletion' })
    const [forgotten] = FaceForgotten.array().parse((await call(box.app, at.admin, faceForgotten)).body.forgotten)
    const staffs = await fileFrom(box, at.admin, faceCertificate, { id: forgotten?.id })
    expect(hashOf(staffs.bytes)).toBe(hashOf(own.bytes))
  })

  it('is not for a guardian who may not sign, though everybody’s no counts', async () => {
    const hind = await asked(1, 'Hind')
    const omar = await asked(1, 'Omar', false)
    await hind.says(true)
    await enrol(box, at, person(1), { templates: faceOf(2) })
    await omar.says(false)
    expect(await pupil(box, at, person(1))).toMatchObject({ face: null })
    for (const each of [hind, omar]) {
      expect((await each.open()).faceDeleted).toBeNull()
      expect((await each.pdf()).refused).toBe('request.not-found')
    }
  })
})
