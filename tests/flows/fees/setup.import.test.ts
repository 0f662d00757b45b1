import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveFeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import { saveFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { approveFeeSchedule } from '#shared/fees/setup/fee-schedule.contract.ts'
import {
  exportFeeSchedules,
  importFeeSchedules,
  type ScheduleImport,
} from '#shared/fees/setup/schedule-import.contract.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { aComponent, aPlan, feeSetup, tell } from '#tests/support/fees/fee-set-up.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('schedules from a spreadsheet on %s', (engine) => {
  let box: Box
  let finance: Caller
  let head: Caller
  const plan = aPlan()
  beforeAll(async () => {
    box = await openBox(engine)
    const school = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, school, 'finance', ['finance'])
    head = await signInAs(box, school, 'head', ['head'])
    const books = aComponent('BOOKS', { name: { en: 'Books', ar: 'الكتب' }, kind: 'books' })
    for (const component of [aComponent('TUITION'), books])
      await tell(box, finance, saveFeeComponent, { component, seen: 0 })
    await tell(box, finance, saveFeePlan, { plan, seen: 0 })
  })
  afterAll(() => box.close())

  const send = async (lines: readonly string[], isApplied = false): Promise<ScheduleImport> => {
    const data = Buffer.from(lines.join('\n')).toString('base64')
    const { body } = await call(box.app, finance, importFeeSchedules, { data, isApplied, year: 2030, planId: plan.id })
    return importFeeSchedules.reply.parse(body)
  }
  const heading = 'Grades,Children,Component,Amount,Approved amount'
  const rows = [
    heading,
    '"Grade 1, Grade 2",,TUITION,"32,000.00",32000',
    '"1,2",all,الكتب,1500,1500',
    'KG1,new,Tuition,24000,24000',
  ]

  it('changes nothing in a dry run, and says of each refused row why', async () => {
    const wrong = [...rows, 'KG1,new,TUITION,1,1', 'KG9,,TUITION,1,1', '3,,NONE,x,1', '4,,TUITION,5,4']
    const { counts, refused } = await send(wrong, true)
    expect(counts).toEqual({ new: 2, changed: 0, same: 0, refused: 4 })
    expect(refused.map(({ row, problems }) => [row, problems.map(({ why }) => why).join(' ')])).toEqual([
      [5, 'twice'],
      [6, 'unknown-grade'],
      [7, 'unknown-component not-an-amount'],
      [8, 'unlawful'],
    ])
    expect((await feeSetup(box, finance)).schedules).toEqual([])
  })

  it('writes drafts, changes them, and makes the next version of an approved schedule', async () => {
    expect((await send(rows, true)).counts).toEqual({ new: 2, changed: 0, same: 0, refused: 0 })
    expect((await send(rows, true)).counts).toEqual({ new: 0, changed: 0, same: 2, refused: 0 })
    const { schedules } = await feeSetup(box, finance)
    const both = schedules.find(({ grades }) => grades.includes('2'))
    expect(both).toMatchObject({ grades: ['1', '2'], pupils: 'all', state: 'draft' })
    expect(both?.lines.map(({ component, amount }) => [component, amount])).toEqual([
      ['TUITION', 3_200_000],
      ['BOOKS', 150_000],
    ])
    expect(await tell(box, head, approveFeeSchedule, { id: both?.id ?? '', seen: 1 })).toBe(200)
    const dearer = rows.map((row) => row.replace('1500,1500', '1600,1600'))
    expect((await send(dearer, true)).counts).toMatchObject({ changed: 1, same: 1 })
    const after = (await feeSetup(box, finance)).schedules.filter(({ seriesId }) => seriesId === both?.seriesId)
    expect(after.map(({ version, state }) => [version, state])).toEqual([
      [1, 'approved'],
      [2, 'draft'],
    ])
  })

  it('exports what can be imported again', async () => {
    const asked = { year: 2030, language: 'ar' as const, format: 'csv' as const }
    const response = await box.app.request(`http://localhost${apiPrefix}${exportFeeSchedules.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'client-id': 'alnoor', authorization: `Bearer ${finance.token}` },
      body: JSON.stringify(asked),
    })
    expect(response.status).toBe(200)
    const file = new Uint8Array(await response.arrayBuffer())
    const again = await call(box.app, finance, importFeeSchedules, {
      data: Buffer.from(file).toString('base64'),
      isApplied: false,
      year: 2030,
      planId: plan.id,
    })
    expect(importFeeSchedules.reply.parse(again.body).counts).toEqual({ new: 0, changed: 0, same: 2, refused: 0 })
    expect(await tell(box, head, exportFeeSchedules, asked)).toBe('access.denied')
  })
})
