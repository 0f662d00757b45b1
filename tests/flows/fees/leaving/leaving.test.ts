import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feeDocument } from '#shared/fees/fee-document.contract.ts'
import { moveCheque, receiveCheque } from '#shared/fees/cheques/cheque.contract.ts'
import { decideClaim } from '#shared/fees/fee-refund.contract.ts'
import { previewLeaving, settleLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { readFeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import { saveFeeSettings } from '#shared/fees/setup/fee-settings.contract.ts'
import { minor, sum } from '#shared/kernel/money.ts'
import { dayAfter, dayMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { accountOfChild, bill, documentOf, ledgerFaults, newOpId } from '#tests/support/fees/fee-ledger.ts'
import { tell } from '#tests/support/fees/fee-set-up.ts'
import { leavers } from '#tests/support/fees/leavers.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('children who leave on %s', (engine) => {
  let box: Box
  const { open, leaver, preview, settle, keptOn, day } = leavers(() => box)
  beforeAll(async () => {
    box = await openBox(engine)
    // Everything below happens in the school year.
    box.clock.advance(Date.parse('2030-12-20T08:00:00Z') - box.clock.nowMs())
  })
  afterAll(() => box.close())

  it('FEE-14, FEE-16: Dubai keeps a month, two, the term, and the documents say so', async () => {
    const dubai = await open('dubai')
    const { finance, head, school } = dubai
    const { studentId, payerId, receipt } = await leaver(dubai, { seat: 450_000 })
    expect(await keptOn(finance, studentId, [day(14), day(15), '2030-10-01'])).toEqual([450_000, 900_000, 1_800_000])
    const before = await preview(finance, studentId, day(14))
    expect(before.sum).toMatchObject({
      year: 2030,
      term: 1,
      returned: 1_350_000,
      due: 0,
      unbilled: 0,
      regulator: 'dubai',
    })
    expect(before.sum.components[0]).toMatchObject({ annual: 4_500_000, termFee: 1_800_000, paid: 1_800_000 })
    expect(before.sum.components[0]?.lines).toEqual([
      { rule: 'until-days', kept: 450_000, keep: { months: 1 }, day: 14, days: 14 },
    ])
    expect(before.reasons).toEqual(['other', 'left-country', 'left-emirate', 'lower-rating', 'no-place'])
    const opId = newOpId()
    const { settled } = await settle(finance, studentId, day(14), opId)
    expect(settled?.notes).toMatchObject([{ total: 1_350_000 }])
    expect(settled?.claims).toMatchObject([{ amount: 1_350_000, method: 'cash', state: 'asked', payer: { payerId } }])
    const note = await documentOf(box, finance, settled?.notes[0]?.documentId ?? '')
    expect(sum(note.lines.map(({ total }) => total))).toBe(1_350_000)
    expect(note).toMatchObject({ kind: 'credit', reason: 'Moves away' })
    const account = await accountOfChild(box, finance, studentId)
    expect(account.items).toMatchObject([{ billed: 1_800_000, credited: 1_350_000, paid: 450_000, open: 0 }])
    expect(account.deposit).toBe(0)
    // Once, and as it was seen.
    const { settled: again } = await settle(finance, studentId, day(14), opId)
    expect(again?.notes).toEqual(settled?.notes)
    const later = { opId: newOpId(), number: studentId, requestedOn: day(14), documentNote: 'Again' }
    const sums = { keptAmount: before.sum.kept, returnedAmount: before.sum.returned }
    expect(await tell(box, finance, settleLeaving, { ...later, sums })).toBe('fees.leaving-changed')
    // Somebody else approves that the money goes back, and it is what came.
    const claimId = settled?.claims[0]?.claimId ?? ''
    expect(await tell(box, finance, decideClaim, { claimId, isApproved: true })).toBe('access.denied')
    expect(await tell(box, head, decideClaim, { claimId, isApproved: true })).toBe(200)
    expect((await accountOfChild(box, finance, studentId)).payments[0]).toMatchObject({
      number: receipt.number,
      credit: 0,
    })
    // Nothing more is billed of the year.
    const run = await bill(box, finance, school, { studentIds: [studentId] })
    expect(run.errors).toMatchObject([{ fault: 'left' }])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-14: Dubai keeps the seat money before the start, unless the family leaves the country', async () => {
    const dubai = await open('dubai')
    const { finance, school } = dubai
    const { studentId } = await leaver(dubai, { seat: 450_000, paid: 450_001 })
    const of = async (reason: string) =>
      (await preview(finance, studentId, '2030-08-20', { leavingReason: reason })).sum
    expect(await of('other')).toMatchObject({ kept: 450_000, returned: 1 })
    expect(await of('left-country')).toMatchObject({ kept: 0, returned: 450_001 })
    // The seat money goes back to the seat deposit, the rest to its payer.
    const { sum: seen } = await preview(finance, studentId, '2030-08-20', { leavingReason: 'left-country' })
    const asked = {
      opId: newOpId(),
      number: studentId,
      requestedOn: '2030-08-20',
      leavingReason: 'left-country' as const,
    }
    const { status, body } = await call(box.app, finance, settleLeaving, {
      ...asked,
      documentNote: 'Leaves the country',
      sums: { keptAmount: seen.kept, returnedAmount: seen.returned },
    })
    expect(status).toBe(200)
    expect(settleLeaving.reply.parse(body).settled?.claims).toMatchObject([{ amount: 1 }])
    expect((await accountOfChild(box, finance, studentId)).deposit).toBe(450_000)
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-14: seat money that is billed is part of tuition, and is kept once', async () => {
    const dubai = await open('dubai', { seatFee: 225_000 })
    const { finance, school } = dubai
    await box.db.owner.execute(sql`update students set entry_year = 2030 where school_id = ${school.schoolId}`)
    const { studentId } = await leaver(dubai)
    expect(await keptOn(finance, studentId, [day(14), day(15), '2030-10-01', '2030-08-20'])).toEqual([
      450_000, 900_000, 1_800_000, 225_000,
    ])
    const { settled } = await settle(finance, studentId, day(14))
    expect(settled?.notes).toMatchObject([{ total: 1_350_000 }])
    const { items } = await accountOfChild(box, finance, studentId)
    expect(items.find(({ component }) => component.code === 'SEAT')).toMatchObject({ credited: 0, paid: 225_000 })
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('calculates nothing where the rest of the year can not be planned', async () => {
    const dubai = await open('dubai')
    const { studentId } = await leaver(dubai)
    await box.db.owner.execute(sql`update customers set class_id = null where school_id = ${dubai.school.schoolId}
      and id = (select customer_id from pupil_accounts where school_id = ${dubai.school.schoolId} and student_id = ${studentId})`)
    await box.db.owner.execute(
      sql`update students set grade = 'G9' where school_id = ${dubai.school.schoolId} and id = ${studentId}`,
    )
    const asked = { number: studentId, requestedOn: day(14) }
    expect(await tell(box, dubai.finance, previewLeaving, asked)).toBe('fees.leaving-no-plan')
  })

  it('FEE-15: Abu Dhabi by days 7, 8, 21, 22, 42, 43', async () => {
    const third = [333_333, 333_333, 333_334]
    const place = await open('abu-dhabi', { annual: 3_000_000, shares: third })
    const { finance, school } = place
    const { studentId } = await leaver(place, { seat: 150_000, paid: 1_000_000 })
    expect(await keptOn(finance, studentId, [7, 8, 21, 22, 42, 43].map(day))).toEqual([
      150_000, 300_000, 300_000, 600_000, 600_000, 1_000_000,
    ])
    const { settled } = await settle(finance, studentId, day(22))
    expect(settled?.notes.map(({ total }) => total)).toEqual([400_000])
    expect(settled?.claims.map(({ amount }) => amount)).toEqual([400_000])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-16: the Northern Emirates keep no more than the term, and what is not billed is not settled', async () => {
    const place = await open('northern-emirates', { annual: 4_500_000 })
    const { finance } = place
    const { studentId } = await leaver(place)
    const { sum: january } = await preview(finance, studentId, dayAfter('2031-01-05', 40))
    expect(january).toMatchObject({ term: 2, kept: 1_800_000 + 1_350_000, unbilled: 1_350_000 })
    const { sum: autumn } = await preview(finance, studentId, day(60))
    expect(autumn.kept).toBe(1_350_000)
    const sums = { keptAmount: january.kept, returnedAmount: january.returned }
    const asked = { opId: newOpId(), number: studentId, documentNote: 'Moves', sums }
    expect(await tell(box, finance, settleLeaving, { ...asked, requestedOn: dayAfter('2031-01-05', 40) })).toBe(
      'request.invalid',
    )
    box.clock.advance(60 * dayMs)
    await staySignedIn(box)
    expect(await tell(box, finance, settleLeaving, { ...asked, requestedOn: dayAfter('2031-01-05', 40) })).toBe(
      'fees.leaving-unbilled',
    )
    box.clock.advance(-60 * dayMs)
  })

  it('FEE-31: cheques that nothing depends on any more are listed and signed for', async () => {
    const dubai = await open('dubai')
    const { finance, school } = dubai
    const { studentId, payerId } = await leaver(dubai)
    await bill(box, finance, school, { studentIds: [studentId], parts: [2] })
    const paper = { bank: 'Bank', account: '1', number: '77', receivedOn: '2030-12-20', datedOn: '2031-01-05' }
    const cheque = { chequeId: newOpId(), payerId, studentId, amount: minor(1_350_000), ...paper }
    expect(await tell(box, finance, receiveCheque, cheque)).toBe(200)
    expect((await preview(finance, studentId, day(14))).cheques).toEqual([])
    const { settled, cheques } = await settle(finance, studentId, day(14))
    expect(settled?.claims.map(({ amount }) => amount)).toEqual([1_350_000])
    expect(cheques.map(({ number }) => number)).toEqual(['77'])
    const step = { chequeId: cheque.chequeId, movedOn: '2030-12-20', note: 'Signed for by the father' }
    expect(await tell(box, finance, moveCheque, { ...step, opId: newOpId(), step: 'withdraw' })).toBe(200)
    expect(await tell(box, finance, moveCheque, { ...step, opId: newOpId(), step: 'return' })).toBe(200)
    expect((await preview(finance, studentId, day(14))).cheques).toEqual([])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('goes by the school’s own rule where the regulator has none, and by none else', async () => {
    const place = await open('kuwait', { annual: 3_000_000 })
    const { finance } = place
    const { studentId } = await leaver(place, { paid: 1_200_000 })
    const asked = { number: studentId, requestedOn: day(10) }
    expect(await tell(box, finance, previewLeaving, asked)).toBe('fees.leaving-no-rule')
    const { settings } = readFeeSetup.reply.parse((await call(box.app, finance, readFeeSetup)).body)
    const { revision, ...rest } = settings
    const ownLeaving = {
      beforeStart: 'nothing' as const,
      steps: [
        { untilDay: 61, keep: { percent: 30 } },
        { untilDay: null, keep: { percent: 50 } },
      ],
    }
    expect(await tell(box, finance, saveFeeSettings, { settings: { ...rest, ownLeaving }, seen: revision })).toBe(200)
    expect(await keptOn(finance, studentId, [day(61), day(62)])).toEqual([360_000, 600_000])
    expect((await preview(finance, studentId, day(61))).sum).toMatchObject({ regulator: null, returned: 840_000 })
    expect(await tell(box, finance, previewLeaving, { ...asked, requestedOn: '2035-01-01' })).toBe(
      'fees.leaving-no-terms',
    )
    expect((await call(box.app, finance, feeDocument, { documentId: newOpId() })).status).toBe(404)
  })
})
