import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unattendedFeeActor } from '#server/features/fees/ledger/fee-actor.ts'
import { lockFeePeriod } from '#server/features/fees/ledger/period-lock.service.ts'
import { effectiveDay } from '#server/features/fees/ledger/post-journal.service.ts'
import { issueCreditNote } from '#shared/fees/fee-document.contract.ts'
import { reallocatePayment, recordFeePayment } from '#shared/fees/fee-payment.contract.ts'
import { askWriteOff, decideClaim } from '#shared/fees/fee-refund.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, bill, ledgerFaults, newOpId, pay } from '#tests/support/fees/fee-ledger.ts'
import { makePupils, setUpFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, openBox } from '#tests/support/server.ts'

describe.each(engines)('each operation is one journal on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Awaited<ReturnType<typeof signInAs>>
  let head: Caller
  let studentId: string
  let payerId: string
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'pearl')
    finance = await signInAs(box, school, 'finance', ['finance'])
    head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    const [pupil] = await makePupils(box, school, [{ father: 'Father', births: ['2022-05-05'] }])
    studentId = pupil?.id ?? ''
    await staySignedIn(box)
    await bill(box, finance, school)
    payerId = (await accountOfChild(box, finance, studentId)).payers[0]?.payerId ?? ''
  })
  afterAll(() => box.close())

  const payWith = (opId: ReturnType<typeof newOpId>) =>
    tell(box, finance, recordFeePayment, {
      opId,
      method: 'cash',
      currency: 'QAR',
      receivedOn: '2030-03-03',
      payerId,
      amount: minor(100_000),
    })

  it('a payment with the id of an approved write-off is refused and gives no receipt', async () => {
    const { items } = await accountOfChild(box, finance, studentId)
    const claim = { opId: newOpId(), chargeId: items[0]?.chargeId ?? '', amount: minor(100_000), reason: 'Gone' }
    expect(await tell(box, finance, askWriteOff, claim)).toBe(200)
    expect(await tell(box, head, decideClaim, { claimId: claim.opId, isApproved: true })).toBe(200)
    expect(await payWith(claim.opId)).toBe('request.invalid')
    expect((await accountOfChild(box, finance, studentId)).payments).toEqual([])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('a period is not locked while something is booked in it', async () => {
    // One connection: its transactions never meet.
    if (engine === 'pglite') return
    const { schoolId } = school
    const by = unattendedFeeActor(box.deps, { schoolId, currency: 'QAR', timeZone: 'Asia/Qatar' }, finance.userId)
    const lock = () =>
      box.db.database.tenant(schoolId, async (tx) => {
        await tx.execute(sql`set local lock_timeout = '20ms'`)
        return lockFeePeriod(tx, { ...by, userId: finance.userId }, '2030-03-01')
      })
    await box.db.database.tenant(schoolId, async (tx) => {
      expect(await effectiveDay(tx, { schoolId, happenedOn: '2030-03-01', today: by.today })).toBe('2030-03-01')
      await expect(lock()).rejects.toThrow()
    })
    expect(await lock()).toEqual({ until: '2030-03-01' })
  })

  it('a move and a credit note with the id of another operation are refused; sent again they change nothing', async () => {
    const receipt = await pay(box, finance, { payerId, studentId, amount: 200_000 })
    const { items, documents } = await accountOfChild(box, finance, studentId)
    const [, second] = items.map(({ chargeId }) => chargeId)
    const move = (opId: string, amount = 200_000, chargeId = second) =>
      tell(box, finance, reallocatePayment, {
        opId,
        paymentId: receipt.paymentId,
        wished: [{ chargeId: chargeId ?? '', amount: minor(amount) }],
      })
    expect(await move(receipt.paymentId)).toBe('request.invalid')
    const opId = newOpId()
    expect([await move(opId), await move(opId), await move(opId, 150_000)]).toEqual([200, 200, 'request.invalid'])
    const invoice = documents.findLast(({ kind }) => kind === 'invoice')
    const note = (id: string, amount: number) =>
      tell(box, finance, issueCreditNote, {
        opId: id,
        documentId: invoice?.documentId ?? '',
        lines: [
          {
            chargeId: items.find((item) => item.invoice?.documentId === invoice?.documentId)?.chargeId ?? '',
            amount: minor(amount),
          },
        ],
        reason: 'Correction',
      })
    expect(await note(opId, 5_000)).toBe('request.invalid')
    const noteId = newOpId()
    expect([await note(noteId, 5_000), await note(noteId, 5_000), await note(noteId, 6_000)]).toEqual([
      200,
      200,
      'request.invalid',
    ])
    const { rows } = await box.db.owner.execute<{ journals: number }>(
      sql`select count(*)::int as journals from fee_journals where id in (${opId}, ${noteId})`,
    )
    expect(rows[0]?.journals).toBe(2)
    expect(await ledgerFaults(box, school)).toEqual([])
  })
})
