import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideClaim } from '#shared/fees/fee-refund.contract.ts'
import { settleLeaving, undoLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { engines } from '#tests/support/database.ts'
import { accountOfChild, bill, ledgerFaults, newOpId } from '#tests/support/fees/fee-ledger.ts'
import { tell } from '#tests/support/fees/fee-set-up.ts'
import { leavers } from '#tests/support/fees/leavers.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('what comes after a leaving on %s', (engine) => {
  let box: Box
  const { open, leaver, preview, settle, day } = leavers(() => box)
  beforeAll(async () => {
    box = await openBox(engine)
    box.clock.advance(Date.parse('2030-12-20T08:00:00Z') - box.clock.nowMs())
  })
  afterAll(() => box.close())

  it('another person undoes it once: the child is billed again, refunds that wait are refused', async () => {
    const dubai = await open('dubai')
    const { finance, head, school } = dubai
    const { studentId } = await leaver(dubai)
    const { settled } = await settle(finance, studentId, day(14))
    const leavingId = settled?.leavingId ?? ''
    const asked = { leavingId, isBilledAgain: true, undoReason: 'Wrong day' }
    expect(await tell(box, finance, undoLeaving, asked)).toBe('access.denied')
    expect(await tell(box, head, undoLeaving, asked)).toBe(200)
    expect(await tell(box, head, undoLeaving, asked)).toBe('request.not-found')
    const claimId = settled?.claims[0]?.claimId ?? ''
    expect(await tell(box, head, decideClaim, { claimId, isApproved: true })).toBe('fees.claim-decided')
    // The credit of the note settles what is billed again.
    const account = await accountOfChild(box, finance, studentId)
    expect(account.items.map(({ billed, credited, paid, open: left }) => [billed, credited, paid, left])).toEqual(
      expect.arrayContaining([
        [1_800_000, 1_350_000, 450_000, 0],
        [1_350_000, 0, 1_350_000, 0],
      ]),
    )
    expect((await bill(box, finance, school, { studentIds: [studentId], parts: [2] })).errors).toEqual([])
    expect((await preview(finance, studentId, day(15))).settled).toBeNull()
    const { sum } = await preview(finance, studentId, day(15))
    const again = { opId: newOpId(), number: studentId, requestedOn: day(15), documentNote: 'Again' }
    const sums = { keptAmount: sum.kept, returnedAmount: sum.returned }
    // What was undone is settled again by what stands now, and may be undone once more.
    expect(await tell(box, finance, settleLeaving, { ...again, sums })).toBe(200)
    const second = (await preview(finance, studentId, day(15))).settled
    expect(second?.leavingId).toBe(again.opId)
    expect(await ledgerFaults(box, school)).toEqual([])
    expect(await tell(box, head, undoLeaving, { ...asked, leavingId: again.opId })).toBe(200)
    expect((await preview(finance, studentId, day(15))).settled).toBeNull()
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('is not undone by who settled it', async () => {
    const dubai = await open('dubai')
    const { finance, head, school } = dubai
    const admin = await signInAs(box, school, 'admin', ['admin'])
    const { studentId } = await leaver(dubai)
    const { settled } = await settle(admin, studentId, day(14))
    const asked = { leavingId: settled?.leavingId ?? '', isBilledAgain: false, undoReason: 'Came back' }
    expect(await tell(box, admin, undoLeaving, asked)).toBe('student.needs-another')
    expect(await tell(box, head, undoLeaving, asked)).toBe(200)
    expect((await accountOfChild(box, finance, studentId)).items).toHaveLength(1)
  })

  it('FEE-14: the seat deposit that is returned is owed in the child’s file', async () => {
    const dubai = await open('dubai')
    const { finance, head, school } = dubai
    const { studentId } = await leaver(dubai, { seat: 450_000 })
    const { schoolId } = school
    const offerId = newOpId()
    await box.db.owner.execute(sql`insert into offers (school_id, id, student_id, version, state, terms, expires_at, made_at, origin)
      values (${schoolId}, ${offerId}, ${studentId}, 1, 'accepted', '{}', '2031-01-01', now(), '')`)
    await box.db.owner.execute(sql`insert into offer_deposits (school_id, id, offer_id, amount, method, receipt, by_user, at)
      values (${schoolId}, ${newOpId()}, ${offerId}, 450000, 'cash', 'D1', ${newOpId()}, now())`)
    const leaving = { number: studentId, requestedOn: '2030-08-20', leavingReason: 'left-country' as const }
    const { sum } = await preview(finance, studentId, '2030-08-20', { leavingReason: 'left-country' })
    expect(sum).toMatchObject({ kept: 0, returned: 1_800_000, toDeposit: 450_000 })
    const sums = { keptAmount: sum.kept, returnedAmount: sum.returned }
    const asked = { ...leaving, opId: newOpId(), documentNote: 'Leaves', sums }
    const { status } = await call(box.app, finance, settleLeaving, asked)
    expect(status).toBe(200)
    const { rows } = await box.db.owner.execute(sql`select kind, amount::int as amount, percent from offer_settlements
      where school_id = ${schoolId} and offer_id = ${offerId}`)
    expect(rows).toEqual([{ kind: 'refund-due', amount: 450_000, percent: 100 }])
    expect((await accountOfChild(box, finance, studentId)).deposit).toBe(0)
    expect(await ledgerFaults(box, school)).toEqual([])
    // Undone, it is no longer owed: it settles what is billed again, as before.
    const undone = { leavingId: asked.opId, isBilledAgain: true, undoReason: 'They stay' }
    expect(await tell(box, head, undoLeaving, undone)).toBe(200)
    const refund = async () => {
      const found = await box.db.owner.execute<{
        due: number
      }>(sql`select sum(amount)::int as due from offer_settlements
        where school_id = ${schoolId} and offer_id = ${offerId} and kind = 'refund-due'`)
      return found.rows[0]?.due
    }
    expect(await refund()).toBe(0)
    const account = await accountOfChild(box, finance, studentId)
    expect(account.items.reduce((all, { open: left }) => all + left, 0)).toBe(0)
    expect(account.deposit).toBe(0)
    expect(await ledgerFaults(box, school)).toEqual([])
    const again = await preview(finance, studentId, '2030-08-20', { leavingReason: 'left-country' })
    expect(again.sum).toMatchObject({ kept: 0, returned: 1_800_000, toDeposit: 450_000 })
    expect(await tell(box, finance, settleLeaving, { ...asked, opId: newOpId() })).toBe(200)
    expect(await refund()).toBe(450_000)
    expect(await ledgerFaults(box, school)).toEqual([])
  })
})
