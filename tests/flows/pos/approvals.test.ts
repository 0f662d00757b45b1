import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitsAt } from '#server/features/pos/approvals/till-limit.service.ts'
import { pullPage } from '#server/features/pos/snapshot/snapshot.service.ts'
import type { Approval, ApprovedAct } from '#shared/pos/approvals/approval.contract.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { movementShown, voidShown } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import type { TillLimit } from '#shared/pos/approvals/till-limit.contract.ts'
import { exceptionExport } from '#shared/pos/patterns/exception-board.contract.ts'
import { changeTillLimits, readTillLimits, type SetLimit } from '#shared/pos/approvals/till-limit-set.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { discountShown } from '#shared/pos/carts/sale-acts.rules.ts'
import { minuteMs, toInstant } from '#shared/kernel/time.ts'
import { saleDetail, shiftReportEndpoint, transactionReport } from '#shared/pos/pos-report.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { linesFrom } from '#tests/support/records/export-kit.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('approvals and limits on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let admin: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    admin = await signInAs(box, canteen.school, 'noor', ['admin'])
  })
  afterAll(() => box.close())

  const newTill = async (v = 2) => Object.assign(new TillOps(await pairDevice(canteen)), { v })
  const flagsOf = async (till: TillOps, ...ops: unknown[]) =>
    (await hand(till.device, till.batch(ops))).results.map(({ flags }) => flags)
  const lastSale = (till: TillOps) => till.shift?.sales.at(-1) ?? expect.fail()
  const approve = (till: TillOps, act: ApprovedAct, shown: Record<string, unknown>, by: UserId): Approval => ({
    id: till.newId(),
    act,
    hash: approvalHash(act, shown),
    by,
    proof: 'pin',
    at: toInstant(box.clock.nowMs()),
  })
  const ofSale = (till: TillOps, by = canteen.supervisor) => {
    const { id, totals } = lastSale(till)
    return approve(till, 'void', voidShown({ id, total: totals.total }), by)
  }
  const limit = (of: Pick<TillLimit, 'kind' | 'subject' | 'act'> & Partial<TillLimit>): TillLimit => ({
    isForbidden: false,
    each: null,
    shift: null,
    offline: 'same',
    ...of,
  })

  it('POS-61: a void within three minutes needs nobody, later it needs an approval, and beyond 20.00 at once', async () => {
    const till = await newTill()
    await flagsOf(till, till.openShift(), till.sale())
    expect(await flagsOf(till, till.voidSale(undefined, { afterMs: 179_000 }))).toEqual([[]])
    await flagsOf(till, till.sale())
    expect(await flagsOf(till, till.voidSale(undefined, { afterMs: 181_000 }))).toEqual([['approval-missing']])
    await flagsOf(till, till.sale())
    box.clock.advance(4 * minuteMs)
    expect(await flagsOf(till, till.voidSale())).toEqual([['approval-missing']])
    await flagsOf(till, till.sale())
    expect(await flagsOf(till, till.voidSale(undefined, { afterMs: 181_000, approval: ofSale(till) }))).toEqual([[]])
    await flagsOf(till, till.sale({ lines: [[0, 9000]] }))
    expect(await flagsOf(till, till.voidSale(undefined, { afterMs: 1000 }))).toEqual([['approval-missing']])
  })

  it('POS-62 POS-63: of a void names the approval of another sale, used twice, own, late or by somebody who may not', async () => {
    const till = await newTill()
    const other = await newTill()
    await flagsOf(till, till.openShift(), till.sale())
    await flagsOf(other, other.openShift())
    const first = ofSale(till)
    expect(await flagsOf(till, till.voidSale(undefined, { approval: first }))).toEqual([[]])
    await flagsOf(other, other.sale())
    expect(await flagsOf(other, other.voidSale(undefined, { approval: first }))).toEqual([
      ['approval-differs', 'approval-reused'],
    ])
    await flagsOf(till, till.sale())
    expect(await flagsOf(till, till.voidSale(undefined, { approval: ofSale(till, canteen.cashier) }))).toEqual([
      ['approval-own', 'approver-not-allowed'],
    ])
    await flagsOf(till, till.sale())
    const late = ofSale(till)
    box.clock.advance(121_000)
    expect(await flagsOf(till, till.voidSale(undefined, { approval: late }))).toEqual([['approval-late']])
  })

  it('names who approved a void in the reasons of the shift, the transactions and the sale', async () => {
    const till = await newTill()
    await flagsOf(till, till.openShift(), till.sale())
    const { id: saleId } = lastSale(till)
    await flagsOf(till, till.voidSale(undefined, { afterMs: 400_000, approval: ofSale(till) }))
    const huda = { en: 'huda', ar: 'huda' }
    const { body } = await call(box.app, admin, shiftReportEndpoint, { shiftId: till.shift?.open.id ?? '' })
    const z = shiftReportEndpoint.reply.parse(body)
    expect(z.reasons).toMatchObject([{ kind: 'void', approvedBy: huda }])
    expect(z.approvers).toEqual([{ userId: canteen.supervisor, name: huda }])
    const listed = await call(box.app, admin, transactionReport, { till: till.device.tillCode })
    const voided = transactionReport.reply.parse(listed.body).transactions.find(({ kind }) => kind === 'void')
    expect(voided?.reasons).toMatchObject([{ text: 'wrong', approvedBy: huda }])
    const sale = saleDetail.reply.parse((await call(box.app, admin, saleDetail, { saleId })).body)
    expect(sale).toMatchObject({ voidReason: 'wrong', voidApprovedBy: huda })
  })

  it('exports exceptions in words of both languages, with the reason and who approved', async () => {
    const till = await newTill()
    await flagsOf(till, till.openShift(), till.sale())
    const approval = { ...ofSale(till), hash: '0'.repeat(64) }
    const flags = await flagsOf(till, till.voidSale(undefined, { afterMs: 400_000, approval }))
    expect(flags).toEqual([['approval-differs']])
    const columns = ['till', 'event', 'reasons', 'approvedBy', 'state']
    const { siteCode, tillCode } = till.device
    const lines = await linesFrom(box, admin, exceptionExport, { columns })
    expect(lines[0]).toBe('Till,Event,Reasons,Approved by,Status')
    expect(lines).toContain(`${siteCode}-${tillCode},approval given for something else,wrong,huda,Open`)
    const arabic = await linesFrom(box, admin, exceptionExport, { columns, language: 'ar' })
    expect(arabic[0]).toBe('نقطة البيع,الحدث,الأسباب,وافق عليها,الحالة')
    const closed = { filter: { boardState: 'closed' }, columns }
    expect(await linesFrom(box, admin, exceptionExport, closed)).toHaveLength(1)
  })

  it('names of two approvals of one sale for each reason its own person', async () => {
    const till = await newTill(3)
    await flagsOf(till, till.openShift())
    const second = await signInAs(box, canteen.school, 'latifa', ['supervisor'])
    const made = till.makeSale({ discount: { kind: 'ppm', value: 300_000 }, change: { judged: true } })
    const lines = made.lines.map((line) => ({ ...line, overrideReason: 'the nurse agreed' }))
    const sale = { ...made, lines }
    const approvals = [
      approve(till, 'allergen', { any: 1 }, second.userId),
      approve(till, 'discount', discountShown(sale), canteen.supervisor),
    ]
    await flagsOf(till, till.op('pos.sale', { ...sale, approvals }, { v: 3 }))
    const { body } = await call(box.app, admin, shiftReportEndpoint, { shiftId: till.shift?.open.id ?? '' })
    const { reasons } = shiftReportEndpoint.reply.parse(body)
    expect(reasons.map(({ kind, approvedBy }) => [kind, approvedBy?.en])).toEqual([
      ['allergy', 'latifa'],
      ['discount', 'huda'],
    ])
  })

  it('takes the drawer opened twice for nothing, asks about the third, and about cash that nobody else has seen', async () => {
    const till = await newTill()
    const { supervisor } = canteen
    await flagsOf(till, till.openShift())
    const noSale = () => till.moveCash('no-sale', 0)
    expect(await flagsOf(till, noSale(), noSale(), noSale())).toEqual([[], [], ['approval-missing']])
    expect(await flagsOf(till, till.moveCash('paid-out', 500))).toEqual([['approval-missing']])
    const id = till.newId()
    const approval = approve(
      till,
      'paid-out',
      movementShown({ id, kind: 'paid-out', amount: 500 as never }),
      supervisor,
    )
    expect(await flagsOf(till, till.moveCash('paid-out', 500, { id, approval }))).toEqual([[]])
    expect(await flagsOf(till, till.moveCash('paid-out', 501, { approval }))).toEqual([
      ['approval-differs', 'approval-reused'],
    ])
    expect(await flagsOf(till, till.moveCash('drop', 500, { witness: supervisor, bag: 'B-7' }))).toEqual([[]])
    expect(await flagsOf(till, till.moveCash('drop', 500, { by: supervisor }))).toEqual([['witness-missing']])
    expect(await flagsOf(till, till.moveCash('drop', 500, { by: supervisor, witness: canteen.cashier }))).toEqual([[]])
  })

  it('POS-104: applies the first versions of a void and a movement as before, whatever the limits say', async () => {
    const till = await newTill(1)
    await flagsOf(till, till.openShift(), till.sale({ lines: [[0, 9000]] }))
    box.clock.advance(10 * minuteMs)
    expect(await flagsOf(till, till.voidSale())).toEqual([[]])
    expect(await flagsOf(till, till.moveCash('paid-out', 500))).toEqual([[]])
  })

  it('POS-66: limits are set by one administrator over what was seen, and judge acts from that moment on', async () => {
    const till = await newTill()
    const { tillId } = till.device.ctx.device
    await flagsOf(till, till.openShift())
    const device = limit({ kind: 'device', subject: tillId, act: 'no-sale', isForbidden: true })
    const person = limit({ kind: 'person', subject: canteen.cashier, act: 'paid-out', each: 500, offline: 'half' })
    const before = readTillLimits.reply.parse((await call(box.app, admin, readTillLimits, {})).body)
    expect(before).toMatchObject({ version: 0, changed: null, limits: [], currency: 'QAR' })
    expect(before.tills.map((each) => each.tillId)).toContain(tillId)
    const change = (tillLimits: TillLimit[], seen: number, as = admin) =>
      call(box.app, as, changeTillLimits, { tillLimits, seen })
    const op = till.moveCash('no-sale', 0)
    box.clock.advance(1000)
    expect((await change([device, person], 0)).body).toMatchObject({ version: 1 })
    expect((await change([person, device], 0)).body).toMatchObject({ version: 1 })
    expect((await change([person], 0)).body).toMatchObject({ messageId: 'settings.changed' })
    // Done before the limits changed, received after.
    expect(await flagsOf(till, op)).toEqual([[]])
    box.clock.advance(1000)
    expect(await flagsOf(till, till.moveCash('no-sale', 0))).toEqual([['act-forbidden']])
    const after = readTillLimits.reply.parse((await call(box.app, admin, readTillLimits, {})).body)
    expect(after).toMatchObject({ version: 1, limits: [device, person] })
    expect((await change([], 1)).body).toMatchObject({ version: 2 })
    const mona = await signInAs(box, canteen.school, 'mona', ['supervisor'])
    expect((await change([], 2, mona)).status).toBe(403)
    const other = await openCanteen(box, 'manara')
    const theirs = await signInAs(box, other.school, 'jamal', ['admin'])
    expect((await change([device], 0, theirs)).body).toMatchObject({ messageId: 'request.not-found' })
    expect(readTillLimits.reply.parse((await call(box.app, theirs, readTillLimits, {})).body).version).toBe(0)
  })

  it('§3: to whom no balance is shown goes to each till with its next pull, and not as a limit of an act', async () => {
    const [till, other] = [await newTill(), await newTill()]
    const { schoolId } = canteen.school
    const hidden = (kind: TillLimit['kind'], subject: string): SetLimit => ({
      ...limit({ kind, subject, act: 'no-sale', isForbidden: true }),
      act: 'see-balance',
    })
    const pulled = async ({ device: { ctx } }: TillOps) => {
      const { settings } = await pullPage(ctx, { installEpoch: till.installEpoch, cursors: {} })
      return { limits: settings.limits?.map(({ act }) => act), from: settings.balanceHiddenFrom }
    }
    const { version } = readTillLimits.reply.parse((await call(box.app, admin, readTillLimits, {})).body)
    const change = (tillLimits: SetLimit[], seen: number) =>
      call(box.app, admin, changeTillLimits, { tillLimits, seen })
    expect(await pulled(till)).toMatchObject({ from: undefined })
    const { tillId } = till.device.ctx.device
    const drop = limit({ kind: 'role', subject: 'operator', act: 'drop', each: 500 })
    const set = [drop, hidden('role', 'operator'), hidden('device', tillId)]
    expect((await change([{ ...hidden('role', 'operator'), isForbidden: false, each: 3 }], version)).status).toBe(400)
    expect((await change(set, version)).body).toMatchObject({ version: version + 1 })
    expect(await pulled(till)).toEqual({ limits: ['drop'], from: [tillId, 'operator'] })
    expect(await pulled(other)).toEqual({ limits: ['drop'], from: ['operator'] })
    const read = readTillLimits.reply.parse((await call(box.app, admin, readTillLimits, {})).body)
    expect(read.limits.map(({ act }) => act)).toEqual(['see-balance', 'drop', 'see-balance'])
    const judged = await box.db.database.tenant(schoolId, (tx) => limitsAt(tx, schoolId, box.clock.nowMs()))
    expect(judged).toEqual([drop])
    await change([], version + 1)
    expect(await pulled(till)).toEqual({ limits: [], from: undefined })
  })

  it("judges a discount on the receipt as its giver's, and the bound of a shift for prices, each with an approval", async () => {
    const till = await newTill(3)
    await flagsOf(till, till.openShift())
    const given = (value: number) => till.sale({ discount: { kind: 'ppm', value }, change: { judged: true } })
    expect(await flagsOf(till, given(200_000), given(200_001))).toEqual([[], ['approval-missing']])
    const { supervisor } = canteen
    const sale = till.makeSale({ discount: { kind: 'ppm', value: 300_000 }, change: { judged: true } })
    const own = approve(till, 'discount', discountShown(sale), supervisor)
    const second = await signInAs(box, canteen.school, 'rana', ['supervisor'])
    const other = approve(till, 'discount', discountShown(sale), second.userId)
    expect(await flagsOf(till, till.op('pos.sale', { ...sale, approvals: [own] }, { v: 3 }))).toEqual([
      ['approval-own', 'approver-not-allowed'],
    ])
    const again = {
      ...sale,
      id: till.newId(),
      approvals: [approve(till, 'discount', { ...discountShown(sale) }, second.userId)],
    }
    expect(other.hash).toBe(again.approvals[0]?.hash)
    // Approved for another sale.
    expect((await flagsOf(till, till.op('pos.sale', again, { v: 3 })))[0]).toContain('approval-differs')
    const terms = { price: { amount: minor(500), reason: 'dented', by: supervisor } }
    const priced = limit({ kind: 'role', subject: 'operator', act: 'price', shift: 2 })
    const seen = readTillLimits.reply.parse((await call(box.app, admin, readTillLimits, {})).body).version
    await call(box.app, admin, changeTillLimits, { tillLimits: [priced], seen })
    box.clock.advance(1000)
    const low = () => till.sale({ terms, change: { judged: true } })
    expect(await flagsOf(till, low(), low(), low())).toEqual([[], [], ['approval-missing']])
    await call(box.app, admin, changeTillLimits, { tillLimits: [], seen: seen + 1 })
  })

  it("flags an approval that is beyond the approver's own limits", async () => {
    const till = await newTill(3)
    await flagsOf(till, till.openShift())
    const seen = readTillLimits.reply.parse((await call(box.app, admin, readTillLimits, {})).body).version
    const bound = limit({ kind: 'role', subject: 'supervisor', act: 'void', each: 3000 })
    await call(box.app, admin, changeTillLimits, { tillLimits: [bound], seen })
    box.clock.advance(1000)
    const voided = async (qtyMilli: number) => {
      await flagsOf(till, till.sale({ lines: [[0, qtyMilli]] }))
      return flagsOf(till, till.voidSale(undefined, { afterMs: 1000, approval: ofSale(till) }))
    }
    expect(await voided(4000)).toEqual([[]])
    expect(await voided(9000)).toEqual([['approver-not-allowed']])
    await call(box.app, admin, changeTillLimits, { tillLimits: [], seen: seen + 1 })
  })
})
