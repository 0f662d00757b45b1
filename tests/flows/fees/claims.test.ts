import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { issueCreditNote } from '#shared/fees/fee-document.contract.ts'
import { askRefund, askWriteOff, decideClaim, feeClaims, payRefund } from '#shared/fees/fee-refund.contract.ts'
import { importStatement } from '#shared/fees/bank/bank-line.contract.ts'
import { receiveCheque } from '#shared/fees/cheques/cheque.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { minor } from '#shared/kernel/money.ts'
import { eraseFile } from '#shared/retention/retention.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { makePupils, newFeeId, setUpFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { accountOfChild, bill, ledgerFaults, newOpId, numbersOf, pay } from '#tests/support/fees/fee-ledger.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { type MadeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('refunds, write-offs and erasure of fees on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let head: Caller
  let pupils: MadeStudent[]
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'pearl')
    finance = await signInAs(box, school, 'finance', ['finance', 'admin'])
    head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    const families = Array.from({ length: 4 }, (_, at) => ({ father: `Father ${at}`, births: ['2022-05-05'] }))
    pupils = await makePupils(box, school, families)
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  async function child() {
    const pupil = pupils.pop()
    if (!pupil) throw new Error('nobody is left')
    const payerId = (await accountOfChild(box, finance, pupil.id)).payers[0]?.payerId ?? ''
    return { studentId: pupil.id, payerId, pupil }
  }
  const account = (studentId: string) => accountOfChild(box, finance, studentId)

  it('FEE-40: no refund above what came, to another payer, in cash for card money, or without a second person', async () => {
    const { studentId, payerId } = await child()
    const receipt = await pay(box, finance, { payerId, studentId, amount: 100_000, method: 'card', reference: '4711' })
    const ask = (more: Record<string, unknown> = {}) => {
      const whole = { paymentId: receipt.paymentId, payerId, amount: minor(60_000), method: 'card' as const }
      return { opId: newOpId(), reason: 'Leaves the country', ...whole, ...more }
    }
    const asks = (more: Record<string, unknown>) => tell(box, finance, askRefund, ask(more))
    expect(await asks({ amount: minor(100_001) })).toBe('fees.refund-over')
    expect(await asks({ payerId: newFeeId() })).toBe('fees.refund-way')
    expect(await asks({ method: 'cash' })).toBe('fees.refund-way')
    const asked = ask()
    expect([await tell(box, finance, askRefund, asked), await tell(box, finance, askRefund, asked)]).toEqual([200, 200])
    // What is asked for already can't be asked for again.
    expect(await asks({ amount: minor(40_001) })).toBe('fees.refund-over')
    const claimId = asked.opId
    const paid = { opId: newOpId(), claimId, paidOn: '2030-03-03' }
    expect(await tell(box, finance, payRefund, paid)).toBe('fees.claim-decided')
    expect(await tell(box, finance, decideClaim, { claimId, isApproved: true })).toBe('student.needs-another')
    expect((await account(studentId)).payers[0]).toMatchObject({ credit: 100_000 })
    expect(await tell(box, head, decideClaim, { claimId, isApproved: true })).toBe(200)
    expect(await tell(box, head, decideClaim, { claimId, isApproved: false })).toBe('fees.claim-decided')
    expect((await account(studentId)).payers[0]).toMatchObject({ credit: 40_000 })
    expect([await tell(box, finance, payRefund, paid), await tell(box, finance, payRefund, paid)]).toEqual([200, 200])
    expect(await tell(box, finance, payRefund, { ...paid, opId: newOpId() })).toBe('fees.claim-decided')
    expect(await numbersOf(box, school, 'refund')).toEqual(['R-2030-000001'])
    const { claims } = feeClaims.reply.parse((await call(box.app, head, feeClaims)).body)
    expect(claims).toMatchObject([{ state: 'paid', amount: 60_000, number: 'R-2030-000001', payer: { payerId } }])
    expect(await ledgerFaults(box, school)).toEqual([])
    const { rows } = await box.db.owner.execute(sql`
      select debit, credit, amount::int as amount from fee_postings p join fee_journals j on j.id = p.journal_id
      where j.kind in ('refund-approved', 'refund') order by j.recorded_at, j.kind desc, line`)
    expect(rows).toEqual([
      { debit: 'family-credit', credit: 'refunds-payable', amount: 60_000 },
      { debit: 'refunds-payable', credit: 'card-clearing', amount: 60_000 },
    ])
  })

  it('money that settles an item is not refunded while it does; a refused claim frees it again', async () => {
    const { studentId, payerId } = await child()
    await bill(box, finance, school, { studentIds: [studentId], parts: [1] })
    const receipt = await pay(box, finance, { payerId, studentId, amount: 1_800_100 })
    const asked = { paymentId: receipt.paymentId, payerId, method: 'cash' as const, reason: 'Too much' }
    const ask = (amount: number) => ({ ...asked, opId: newOpId(), amount: minor(amount) })
    expect(await tell(box, finance, askRefund, ask(101))).toBe('fees.refund-over')
    const first = ask(100)
    expect(await tell(box, finance, askRefund, first)).toBe(200)
    expect(await tell(box, finance, askRefund, ask(100))).toBe('fees.refund-over')
    expect(await tell(box, head, decideClaim, { claimId: first.opId, isApproved: false })).toBe(200)
    expect(await tell(box, finance, askRefund, ask(100))).toBe(200)
  })

  it('a write-off takes two people and closes what is open, and no more', async () => {
    const { studentId, payerId } = await child()
    await bill(box, finance, school, { studentIds: [studentId], parts: [1] })
    await pay(box, finance, { payerId, studentId, amount: 1_700_000 })
    const chargeId = (await account(studentId)).items[0]?.chargeId ?? ''
    const ask = (amount: number) => ({ opId: newOpId(), chargeId, amount: minor(amount), reason: 'Cannot be reached' })
    expect(await tell(box, finance, askWriteOff, ask(100_001))).toBe('fees.over-allocated')
    const asked = ask(100_000)
    expect(await tell(box, finance, askWriteOff, asked)).toBe(200)
    const claimId = asked.opId
    expect(await tell(box, finance, decideClaim, { claimId, isApproved: true })).toBe('student.needs-another')
    expect(await tell(box, head, decideClaim, { claimId, isApproved: true })).toBe(200)
    expect((await account(studentId)).items[0]).toMatchObject({ writtenOff: 100_000, paid: 1_700_000, open: 0 })
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-51: with an erased file the names go; numbers, sums and journals stay', async () => {
    const { studentId, payerId, pupil } = await child()
    await bill(box, finance, school, { studentIds: [studentId], parts: [1] })
    const receipt = await pay(box, finance, { payerId, studentId, amount: 1_900_000 })
    const { documents, items } = await account(studentId)
    const documentId = documents.find(({ kind }) => kind === 'invoice')?.documentId ?? ''
    const lines = [{ chargeId: items[0]?.chargeId ?? '', amount: minor(100) }]
    const note = { opId: newOpId(), documentId, lines, reason: 'Father 0 asked for it' }
    expect(await tell(box, finance, issueCreditNote, note)).toBe(200)
    const refund = { paymentId: receipt.paymentId, payerId, amount: minor(50), method: 'cash' as const }
    expect(await tell(box, finance, askRefund, { ...refund, opId: newOpId(), reason: 'Father 0 wants it' })).toBe(200)
    const paper = {
      bank: 'Bank of Father 0',
      account: 'Father 0',
      number: '1',
      receivedOn: '2030-03-03',
      datedOn: '2030-03-03',
    }
    expect(
      await tell(box, finance, receiveCheque, { chequeId: newOpId(), payerId, amount: minor(100), ...paper }),
    ).toBe(200)
    // What colleagues wrote about the child elsewhere.
    await box.db.owner.execute(sql`insert into fee_holds (school_id, id, payer_id, charge_id, reason, note, asked_hash, by_user, at)
      select school_id, gen_random_uuid(), gen_random_uuid(), id, 'promise', 'Father 0 promised', '', gen_random_uuid(), charged_at
      from fee_charges where student_id = ${studentId} limit 1`)
    await box.db.owner.execute(sql`insert into fee_cash_sessions
      (school_id, id, desk, cashier, opened_at, float, asked_hash, closed_at, counted, receipts, refunds, banked, difference, note)
      values (${school.schoolId}, ${payerId}, 'Desk', ${payerId}, now(), 0, '', now(), 0, 0, 0, 0, 0, 'Father 0 paid late')`)
    await box.db.owner.execute(sql`insert into fee_cash_session_journals (school_id, journal_id, session_id)
      select school_id, id, ${payerId} from fee_journals where student_id = ${studentId} limit 1`)
    const { code = '' } = (await account(studentId)).payers[0] ?? {}
    const csv = `Date,Description,Amount\n2030-03-03,Father 0 ${code},1.00\n`
    const file = { importId: newOpId(), account: 'Main', data: toBase64(new TextEncoder().encode(csv)) }
    expect(await tell(box, finance, importStatement, file)).toBe(200)
    // Its line is booked after the answer.
    await vi.waitFor(async () => {
      const { rows } = await box.db.owner.execute(sql`select payment_id from fee_bank_lines`)
      expect(rows.every(({ payment_id }) => payment_id !== null)).toBe(true)
    })
    const state = async () => {
      const { rows } = await box.db.owner.execute(sql`
        select (select jsonb_agg(d order by d.id) from fee_documents d where d.payer_id = ${payerId}) as documents,
          (select jsonb_agg(p order by p.journal_id, p.line) from fee_postings p where p.payer_id = ${payerId}) as postings,
          (select jsonb_agg(a order by a.id) from fee_allocations a where a.payer_id = ${payerId}) as allocations,
          (select jsonb_agg(p order by p.id) from fee_payments p where p.payer_id = ${payerId}) as payments`)
      return rows[0]
    }
    const before = await state()
    await box.db.owner.execute(sql`delete from pupil_accounts where student_id = ${studentId}`)
    await box.db.owner.execute(sql`update students set status = 'rejected', outcome = 'withdrawn-by-family',
      closed_by = 'family' where id = ${studentId}`)
    const asked = { student_id: studentId, reference: pupil.reference, cause: 'family-asked' as const }
    expect(await tell(box, head, eraseFile, asked)).toBe(200)
    expect(await state()).toEqual(before)
    const after = await account(studentId)
    expect(after.child).toMatchObject({ nameLatin: null, nameArabic: null, isErased: true })
    expect(after.payers).toMatchObject([{ payerId, nameLatin: null, nameArabic: null, credit: 100_200 }])
    const kept = after.payments.find(({ number }) => number === receipt.number)
    expect(kept?.amount).toBe(1_900_000)
    const tables = [
      'fee_payers',
      'fee_claims',
      'fee_document_notes',
      'fee_documents',
      'fee_cheques',
      'fee_bank_lines',
      'fee_holds',
      'fee_cash_sessions',
      'fee_document_names',
    ]
    for (const table of tables) {
      const { rows } = await box.db.owner.execute(sql.raw(`select 1 from ${table} t where t::text like '%Father 0%'`))
      expect(rows, table).toEqual([])
    }
  })
})
