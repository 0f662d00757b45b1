import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feeList, feeListExport, feeListTotals } from '#shared/fees/fee-list.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, bill, pay } from '#tests/support/fees/fee-ledger.ts'
import { makePupils, setUpFees } from '#tests/support/fees/fee-set-up.ts'
import { linesFrom } from '#tests/support/records/export-kit.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { type MadeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('children with what is open on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let pupils: MadeStudent[]
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'pearl')
    finance = await signInAs(box, school, 'finance', ['finance'])
    const head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    const families = Array.from({ length: 3 }, (_, at) => ({ father: `Father ${at}`, births: ['2022-05-05'] }))
    pupils = await makePupils(box, school, families)
    await staySignedIn(box)
    await bill(box, finance, school, { studentIds: pupils.map(({ id }) => id) })
  })
  afterAll(() => box.close())

  const list = async (filter: object = {}) =>
    feeList.reply.parse((await call(box.app, finance, feeList, filter)).body).rows
  const totals = async (filter: object = {}) =>
    feeListTotals.reply.parse((await call(box.app, finance, feeListTotals, filter)).body)

  it('are listed by name, with sums that equal those of their accounts', async () => {
    const [first] = pupils
    const account = await accountOfChild(box, finance, first?.id ?? '')
    const payer = account.payers[0]
    await pay(box, finance, { payerId: payer?.payerId ?? '', studentId: first?.id ?? null, amount: 50_000 })
    const rows = await list()
    expect(rows.map(({ child }) => child.nameLatin)).toEqual(['Child 1', 'Child 2', 'Child 3'])
    const sums = await totals()
    for (const { child, open, due } of rows) {
      const { payers } = await accountOfChild(box, finance, child.studentId)
      expect({ open, due }).toEqual({ open: payers[0]?.open, due: payers[0]?.dueNow })
    }
    expect(sums).toMatchObject({ count: 3, open: rows.reduce((sum, { open }) => sum + open, 0) })
    const { notDue, days30, days60, days90, older } = sums.ageing
    expect(notDue + days30 + days60 + days90 + older).toBe(sums.open)
  })

  it('are found by name, number and state', async () => {
    expect(await list({ text: 'child 2' })).toHaveLength(1)
    expect(await list({ text: '%' })).toHaveLength(0)
    const [row] = await list()
    expect(await list({ text: row?.child.number ?? '' })).toMatchObject([{ child: { number: row?.child.number } }])
    const overdue = await totals({ state: 'overdue' })
    expect((await list({ state: 'overdue' })).length).toBe(overdue.count)
  })

  it('are exported with the columns of the list', async () => {
    const lines = await linesFrom(box, finance, feeListExport, { filter: {}, columns: ['nameEn', 'open'] })
    expect(lines[0]).toBe('Name in English,Open')
    expect(lines).toHaveLength(4)
  })

  it('are seen by no other school', async () => {
    const other = await makeSchool(box, 'coral')
    const theirs = await signInAs(box, other, 'finance', ['finance'])
    const reply = await call(box.app, theirs, feeList, {})
    expect(reply.body).toMatchObject({ rows: [], next: null })
  })
})
