import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undoLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { grantFeeDiscount, saveFeeDiscountRule } from '#shared/fees/setup/fee-discount.contract.ts'
import { engines } from '#tests/support/database.ts'
import { accountOfChild, ledgerFaults, newOpId } from '#tests/support/fees/fee-ledger.ts'
import { newFeeId, tell } from '#tests/support/fees/fee-set-up.ts'
import { leavers } from '#tests/support/fees/leavers.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe.each(engines)('discounts of children who leave on %s', (engine) => {
  let box: Box
  const { open, leaver, preview, settle, day } = leavers(() => box)
  beforeAll(async () => {
    box = await openBox(engine)
    box.clock.advance(Date.parse('2030-12-20T08:00:00Z') - box.clock.nowMs())
  })
  afterAll(() => box.close())

  /** A child of Dubai with a staff discount of 10 %, whose first part is billed and paid. */
  async function withDiscount(isClawedBack: boolean) {
    const dubai = await open('dubai')
    const ruleId = newFeeId()
    const rule = {
      id: ruleId,
      name: { en: 'Staff', ar: 'الموظفون' },
      kind: 'staff' as const,
      amounts: [{ ppm: 100_000 }],
      components: null,
      onGross: false,
      familyCapAmount: null,
      personsOnly: false,
      isRetired: false,
      isClawedBack,
    }
    expect(await tell(box, dubai.finance, saveFeeDiscountRule, { rule, seen: 0 })).toBe(200)
    const grant = { id: newFeeId(), studentId: dubai.pupils.at(-1)?.id ?? '', ruleId, ownAmount: null }
    const because = { fromOn: '2030-01-01', untilOn: null, reason: 'Works here', evidenceRef: '' }
    expect(await tell(box, dubai.finance, grantFeeDiscount, { ...grant, ...because })).toBe(200)
    return { ...dubai, ...(await leaver(dubai, { paid: 1_620_000 })) }
  }

  it('FEE-17: fall away in proportion to what is kept, as one debit line before the credit notes', async () => {
    const { finance, school, studentId } = await withDiscount(true)
    const { sum } = await preview(finance, studentId, day(14))
    // A tenth of 40,500 is kept of 16,200; the discount on it was 450.
    expect(sum).toMatchObject({ kept: 450_000, returned: 1_170_000, due: 0, unbilled: 0 })
    expect(sum.components[0]?.lines.at(-1)).toEqual({ rule: 'discounts-end', kept: 45_000 })
    const { settled } = await settle(finance, studentId, day(14), newOpId())
    expect(settled?.invoices).toMatchObject([{ total: 45_000 }])
    expect(settled?.notes).toMatchObject([{ total: 1_215_000 }])
    expect(settled?.claims).toMatchObject([{ amount: 1_170_000 }])
    const { items } = await accountOfChild(box, finance, studentId)
    expect(items.find(({ part }) => part === 0)).toMatchObject({ discount: -45_000, paid: 45_000, open: 0 })
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('are given again when the leaving is undone', async () => {
    const { finance, head, school, studentId } = await withDiscount(true)
    const { settled } = await settle(finance, studentId, day(14), newOpId())
    const asked = { leavingId: settled?.leavingId ?? '', isBilledAgain: true, undoReason: 'Came back' }
    expect(await tell(box, head, undoLeaving, asked)).toBe(200)
    const { items } = await accountOfChild(box, finance, studentId)
    expect(items.find(({ part }) => part === 0)).toMatchObject({ credited: 45_000, open: 0 })
    expect(items.reduce((all, { open: left }) => all + left, 0)).toBe(0)
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-17: fall away for nothing that goes back in full', async () => {
    const { finance, studentId } = await withDiscount(true)
    const { sum } = await preview(finance, studentId, '2030-08-20')
    expect(sum).toMatchObject({ kept: 0, returned: 1_620_000 })
  })

  it('FEE-17: stay where the rule does not take them back', async () => {
    const { finance, school, studentId } = await withDiscount(false)
    expect((await preview(finance, studentId, day(14))).sum).toMatchObject({ kept: 405_000 })
    // Neither when the rule is changed afterwards.
    await box.db.owner.execute(sql`update fee_discount_rules set is_clawed_back = true
      where school_id = ${school.schoolId}`)
    expect((await preview(finance, studentId, day(14))).sum).toMatchObject({ kept: 405_000 })
  })
})
