import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consentRequests } from '#server/features/consents/consent.table.ts'
import { facePins } from '#server/features/faces/face.table.ts'
import { documentTypes, setDocumentTypes } from '#shared/documents/document-type.contract.ts'
import { setCustomerPin } from '#shared/faces/face-pupils.contract.ts'
import { FaceForgotten, faceForgotten } from '#shared/faces/face-report.contract.ts'
import { CustomerId, OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { eraseFile, Retention, rehearseErasure } from '#shared/retention/retention.contract.ts'
import { tablesWith } from '#tests/support/checks/words-found.ts'
import { engines } from '#tests/support/database.ts'
import { enrol, type FaceSchool, faceOf, openFaceSchool, pullPage, sayOfFace } from '#tests/support/faces/face-kit.ts'
import { askGuardian, openBy } from '#tests/support/records/consent-kit.ts'
import { type Change, changeRules, stepNow } from '#tests/support/records/decisions-made.ts'
import {
  answerBy,
  countSeats,
  kg1,
  linkOf,
  offerTo,
  parseOfferDraft,
  signs,
  staySignedIn,
} from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

/** Where a pupil's account goes on to be named by its id, beside codes, days and amounts. */
const byId = ['account_balances', 'audit_events', 'customers', 'face_audit', 'face_forgotten', 'face_pins', 'sync_ops']

describe.each(engines)('a place that was confirmed and given up on %s', (engine) => {
  let box: Box
  let at: FaceSchool
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? { school: 'alnoor' }

  beforeAll(async () => {
    box = await openBox(engine)
    at = await openFaceSchool(box, 'alnoor', 1)
    for (const role of ['registrar', 'finance', 'head'] as const)
      callers[role] = await signInAs(box, at.canteen.school, role, [role])
    await countSeats(box, at.canteen.school, kg1, 9)
    await staySignedIn(box)
    // So that there are faces and PINs before the first day, until which alone a place can be given up.
    await changeRules(box, as('registrar'), { accountFromFirstDay: false })
    const { types } = documentTypes.reply.parse((await call(box.app, as('registrar'), documentTypes)).body)
    const asked = { seen: 0, types: types.map((type) => ({ ...type, asked: [] })) }
    await call(box.app, as('registrar'), setDocumentTypes, { ...asked, commandId: OpId.parse(crypto.randomUUID()) })
  })
  afterAll(() => box.close())

  const does = async (who: string, id: string, change: Change) => {
    const done = await stepNow(box, as(who), id, change)
    if ('refused' in done) throw new Error(`${change.kind}: ${done.refused}`)
    return done.proposalId ?? ''
  }
  const joins = async (more: Parameters<typeof makeStudent>[2]) => {
    const made = await makeStudent(box, at.canteen.school, { status: 'shortlisted', ...more })
    box.clock.advance(1)
    const { emails } = await offerTo(box, as('registrar'), made, parseOfferDraft())
    await answerBy(box, { school: 'alnoor' }, await linkOf(box, emails[0] ?? ''), signs)
    const offerId = (await fileOf(box, as('registrar'), made.id)).offers[0]?.id ?? ''
    const paid = { offerId, amount: minor(100_000), method: 'cash', receipt: made.id } as const
    await does('finance', made.id, { kind: 'deposit', ...paid })
    await does('registrar', made.id, { kind: 'move', to: 'confirmed' })
    const { account } = await fileOf(box, as('registrar'), made.id)
    return { id: made.id, customerId: CustomerId.parse(account?.customerId) }
  }
  const leaves = async (id: string) => {
    const givesUp = { kind: 'move', to: 'rejected', outcome: 'withdrawn-by-family', reason: 'moving' } as const
    await does('finance', id, { kind: 'approve', proposalId: await does('registrar', id, givesUp) })
    const offerId = (await fileOf(box, as('registrar'), id)).offers[0]?.id ?? ''
    await does('finance', id, { kind: 'refund', offerId, amount: minor(100_000), method: 'cash', receipt: `B${id}` })
  }
  const erase = async (id: string) => {
    const reference = (await fileOf(box, as('registrar'), id)).student.registration_id
    const rehearsed = await call(box.app, as('head'), rehearseErasure, { studentIds: [id] })
    const asked = { student_id: id, reference, cause: 'family-asked' }
    const counts = Retention.parse((await call(box.app, as('head'), eraseFile, asked)).body).erased?.counts
    expect(counts).toEqual(rehearsed.body['counts'])
    return counts
  }

  it('leaves no PIN, no face and no consent that was asked for through the account at the tills', async () => {
    const { id, customerId } = await joins({ nameLatin: 'Sara Zubqx', nameArabic: 'سارة زبقخض' })
    expect(await enrol(box, at, customerId, { templates: faceOf(7) })).toMatchObject({ flags: ['face-no-consent'] })
    const whom = { subject: 'Sarqxa', guardian: 'Hind Zubqx', customerId, maySign: true, purposes: ['faces', 'photos'] }
    const { request, token, email } = await askGuardian(box, at.officer, whom)
    await openBy(box, at.guardian, token)
    await sayOfFace(box, at, request.id, true)
    expect(await enrol(box, at, customerId, { templates: faceOf(7) })).toMatchObject({ outcome: 'applied', flags: [] })
    await call(box.app, at.admin, setCustomerPin, { customerId, pin: '4711' })
    const given = await pullPage(box, at.device)
    expect(JSON.stringify(given).split(customerId).length).toBeGreaterThan(2)
    await leaves(id)

    const words = ['Zubqx', 'زبقخض', 'Sarqxa', email]
    expect([...(await tablesWith(box, words)).keys()]).toEqual(
      expect.arrayContaining(['consent_requests', 'customers', 'mails']),
    )
    expect(await erase(id)).toMatchObject({ consents: 1 })
    expect(Object.fromEntries(await tablesWith(box, words))).toEqual({})
    expect([...(await tablesWith(box, [customerId])).keys()].filter((table) => !byId.includes(table))).toEqual([])
    const [pin] = await box.db.owner.select().from(facePins).where(eq(facePins.customerId, customerId))
    expect(pin?.content).toBeNull()
    const { body } = await call(box.app, at.admin, faceForgotten, { customerId })
    expect(FaceForgotten.array().parse(body['forgotten'])).toMatchObject([
      { reason: 'left', name: { en: '–', ar: '–' } },
    ])
  })

  it('leaves a pupil who had an account before what was asked through it', async () => {
    const { id, customerId } = await joins({ nameLatin: 'Omar Quorzz', reference: 'A0' })
    await askGuardian(box, at.officer, { customerId, purposes: ['photos'] })
    await call(box.app, at.admin, setCustomerPin, { customerId, pin: '4711' })
    await leaves(id)
    expect(await erase(id)).toMatchObject({ consents: 0 })
    const asked = eq(consentRequests.customerId, customerId)
    expect(await box.db.owner.$count(consentRequests, asked)).toBe(1)
    expect(await box.db.owner.$count(facePins, sql`customer_id = ${customerId} and content is not null`)).toBe(1)
    expect(Object.fromEntries(await tablesWith(box, ['Quorzz']))).toEqual({})
  })
})
