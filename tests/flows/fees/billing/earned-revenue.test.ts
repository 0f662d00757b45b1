import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookEarnedRevenue } from '#server/features/fees/ledger/earned-revenue.service.ts'
import { issueCreditNote } from '#shared/fees/fee-document.contract.ts'
import { lockPeriod } from '#shared/fees/fee-refund.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, bill, ledgerFaults, newOpId } from '#tests/support/fees/fee-ledger.ts'
import { makePupils, setUpFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe.each(engines)('revenue earned by month on %s', (engine) => {
  let box: Box
  beforeAll(async () => {
    box = await openBox(engine)
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  const goTo = (day: string) => box.clock.advance(Date.parse(`${day}T08:00:00Z`) - box.clock.nowMs())
  const earned = async ({ schoolId }: TestSchool) => {
    const { rows } = await box.db.owner.execute(sql`
      select j.effective_on::text as "on", j.happened_on::text as happened,
        sum(case when p.credit = 'revenue' then p.amount else -p.amount end)::int as amount
      from fee_journals j join fee_postings p on p.school_id = j.school_id and p.journal_id = j.id
      where j.school_id = ${schoolId} and j.kind = 'earned'
      group by j.id, j.effective_on, j.happened_on order by coalesce(j.happened_on, j.effective_on)`)
    return rows
  }
  const booked = (...days: string[]) => days.map((on) => ({ on, happened: null, amount: 450_000 }))

  it('is booked once for each month that is over, also after months without a server and by two at once', async () => {
    const school = await makeSchool(box, 'earned')
    const { schoolId } = school
    const finance = await signInAs(box, school, 'finance', ['finance'])
    const head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    const [pupil] = await makePupils(box, school, [{ father: 'Father', births: ['2022-05-05'] }])
    await bill(box, finance, school)
    await bookEarnedRevenue(box.deps, schoolId)
    expect(await earned(school)).toEqual([])

    goTo('2030-12-05')
    await Promise.all([bookEarnedRevenue(box.deps, schoolId), bookEarnedRevenue(box.deps, schoolId)])
    const autumn = booked('2030-09-30', '2030-10-31', '2030-11-30')
    expect(await earned(school)).toEqual(autumn)
    await bookEarnedRevenue(box.deps, schoolId)
    expect(await earned(school)).toEqual(autumn)

    // A credit note lowers what is not earned yet: 31,500 less 7,000 over seven months.
    const clerk = await signInAs(box, school, 'clerk', ['finance'])
    const { items } = await accountOfChild(box, clerk, pupil?.id ?? '')
    const [, , last] = items
    const note = {
      opId: newOpId(),
      documentId: last?.invoice?.documentId ?? '',
      lines: [{ chargeId: last?.chargeId ?? '', amount: minor(700_000) }],
      reason: 'Agreed',
    }
    expect(await tell(box, clerk, issueCreditNote, note)).toBe(200)
    goTo('2031-01-03')
    const auditor = await signInAs(box, school, 'keeper', ['finance'])
    expect(await tell(box, auditor, lockPeriod, { until: '2030-12-31' })).toBe(200)
    await bookEarnedRevenue(box.deps, schoolId)
    const december = { on: '2031-01-03', happened: '2030-12-31', amount: 350_000 }
    expect(await earned(school)).toEqual([...autumn, december])

    goTo('2031-09-01')
    await bookEarnedRevenue(box.deps, schoolId)
    const amounts = (await earned(school)).map(({ amount }) => Number(amount))
    expect(amounts).toHaveLength(10)
    expect(amounts.reduce((all, amount) => all + amount, 0)).toBe(3_800_000)
    const { rows } = await box.db.owner.execute(sql`
      select sum(case when debit = 'deferred-revenue' then amount else -amount end)::int as left from fee_postings
      where school_id = ${schoolId} and 'deferred-revenue' in (debit, credit)`)
    expect(rows).toEqual([{ left: 0 }])
    expect(await ledgerFaults(box, school)).toEqual([])
  })
})
