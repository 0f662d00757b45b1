import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountBalances } from '#server/features/pos/accounts/customer.table.ts'
import { ledgerFaults } from '#server/features/pos/accounts/ledger.service.ts'
import { posExceptions } from '#server/features/pos/pos-payments.table.ts'
import {
  decideCharge,
  FaceCalibration,
  faceAudit,
  faceCalibration,
  HeldCharge,
  heldCharges,
} from '#shared/faces/face-report.contract.ts'
import { changeFaceSettings } from '#shared/faces/face-settings.contract.ts'
import { SaleId } from '#shared/kernel/fields.ts'
import { setEntitlement } from '#shared/pos/pupil-account.contract.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { engines } from '#tests/support/database.ts'
import {
  agreeToFace,
  decideOp,
  dumpTables,
  enrol,
  type FaceSchool,
  faceOf,
  openFaceSchool,
  push,
  sayOfFace,
} from '#tests/support/faces/face-kit.ts'
import { signInAs } from '#tests/support/records/consent-kit.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('paying by face on %s', (engine) => {
  let box: Box
  let at: FaceSchool
  let consents: string[]
  const person = (n: number) => {
    const id = at.canteen.customers[n]
    if (!id) throw new RangeError('nobody')
    return id
  }
  let views = 10
  /** Somebody before the camera, seen a little differently each time. */
  const seen = (who: number) => faceOf(who + 1, 1, 0.12, (views += 1))[0] ?? null

  beforeAll(async () => {
    box = await openBox(engine)
    at = await openFaceSchool(box, 'alnoor', 14)
    consents = []
    for (const [n, id] of at.canteen.customers.slice(0, 12).entries()) {
      consents.push(await agreeToFace(box, at, id))
      await enrol(box, at, id, { templates: faceOf(n + 1) })
    }
    await push(at, at.till.openShift())
  })
  afterAll(() => box.close())

  const balance = async (n: number) => {
    const isThis = and(
      eq(accountBalances.schoolId, at.canteen.school.schoolId),
      eq(accountBalances.customerId, person(n)),
    )
    return (await box.db.owner.select().from(accountBalances).where(isThis))[0]?.balance
  }
  /** A face, and the sale that rests on it: what it was charged and why not. */
  const pay = async (
    n: number,
    probe: Float32Array | null,
    said: object = {},
    change: Partial<Sale> = {},
    pieces = 1000,
  ) => {
    const id = SaleId.parse(at.till.newId())
    const decision = await decideOp(box, at, probe, { customerId: person(n), saleId: id, ...said })
    const face = { decisionId: decision.opId }
    const customer = { id, customerProof: 'face' as const, face, ...change }
    const sale = at.till.sale({
      lines: [[0, pieces]],
      pay: [{ kind: 'account', customerId: person(n) }],
      change: customer,
    })
    const before = await balance(n)
    const [decided, sold] = await push(at, decision, sale)
    return { decided, sold, taken: Number(before) - Number(await balance(n)), saleId: id, decision }
  }
  const charges = async () => HeldCharge.array().parse((await call(box.app, at.admin, heldCharges)).body.charges)

  it('charges the account of whom the server sees too', async () => {
    const { decided, sold, taken } = await pay(0, seen(0))
    expect(decided).toMatchObject({ outcome: 'applied', flags: [] })
    expect(sold).toMatchObject({ outcome: 'applied', flags: [] })
    expect(taken).toBe(700)
  })

  it('lets nobody pay for somebody else: such a sale stands, no account pays, staff decide once', async () => {
    const probe = seen(1)
    await pay(1, probe)
    const odd = {
      'face-not-confirmed': await pay(2, seen(3)),
      'face-replayed': await pay(1, probe),
      'face-other-person': await pay(2, seen(2), { customerId: person(3) }),
      'face-unknown': await pay(2, seen(2), { saleId: SaleId.parse(at.till.newId()) }),
      'face-over-cap': await pay(2, seen(2), {}, {}, 4000),
    }
    for (const [flag, { sold, taken, saleId }] of Object.entries(odd)) {
      expect(sold, flag).toMatchObject({ outcome: 'applied' })
      expect(sold?.flags, flag).toContain(flag)
      expect(taken, flag).toBe(0)
      const codes = await box.db.owner.select().from(posExceptions).where(eq(posExceptions.subjectId, saleId))
      expect(codes.map(({ code }) => code)).toContain(flag)
    }
    for (const said of [{ alive: false }, { outcome: 'unsure' }]) {
      expect((await pay(4, seen(4), said)).sold?.flags).toContain('face-not-confirmed')
    }
    const waiting = (await charges()).filter(({ decision }) => decision === null)
    expect(waiting).toHaveLength(7)
    const overCap = waiting.find(({ saleId }) => saleId === odd['face-over-cap'].saleId)
    expect(overCap).toMatchObject({ amount: 2800, why: ['face-over-cap'], pupil: { customerId: person(2) } })
    const before = Number(await balance(2))
    const settled = { tenderId: overCap?.tenderId, pays: true }
    expect((await call(box.app, at.admin, decideCharge, settled)).body.charge).toMatchObject({
      decision: { pays: true },
    })
    expect((await call(box.app, at.admin, decideCharge, settled)).body.messageId).toBe('face.decided')
    expect(before - Number(await balance(2))).toBe(2800)
    expect(await ledgerFaults(box.db.owner as never)).toEqual([])
  })

  it('is cancelled without a trace of money where no account had paid', async () => {
    await pay(5, seen(6))
    const before = await balance(5)
    const held = (await charges()).find(({ pupil }) => pupil.customerId === person(5))
    await push(at, at.till.voidSale())
    expect(await balance(5)).toBe(before)
    expect((await charges()).some(({ tenderId }) => tenderId === held?.tenderId)).toBe(false)
    const late = await call(box.app, at.admin, decideCharge, { tenderId: held?.tenderId, pays: true })
    expect(late.body.messageId).toBe('face.decided')
  })

  it('takes what the school pays of it from the school, also when staff decide', async () => {
    const entitlement = { amount: 2000, weekdays: [0, 1, 2, 3, 4, 5, 6], from: '2030-03-03', until: null }
    await call(box.app, at.admin, setEntitlement, { customerId: person(11), entitlement })
    const before = Number(await balance(11))
    const { saleId } = await pay(11, seen(11), {}, {}, 4000)
    const held = (await charges()).find((charge) => charge.saleId === saleId)
    await call(box.app, at.admin, decideCharge, { tenderId: held?.tenderId, pays: true })
    expect(before - Number(await balance(11))).toBe(800)
    expect(await ledgerFaults(box.db.owner as never)).toEqual([])
  })

  it('takes staff at their word, and only staff', async () => {
    const { cashier, supervisor } = at.canteen
    const by = (userId: string) => ({ outcome: 'unsure', override: { by: userId, reason: 'I know her' } })
    expect(await pay(6, seen(7), by(supervisor))).toMatchObject({ taken: 700, sold: { flags: [] } })
    expect((await pay(6, seen(7), by(person(0)))).sold?.flags).toContain('face-not-confirmed')
    expect(await pay(6, null, by(cashier))).toMatchObject({ taken: 700 })
  })

  it('holds nothing back where a card or a PIN has shown who it is', async () => {
    expect(await pay(7, seen(8), {}, { customerProof: 'card' })).toMatchObject({ taken: 700 })
    expect(await pay(7, seen(8), {}, { customerProof: 'pin' })).toMatchObject({ taken: 700 })
  })

  it('asks how consent stood then, not how it stands now', async () => {
    const saleId = SaleId.parse(at.till.newId())
    const before = await decideOp(box, at, seen(8), { customerId: person(8), saleId })
    await sayOfFace(box, at, consents[8] ?? '', false)
    const [decided] = await push(at, before)
    expect(decided).toMatchObject({ flags: ['face-unchecked'] })
    expect((await pay(8, seen(8))).sold?.flags).toEqual(['face-no-consent', 'face-unchecked'])
  })

  it('says so when the device had not heard of the faces for too long', async () => {
    const galleryAt = '2030-02-20T06:00:00.000Z'
    expect((await pay(9, seen(9), { galleryAt })).sold?.flags).toEqual(['face-expired'])
  })

  it('finds one of a list only where nobody else of the school is nearer', async () => {
    expect(await pay(10, seen(10), { mode: 'few' })).toMatchObject({ taken: 700, decided: { flags: [] } })
    const wrong = { few: { accept: 0.3, ask: 0.2, margin: 0, mostPeople: 3 } }
    const bands = { one: wrong.few, school: wrong.few, group: wrong.few, few: wrong.few }
    expect((await call(box.app, at.admin, changeFaceSettings, { bands })).body).toMatchObject({ field: 'bands' })
  })

  it('tells nobody a distance but who calibrates, as counts, and only of many', async () => {
    const supervisor = await signInAs(box, at.canteen.school, 'salma', ['supervisor', 'head'])
    expect((await call(box.app, supervisor, faceCalibration)).body.messageId).toBe('access.denied')
    const { calibration } = (await call(box.app, at.admin, faceCalibration)).body
    const { people, figures } = FaceCalibration.parse(calibration)
    expect(people).toBe(11)
    expect(figures).toMatchObject({ genuinePairs: 66, impostorPairs: 55 })
    expect(figures?.genuine.reduce((sum, n) => sum + n, 0)).toBe(66)
    expect(figures?.bands.find(({ mode }) => mode === 'one')).toMatchObject({ falseAccept: 0, falseReject: 0 })
    const record = JSON.stringify((await call(box.app, at.admin, faceAudit)).body)
    expect(record).toContain('face-replayed')
    expect(record).not.toMatch(/distance|sealed|template/)
    const dump = await dumpTables(box)
    expect(dump.includes('"sealed"')).toBe(false)
    expect(dump.includes('distance')).toBe(false)
  })
})
