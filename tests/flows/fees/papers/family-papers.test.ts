import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementOf } from '#server/features/fees/papers/statement.service.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import { issueCreditNote } from '#shared/fees/fee-document.contract.ts'
import { familyFeePaper, familyFeeStatement } from '#shared/fees/family/family-fees.contract.ts'
import { feePaper, feeStatement } from '#shared/fees/family/fee-paper.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { anybody, pageLinkOf } from '#tests/support/fees/family-fees.ts'
import { accountOfChild, bill, newOpId, pay } from '#tests/support/fees/fee-ledger.ts'
import { makePupils, setUpFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { fileFrom, verifies } from '#tests/support/letters/letters-made.ts'
import { pdfText } from '#tests/support/letters/letter-pdf.ts'
import { hashOf, keptLog } from '#tests/support/letters/letter-press.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, openBox } from '#tests/support/server.ts'

describe.each(engines)('papers of fees on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let number: string
  let payerId: string
  let typesetter: ForkedTypesetter
  beforeAll(async () => {
    box = await openBox(engine)
    typesetter = new ForkedTypesetter(keptLog(), { size: 1 })
    box.deps.typesetter = typesetter
    school = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, school, 'finance', ['finance'])
    const head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    const [child] = await makePupils(box, school, [{ father: 'Khalid Nasser', births: ['2016-01-01'] }])
    number = child?.id ?? ''
    await bill(box, finance, school)
    payerId = (await accountOfChild(box, finance, number)).payers[0]?.payerId ?? ''
    await pay(box, finance, { payerId, studentId: number, amount: 2_000_000 })
  })
  afterAll(async () => {
    await typesetter.close()
    await box.close()
  })

  const documents = async () => (await accountOfChild(box, finance, number)).documents
  const statement = async (asOf: string) =>
    box.db.database.tenant(school.schoolId, (tx) => statementOf(tx, school.schoolId, payerId, asOf))

  it('gives the same bytes whenever a document is asked for, also after a name has changed, and verifies it', async () => {
    const receipt = (await documents()).find(({ kind }) => kind === 'receipt')
    const documentId = receipt?.documentId ?? ''
    const first = await fileFrom(box, finance, feePaper, { documentId })
    expect(first.refused).toBeUndefined()
    const text = await pdfText(first.bytes)
    expect(text).toContain(receipt?.number)
    expect(text).toContain('20,000.00')
    expect(text).toContain('KhalidNasser')
    await box.db.owner.execute(sql`update fee_payers set name_latin = 'Somebody Else' where id = ${payerId}`)
    const again = await fileFrom(box, finance, feePaper, { documentId })
    expect(hashOf(again.bytes)).toBe(hashOf(first.bytes))
    await box.db.owner.execute(sql`update fee_payers set name_latin = 'Khalid Nasser' where id = ${payerId}`)
    const { rows } = await box.db.owner.execute<{ code: string }>(
      sql`select verify_code as code from fee_documents where id = ${documentId}`,
    )
    const verified = (bytes: Uint8Array) => verifies(box, anybody, rows[0]?.code ?? '', hashOf(bytes))
    expect(await verified(again.bytes)).toMatchObject({ standing: 'valid', isSameFile: true })
    expect(await verified(new Uint8Array([1]))).toMatchObject({ standing: 'valid', isSameFile: false })
  })

  it('withholds a document that no longer comes out as it was issued', async () => {
    const invoice = (await documents()).find(({ kind }) => kind === 'invoice')
    const documentId = invoice?.documentId ?? ''
    await fileFrom(box, finance, feePaper, { documentId })
    await box.db.owner.execute(
      sql`update fee_papers set content = jsonb_set(content, '{reference}', '"X"') where document_id = ${documentId}`,
    )
    expect((await fileFrom(box, finance, feePaper, { documentId })).refused).toBe('letter.differs')
  })

  it('shows first names only by a link', async () => {
    const { token } = await pageLinkOf(box, finance, payerId)
    const documentId = (await documents()).find(({ kind }) => kind === 'receipt')?.documentId
    const { bytes } = await fileFrom(box, anybody, familyFeePaper, { token, documentId })
    const text = await pdfText(bytes)
    expect(text).toContain('Khalid')
    expect(text).not.toContain('Nasser')
    const asked = { token, asOf: '2030-03-03', language: 'ar' }
    const paper = await fileFrom(box, anybody, familyFeeStatement, asked)
    expect(await pdfText(paper.bytes)).not.toContain('Nasser')
  })

  it('FEE-01: a statement as of any day and the later rows are today’s; its balance is what is owed', async () => {
    const account = await accountOfChild(box, finance, number)
    const invoice = account.documents.find(({ kind }) => kind === 'invoice')
    const chargeId = account.items.find(({ invoice: of }) => of?.documentId === invoice?.documentId)?.chargeId ?? ''
    box.clock.advance(86_400_000)
    finance = await signInAs(box, school, 'finance-later', ['finance'])
    const lines = [{ chargeId, amount: minor(100_000) }]
    const note = { opId: newOpId(), documentId: invoice?.documentId ?? '', lines, reason: 'A price was wrong' }
    expect(await tell(box, finance, issueCreditNote, note)).toBe(200)
    const [before, now] = [await statement('2030-03-03'), await statement('2030-03-04')]
    expect(now.entries.slice(0, before.entries.length)).toEqual(before.entries)
    expect(before.balance).toBe(2_500_000)
    expect(now.balance).toBe(2_400_000)
    const [payer] = (await accountOfChild(box, finance, number)).payers
    expect(now.balance).toBe((payer?.open ?? 0) - (payer?.credit ?? 0))
    expect((await statement('2030-03-02')).entries).toEqual([])
    const paper = await fileFrom(box, finance, feeStatement, { payerId, asOf: '2030-03-04', language: 'en' })
    expect(await pdfText(paper.bytes)).toContain('24,000.00')
  })

  it('says names and the tax number of the day of issue, also where it is first printed later', async () => {
    const late = await pay(box, finance, { payerId, studentId: number, amount: 100 })
    await box.db.owner.execute(sql`update fee_payers set name_latin = 'Somebody Else' where id = ${payerId}`)
    const { documentId } = (await documents()).find((each) => each.number === late.number) ?? { documentId: '' }
    const printed = await fileFrom(box, finance, feePaper, { documentId })
    await box.db.owner.execute(sql`update fee_payers set name_latin = 'Khalid Nasser' where id = ${payerId}`)
    expect(await pdfText(printed.bytes)).toContain('KhalidNasser')
  })
})
