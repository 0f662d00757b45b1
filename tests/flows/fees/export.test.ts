import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feeExportFile, feeExportFiles, feeExports, makeFeeExport } from '#shared/fees/export/export-batch.contract.ts'
import { lockPeriod, periodLock } from '#shared/fees/fee-refund.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, bill, newOpId, pay } from '#tests/support/fees/fee-ledger.ts'
import { makePupils, setUpFees } from '#tests/support/fees/fee-set-up.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('export batches on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let payerId: string
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, school, 'finance', ['finance'])
    const head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    const [child] = await makePupils(box, school, [{ father: 'Khalid', births: ['2019-01-01'] }])
    await bill(box, finance, school)
    payerId = (await accountOfChild(box, finance, child?.id ?? '')).payers[0]?.payerId ?? ''
    await pay(box, finance, { payerId, amount: 1_000, receivedOn: '2030-03-01' })
  })
  afterAll(() => box.close())

  const make = (until: string, batchId = newOpId()) => call(box.app, finance, makeFeeExport, { batchId, until })
  const file = async (batchId: string, profile = 'neutral', by = finance) => {
    const { status, body } = await call(box.app, by, feeExportFile, { batchId, profile })
    return { status, text: typeof body['text'] === 'string' ? body['text'] : JSON.stringify(body) }
  }

  it('FEE-46: has the same bytes again, and a new journal in a closed period goes to the next batch', async () => {
    const batchId = newOpId()
    const first = await make('2030-03-01', batchId)
    expect(first.body).toMatchObject({ batch: { number: 'E-000001', journals: 1 } })
    expect((await make('2030-03-01', batchId)).body).toEqual(first.body)
    const before = await file(batchId)
    expect(before.text).toContain('E-000001,1,2030-03-01,C-2030-000001,cash,')
    expect(before.text.trimEnd().split('\r\n')).toHaveLength(3)
    // It came on a day that is closed now.
    await pay(box, finance, { payerId, amount: 2_000, receivedOn: '2030-03-01' })
    expect(await file(batchId)).toEqual(before)
    expect((await make('2030-03-01')).body.messageId).toBe('request.not-found')
    expect((await make('2030-03-03')).body.messageId).toBe('request.invalid')
    box.clock.advance(20 * 3_600_000)
    const again = await signInAs(box, school, 'finance2', ['finance'])
    const next = await call(box.app, again, makeFeeExport, { batchId: newOpId(), until: '2030-03-03' })
    // The three invoices and the late money, all booked on the day of their record.
    expect(next.body).toMatchObject({ batch: { number: 'E-000002', journals: 4 } })
    const { body } = await call(box.app, again, feeExports)
    expect(feeExports.reply.parse(body).batches.map(({ number }) => number)).toEqual(['E-000002', 'E-000001'])
    // What was charged names its tax code; a batch from before says for ever what it said.
    const { batchId: nextId } = makeFeeExport.reply.parse(next.body).batch
    const codes = async () =>
      (await file(nextId, 'neutral', again)).text
        .split('\r\n')
        .filter((row) => row.includes(',invoice,'))
        .map((row) => [row.split(',')[4], row.split(',')[12]])
    const charged = [
      ['receivable', ''],
      ['deferred-revenue', 'outside'],
    ]
    expect(await codes()).toEqual([...charged, ...charged, ...charged])
    await box.db.owner.execute(sql`update fee_export_batches set has_tax_codes = false where id = ${nextId}`)
    expect((await codes()).every(([, code]) => code === '')).toBe(true)
    for (const profile of ['xero', 'odoo', 'tally']) expect((await file(batchId, profile, again)).status).toBe(200)
  })

  it('names the files of a batch, and tells how far the ledger is locked, by whom and when', async () => {
    const again = await signInAs(box, school, 'finance3', ['finance'])
    const [batch] = feeExports.reply.parse((await call(box.app, again, feeExports)).body).batches
    const names = async (profile: string) =>
      (await call(box.app, again, feeExportFiles, { batchId: batch?.batchId, profile })).body
    expect(await names('xero')).toEqual({ files: ['E-000002.csv'] })
    expect(await names('tally')).toEqual({ files: ['E-000002.xml'] })
    const locked = async () => periodLock.reply.parse((await call(box.app, again, periodLock)).body)
    const before = await locked()
    expect([before.until, before.today]).toEqual(['2030-03-03', '2030-03-04'])
    expect(before.locks.map(({ until, by }) => [until, by.name.en !== '–'])).toEqual([
      ['2030-03-03', true],
      ['2030-03-01', true],
    ])
    const lock = async (until: string) => (await call(box.app, again, lockPeriod, { until })).body
    expect((await lock('2030-03-02'))['messageId']).toBe('fees.period-locked')
    expect((await lock('2030-03-04'))['messageId']).toBe('request.invalid')
    expect(await lock('2030-03-03')).toEqual({ until: '2030-03-03' })
    expect(await locked()).toEqual(before)
  })
})
