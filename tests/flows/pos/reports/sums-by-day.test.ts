import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sumSomeDays } from '#server/features/pos/reports/days/sum-days.service.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { expectSameReports } from '#tests/support/pos/summed-reports.ts'
import { lateOps, openSummedSchool, type SummedSchool, todayOf } from '#tests/support/pos/summed-school.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe.each(engines)('days that are summed on %s', (engine) => {
  let box: Box
  let school: SummedSchool
  let made = 0

  beforeAll(async () => {
    box = await openBox(engine)
  })
  beforeEach(async () => {
    made += 1
    school = await openSummedSchool(box, `school${made}`)
  })
  afterAll(() => box.close())

  it.each(lateOps)(
    '%s of a summed day is in the reports at once, and in the sums after the next night',
    async (_, make) => {
      const { firstDay, report } = school
      expect((await report()).days).toContain(firstDay)
      await school.push(make(school))
      const late = await report()
      expect(late.days).not.toContain(firstDay)
      await school.sumAll()
      const summed = await report()
      expect(summed.days).toContain(firstDay)
      expect(summed.report).toEqual(late.report)
    },
  )

  it('a sale of today leaves all sums of earlier days', async () => {
    const { till } = school
    await school.push(till.closeShift())
    await school.sumAll()
    await school.push(till.openShift(), till.sale())
    expect((await school.report()).days).toContain(school.firstDay)
  })

  it('a sale of another day than its shift changes the drawer of that shift at once', async () => {
    const { till } = school
    await school.push(till.closeShift())
    await school.sumAll()
    const { report: before } = await school.report()
    await school.push(till.sale({ change: { businessDay: todayOf(box) } }))
    const { report: after, days } = await school.report()
    expect(days).not.toContain(school.firstDay)
    expect(after.days.total.short).toBeGreaterThan(before.days.total.short)
  })

  it('go on where summing ended, a few at a turn, the latest first; days that an attempt has left are taken over', async () => {
    box.clock.advance(60 * dayMs)
    const { schoolId } = school.canteen.school
    await box.db.owner.execute(sql`
      insert into summed_days (school_id, business_day, currency, attempt)
      values (${schoolId}, ${school.firstDay}::date + 1, 'QAR', ${school.till.newId()})
      on conflict (school_id, business_day) do update set summed_at = null, attempt = excluded.attempt`)
    let asked = 0
    // The server ends after one step.
    expect(await sumSomeDays(box.deps, schoolId, () => (asked += 1) > 1)).toBeUndefined()
    expect((await school.begunDays()).filter(({ isSummed }) => isSummed).length).toBe(8)
    expect(await sumSomeDays(box.deps, schoolId, () => false)).toBe('more')
    expect(await sumSomeDays(box.deps, schoolId, () => false)).toBeUndefined()
    const all = await school.begunDays()
    expect(all.length).toBe(62)
    expect(all.every(({ isSummed }) => isSummed)).toBe(true)
    expect((await school.report()).days.length).toBe(62)
  })

  it('hold for the currency of the school that they were made in', async () => {
    const { schoolId } = school.canteen.school
    await box.db.owner.execute(sql`update schools set currency = 'KWD' where school_id = ${schoolId}`)
    const other = await school.report()
    expect(other.days).toEqual([])
    expect(other.report).toMatchObject({ otherCurrency: 1, total: { sales: 0 } })
    await school.sumAll()
    expect((await school.report()).days).toContain(school.firstDay)
  })

  it('hold for the time zone of the school that they were made in, and not where an earlier release made them', async () => {
    const { schoolId } = school.canteen.school
    const changes = [
      sql`update schools set time_zone = 'Asia/Kathmandu' where school_id = ${schoolId}`,
      sql`update summed_days set time_zone = null where school_id = ${schoolId}`,
    ]
    for (const change of changes) {
      await box.db.owner.execute(change)
      expect((await school.report()).days).toEqual([])
      await school.sumAll()
      expect((await school.report()).days).toContain(school.firstDay)
    }
  })

  it('keep their sums when the documents of long ago are removed', async () => {
    const { firstDay, canteen } = school
    const { schoolId } = canteen.school
    const { report: before } = await expectSameReports(box, canteen.school, { firstDay, lastDay: firstDay })
    for (const table of ['sale_lines', 'tenders', 'sales', 'top_ups'].map((name) => sql.raw(name)))
      await box.db.owner.execute(sql`delete from ${table} where school_id = ${schoolId}`)
    await school.sumAll()
    const { rows } = await box.db.owner.execute<{ total: number }>(sql`
      select total::int from till_days where school_id = ${schoolId} and business_day = ${firstDay}::date`)
    expect(rows).toEqual([{ total: before.total.total }])
    expect(await school.begunDays()).toContainEqual({ day: firstDay, isSummed: true })
  })
})
