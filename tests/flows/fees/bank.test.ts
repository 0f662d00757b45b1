import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bankImports, resumeBankImport, stopBankImport } from '#shared/fees/bank/bank-import.contract.ts'
import { bankLines, bankLineTransfers, decideBankLine, importStatement } from '#shared/fees/bank/bank-line.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, bill, ledgerFaults, newOpId, pay } from '#tests/support/fees/fee-ledger.ts'
import { makePupils, setUpFees } from '#tests/support/fees/fee-set-up.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('bank statements on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let payers: { payerId: string; code: string; number: string; file: string }[]
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, school, 'finance', ['finance'])
    const head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    const made = await makePupils(box, school, [
      { father: 'Khalid Nasser', births: ['2019-01-01'] },
      { father: 'Ravi', births: ['2018-01-01'] },
    ])
    await bill(box, finance, school)
    payers = []
    for (const { id } of made) {
      const { payers: of, child } = await accountOfChild(box, finance, id)
      payers.push({ payerId: of[0]?.payerId ?? '', code: of[0]?.code ?? '', number: child.number ?? '', file: id })
    }
  })
  afterAll(() => box.close())

  const imports = async () => bankImports.reply.parse((await call(box.app, finance, bankImports)).body).imports
  const importNamed = async (id: string) => (await imports()).find(({ importId }) => importId === id)
  const booked = () =>
    vi.waitFor(async () => expect((await imports()).some(({ state }) => state === 'running')).toBe(false))
  const load = async (text: string, importId = newOpId(), account = 'Main') => {
    const data = toBase64(new TextEncoder().encode(text))
    const answer = await call(box.app, finance, importStatement, { importId, account, data })
    await booked()
    return answer
  }
  const lines = async (lineState: 'matched' | 'doubtful' | 'ignored') =>
    bankLines.reply.parse((await call(box.app, finance, bankLines, { lineState })).body)
  const creditOf = async (no: number) => {
    const account = await accountOfChild(box, finance, payers[no]?.file ?? '')
    return account.payers[0]?.open
  }
  const statement = (...rows: string[]) => ['Date,Description,Reference,Amount', ...rows, ''].join('\n')

  it('FEE-39: books lines by code, once, and leaves the child’s number to a person, also from an overlapping file', async () => {
    const [father, other] = payers
    const before = [await creditOf(0), await creditOf(1)]
    const rows = [
      `2030-03-01,TRF fees ${father?.code.toLowerCase()},FT1,1500.00`,
      `2030-03-02,school fees ${other?.number},FT2,700.00`,
      '2030-03-02,salary,FT3,10.00',
      '2030-03-02,bank charges,FT4,-5.00',
    ]
    const first = await load(statement(...rows.slice(0, 3)))
    expect(first.body).toEqual({ format: 'csv', lines: 3, known: 0, matched: 1, doubtful: 2, ignored: 0, problems: [] })
    const overlapping = await load(statement(...rows.slice(1)))
    expect(overlapping.body).toMatchObject({ lines: 3, known: 2, matched: 0, doubtful: 0, ignored: 1 })
    expect([await creditOf(0), await creditOf(1)]).toEqual([(before[0] ?? 0) - 150_000, before[1]])
    const matched = (await lines('matched')).lines
    expect(matched.map(({ matchedBy, paymentId }) => [matchedBy, paymentId !== null])).toEqual([['code', true]])
    const named = (await lines('doubtful')).lines.find(({ reference }) => reference === 'FT2')
    expect(named?.candidates.map(({ payerId }) => payerId)).toEqual([other?.payerId])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-39: sent again it answers the same, and the same file under another id has no new line', async () => {
    const importId = newOpId()
    const text = statement('2030-03-03,unknown,FT9,42.00')
    const [first, again, twice] = [await load(text, importId), await load(text, importId), await load(text)]
    expect(again.body).toEqual(first.body)
    expect(twice.body).toMatchObject({ lines: 1, known: 1, doubtful: 0 })
  })

  it('FEE-39: two candidates are decided by a person, once, and one that is no fee is set aside', async () => {
    const [father, other] = payers
    await load(statement(`2030-03-03,${father?.code} and ${other?.code},FT20,30.00`, '2030-03-03,rent,FT21,9.00'))
    const open = (await lines('doubtful')).lines
    const both = open.find(({ reference }) => reference === 'FT20')
    const rent = open.find(({ reference }) => reference === 'FT21')
    expect(both?.candidates.map(({ payerId }) => payerId)).toEqual([father?.payerId, other?.payerId])
    const before = await creditOf(1)
    const decide = (lineId: string, payerId: string | null) =>
      call(box.app, finance, decideBankLine, { lineId, payerId })
    const decided = await decide(both?.lineId ?? '', other?.payerId ?? '')
    expect(decideBankLine.reply.parse(decided.body).line).toMatchObject({ state: 'matched', matchedBy: 'person' })
    expect(await creditOf(1)).toBe((before ?? 0) - 3_000)
    expect((await decide(both?.lineId ?? '', father?.payerId ?? '')).body.messageId).toBe('fees.line-decided')
    expect((await decide(rent?.lineId ?? '', null)).status).toBe(200)
    expect((await lines('ignored')).lines.map(({ reference }) => reference)).toContain('FT21')
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('keeps the hash alone of money that left, and knows it again', async () => {
    const rows = ['2030-03-03,Salary of Somebody,FT80,-9000.00', '2030-03-03,x,FT81,1.00']
    expect((await load(statement(...rows))).body).toMatchObject({ lines: 2, ignored: 1 })
    const { rows: kept } = await box.db.owner.execute(sql`select text, reference from fee_bank_lines where amount <= 0`)
    expect(new Set(kept.map((row) => JSON.stringify(row)))).toEqual(new Set(['{"text":"","reference":""}']))
    expect((await lines('ignored')).lines.every(({ amount }) => amount > 0)).toBe(true)
    expect((await load(statement(...rows))).body).toMatchObject({ known: 2, ignored: 0 })
  })

  it('FEE-39: a transfer that was taken at the desk is linked to its line, and booked once', async () => {
    const [father] = payers
    const payerId = father?.payerId ?? ''
    const before = await creditOf(0)
    const taken = await pay(box, finance, { payerId, amount: 12_300, method: 'transfer', receivedOn: '2030-02-26' })
    const read = await load(statement(`2030-03-03,fees ${father?.code},FT50,123.00`))
    expect(read.body).toMatchObject({ matched: 0, doubtful: 1 })
    const line = (await lines('doubtful')).lines.find(({ reference }) => reference === 'FT50')
    expect(line?.payments.map(({ paymentId }) => paymentId)).toEqual([taken.paymentId])
    const lineId = line?.lineId ?? ''
    const foreign = await pay(box, finance, { payerId, amount: 12_300, method: 'cash' })
    const link = (paymentId: string) => call(box.app, finance, decideBankLine, { lineId, payerId, paymentId })
    expect((await link(foreign.paymentId)).body.messageId).toBe('request.invalid')
    const linked = decideBankLine.reply.parse((await link(taken.paymentId)).body).line
    expect(linked).toMatchObject({ state: 'matched', paymentId: taken.paymentId })
    expect(await creditOf(0)).toBe((before ?? 0) - 24_600)
  })

  it('FEE-39: a line is not booked beside a transfer that the desk recorded of the payer whom a person found', async () => {
    const [, other] = payers
    const payerId = other?.payerId ?? ''
    const taken = await pay(box, finance, { payerId, amount: 31_700, method: 'transfer', receivedOn: '2030-03-01' })
    const before = await creditOf(1)
    await load(statement('2030-03-03,no name at all,FT55,317.00'))
    const line = (await lines('doubtful')).lines.find(({ reference }) => reference === 'FT55')
    const lineId = line?.lineId ?? ''
    expect(line?.payments).toEqual([])
    const offered = async () =>
      bankLineTransfers.reply
        .parse((await call(box.app, finance, bankLineTransfers, { lineId, payerId })).body)
        .payments.map(({ paymentId }) => paymentId)
    expect(await offered()).toEqual([taken.paymentId])
    const decide = (asked: object) => call(box.app, finance, decideBankLine, { lineId, payerId, ...asked })
    expect((await decide({})).body.messageId).toBe('fees.line-recorded')
    expect(await creditOf(1)).toBe(before)
    expect((await decide({ isAnother: true })).status).toBe(200)
    expect(await creditOf(1)).toBe((before ?? 0) - 31_700)
    expect(await offered()).toEqual([taken.paymentId])
    const moved = await decide({ movedFrom: payerId, paymentId: taken.paymentId })
    expect(decideBankLine.reply.parse(moved.body).line.paymentId).toBe(taken.paymentId)
    expect([await creditOf(1), await offered()]).toEqual([before, []])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-39: the same line in another format is not booked again', async () => {
    const [father] = payers
    await load(statement(`2030-03-02,fees ${father?.code},FT60,77.00`), newOpId(), 'QNB 1')
    const mt940 = (reference: string) =>
      [
        ':60F:C300301QAR0,',
        `:61:300302C77,NTRF//${reference}`,
        `:86:FEES ${father?.code}`,
        ':62F:C300302QAR77,',
        '',
      ].join('\n')
    expect((await load(mt940('FT60'), newOpId(), 'qnb-1')).body).toMatchObject({ lines: 1, known: 1, matched: 0 })
    expect((await load(mt940('OTHER9'), newOpId(), 'qnb-1')).body).toMatchObject({ matched: 0, doubtful: 1 })
  })

  it('FEE-39: a line that was matched to the wrong payer is moved by a reversal', async () => {
    const [father, other] = payers
    const before = [await creditOf(0), await creditOf(1)]
    await load(statement(`2030-03-02,fees ${father?.code},FT70,55.00`))
    const line = (await lines('matched')).lines.find(({ reference }) => reference === 'FT70')
    const lineId = line?.lineId ?? ''
    const move = (movedFrom: string | undefined, payerId: string | null) =>
      call(box.app, finance, decideBankLine, { lineId, payerId, movedFrom })
    expect((await move(other?.payerId, other?.payerId ?? '')).body.messageId).toBe('fees.line-decided')
    expect((await move(father?.payerId, other?.payerId ?? '')).status).toBe(200)
    expect([await creditOf(0), await creditOf(1)]).toEqual([before[0], (before[1] ?? 0) - 5_500])
    expect((await move(other?.payerId, father?.payerId ?? '')).status).toBe(200)
    expect([await creditOf(0), await creditOf(1)]).toEqual([(before[0] ?? 0) - 5_500, before[1]])
    expect((await move(father?.payerId, null)).status).toBe(200)
    expect([await creditOf(0), await creditOf(1)]).toEqual(before)
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-39: an import is stopped and goes on, and its lines are found by text, account and page', async () => {
    const [father] = payers
    const importId = newOpId()
    await load(statement('2030-03-01,a transfer,FT90,21.00'), importId, 'QIB')
    const waits = await box.db.owner.execute(sql`
      update fee_bank_lines set state = 'matched', matched_by = 'code', payer_id = ${father?.payerId}, candidates = '[]'
      where import_id = ${importId} returning id`)
    expect(waits.rows).toHaveLength(1)
    expect(await importNamed(importId)).toMatchObject({ state: 'running', matched: 1, booked: 0, account: 'QIB' })
    const stopped = await call(box.app, finance, stopBankImport, { importId })
    expect(stopped.body).toMatchObject({ import: { state: 'stopped', booked: 0 } })
    await load(statement('2030-03-01,another,FT91,1.00'))
    expect(await importNamed(importId)).toMatchObject({ state: 'stopped', booked: 0 })
    expect((await call(box.app, finance, resumeBankImport, { importId })).status).toBe(200)
    await booked()
    expect(await importNamed(importId)).toMatchObject({ state: 'done', matched: 1, booked: 1 })
    expect((await call(box.app, finance, stopBankImport, { importId: newOpId() })).status).toBe(404)

    const found = async (asked: object) => {
      const { body } = await call(box.app, finance, bankLines, { lineState: 'matched', ...asked })
      return bankLines.reply.parse(body)
    }
    expect((await found({ text: 'ft90' })).lines.map(({ reference }) => reference)).toEqual(['FT90'])
    expect((await found({ text: father?.code })).lines.length).toBeGreaterThan(1)
    expect((await found({ text: '%' })).lines).toEqual([])
    expect((await found({ account: 'QIB' })).lines.map(({ reference }) => reference)).toEqual(['FT90'])
    const many = Array.from({ length: 130 }, (_, no) => `2030-02-01,many ${no},MANY${no},1.00`)
    await load(statement(...many))
    const first = await found({ lineState: 'doubtful', text: 'many' })
    const second = await found({ lineState: 'doubtful', text: 'many', after: first.next })
    expect([first.lines.length, second.lines.length, second.next]).toEqual([100, 30, null])
    expect(new Set([...first.lines, ...second.lines].map(({ lineId }) => lineId)).size).toBe(130)
  })

  it('refuses what is no statement, or is of another currency', async () => {
    expect((await load('name,age\nx,1\n')).body.messageId).toBe('fees.statement-unreadable')
    const dollars = 'Date,Description,Amount,Currency\n2030-03-03,x,1.00,USD\n'
    expect((await load(dollars)).body.messageId).toBe('fees.statement-unreadable')
    const broken = await load(statement('2030-02-31,x,FT30,1.00', '2030-03-01,y,FT31,1.00'))
    expect(broken.body).toMatchObject({ lines: 1, problems: [{ line: 2, problem: 'date' }] })
  })
})
