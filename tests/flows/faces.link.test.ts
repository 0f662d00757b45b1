import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enrolByLink } from '#local/forms/enrol-by-link.ts'
import { Operation, pushOps } from '#shared/contract/sync.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { templatesToBytes } from '#shared/rules/face-bytes.rules.ts'
import { askGuardian, openBy, pageOf } from '#tests/support/consent-kit.ts'
import { engines } from '#tests/support/database.ts'
import { type FaceSchool, faceOf, openFaceSchool, pupil, sayOfFace } from '#tests/support/face-kit.ts'
import { appenderOf, openStore } from '#tests/support/outbox-kit.ts'
import { type Box, openBox } from '#tests/support/server.ts'
import { makeVisitor } from '#tests/support/visitor-kit.ts'

describe.each(engines)('a face by a guardian’s link on %s', (engine) => {
  let box: Box
  let at: FaceSchool
  beforeAll(async () => {
    box = await openBox(engine)
    at = await openFaceSchool(box, 'alnoor')
  })
  afterAll(() => box.close())

  const ask = async (n: number, more: object = {}) => {
    const customerId = at.canteen.customers[n]
    if (!customerId) throw new RangeError('nobody')
    const asked = await askGuardian(box, at.officer, { customerId, maySign: true, purposes: ['faces'], ...more })
    await openBy(box, at.guardian, asked.token)
    return { ...asked, customerId }
  }
  const handIn = async (page: ReturnType<typeof pageOf>, seed: number) => {
    const phone = await makeVisitor(box, at.canteen.school)
    const store = openStore()
    const id = phone.newId()
    await enrolByLink({ appender: appenderOf(store), stream: phone.stream }, page, id, faceOf(seed))
    const [op] = await store.open(1)
    expect(JSON.stringify(op).includes(toBase64(templatesToBytes(faceOf(seed))).slice(0, 40))).toBe(false)
    return { phone, op: Operation.parse(op) }
  }

  it('is registered in the browser that opened it, once consent holds', async () => {
    const { request, token, customerId } = await ask(0)
    expect(pageOf(await openBy(box, at.guardian, token)).face).toBeNull()
    await sayOfFace(box, at, request.id, true)
    const page = pageOf(await openBy(box, at.guardian, token))
    expect(page.face).toMatchObject({ customerId, school: 'alnoor' })
    const { phone, op } = await handIn(page, 21)
    const stranger = pushOps.reply.parse((await phone.push([op])).body).results
    expect(stranger).toMatchObject([{ outcome: 'applied', flags: ['face-not-allowed'] }])
    expect(await pupil(box, at, customerId)).toMatchObject({ face: null })
    const own = await handIn(page, 22)
    await openBy(box, own.phone, token)
    const results = pushOps.reply.parse((await own.phone.push([own.op])).body).results
    expect(results).toMatchObject([{ outcome: 'applied', flags: [] }])
    expect(await pupil(box, at, customerId)).toMatchObject({ face: { state: 'ready' } })
  })

  it('is not offered to who may not sign, and not taken from a stream of forms for anything else', async () => {
    const { request, token, customerId } = await ask(1, { maySign: false })
    await sayOfFace(box, at, request.id, true)
    const page = pageOf(await openBy(box, at.guardian, token))
    expect(page.face).toBeNull()
    await expect(handIn(page, 23)).rejects.toThrow('allows no face')
    const decided = at.guardian.op('face.decide', { requestId: customerId })
    expect(pushOps.reply.parse((await at.guardian.push([decided])).body).results).toMatchObject([
      { outcome: 'forbidden' },
    ])
  })
})
