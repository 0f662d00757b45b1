import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { runBilling, runBillings } from '#server/features/fees/billing/run-billing.service.ts'
import { feeSettings } from '#server/features/fees/setup/fee-settings.table.ts'
import { students } from '#server/features/students/student.table.ts'
import { previewBilling, resumeBilling, startBilling, stopBilling } from '#shared/fees/billing-run.contract.ts'
import { saveFeePayer } from '#shared/fees/setup/fee-payer.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { makePupils, newFeeId, shareFees, setUpFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { accountOfChild, bill, ledgerFaults, newOpId, numbersOf, pay, runOf } from '#tests/support/fees/fee-ledger.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

/** Children of a run that is ended in its middle, and of one with a fault: a thousand each in `npm run faults`. */
const pupilsIn = (few: number) => Number(process.env['BAWABA_PUPILS'] ?? few)
const many = pupilsIn(60)
const some = pupilsIn(20)

interface Started {
  runId: string
  preview: z.output<typeof previewBilling.reply>
}

describe.each(engines)('billing runs on %s', (engine) => {
  let box: Box
  beforeAll(async () => {
    box = await openBox(engine)
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  /** A school with its fees set up and some pupils, one to each family. */
  async function schoolOf(code: string, count: number, more: Parameters<typeof makeSchool>[2] = {}) {
    const school = await makeSchool(box, code, more)
    const finance = await signInAs(box, school, 'finance', ['finance'])
    const head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    const families = Array.from({ length: count }, (_, at) => ({ father: `Father ${at}`, births: ['2022-05-05'] }))
    return { school, finance, pupils: await makePupils(box, school, families) }
  }

  /** Previews and starts a run; once more where another run has billed something in between. */
  async function start(finance: Caller, parts = [1]): Promise<Started> {
    const scope = { year: 2030, parts }
    const preview = previewBilling.reply.parse((await call(box.app, finance, previewBilling, scope)).body)
    const runId = newOpId()
    const answer = await tell(box, finance, startBilling, { runId, scope, scopeHash: preview.scopeHash })
    if (answer === 'fees.run-changed') return start(finance, parts)
    expect(answer).toBe(200)
    return { runId, preview }
  }

  const charges = async ({ schoolId }: TestSchool) => {
    const { rows } = await box.db.owner.execute<{ count: number; once: number }>(
      sql`select count(*)::int as count, count(distinct (student_id, component, part, payer_id))::int as once from fee_charges where school_id = ${schoolId}`,
    )
    return rows[0]
  }

  it('FEE-02: a run billed twice, concurrently and after an end in the middle charges each child once', async () => {
    const { school, finance } = await schoolOf('twice', many)
    const { runId, preview } = await start(finance)
    expect(preview).toMatchObject({ pupils: many, charges: many, known: 0, total: many * 1_800_000 })
    // The server ends at half (tests/servers kills it): anyone who comes next goes on from what is committed.
    let batches = 0
    await runBilling(box.deps, school.schoolId, runId, () => {
      batches += 1
      return batches > Math.floor(many / 30)
    })
    const other = await start(finance, [1, 2])
    await Promise.all([
      runBilling(box.deps, school.schoolId, runId),
      runBilling(box.deps, school.schoolId, runId),
      runBilling(box.deps, school.schoolId, other.runId),
      runBillings(box.deps, school.schoolId, () => false),
    ])
    expect(await charges(school)).toEqual({ count: many * 2, once: many * 2 })
    expect(await runOf(box, finance, runId)).toMatchObject({ state: 'done', pupils: many, done: many, errorCount: 0 })
    const again = await bill(box, finance, school, { parts: [1, 2] })
    expect(again).toMatchObject({ state: 'done', charges: 0, invoices: 0, total: 0 })
    const numbers = await numbersOf(box, school, 'invoice')
    expect(numbers).toEqual(numbers.map((_, at) => `I-2030-${String(at + 1).padStart(6, '0')}`))
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it(`FEE-03: of ${some} children one has no grade: all others are billed, one is named with the reason`, async () => {
    const { school, finance, pupils } = await schoolOf('grade', some)
    const { schoolId } = school
    const [lost] = pupils
    await box.db.owner.execute(sql`
      update customers set class_id = null where school_id = ${schoolId}
        and id = (select customer_id from pupil_accounts where school_id = ${schoolId} and student_id = ${lost?.id})`)
    const { runId, preview } = await start(finance)
    const named = [{ child: { studentId: lost?.id }, fault: 'no-grade' }]
    expect(preview).toMatchObject({ pupils: some, charges: some - 1, errorCount: 1, errors: named })
    await runBilling(box.deps, schoolId, runId)
    expect(await runOf(box, finance, runId)).toMatchObject({
      done: some,
      invoices: some - 1,
      errorCount: 1,
      errors: named,
    })
    // Once it has a grade, going on bills it.
    await box.db.owner.execute(sql`
      update customers set class_id = (select max(class_id::text)::uuid from customers where school_id = ${schoolId})
      where school_id = ${schoolId}`)
    await box.db.owner.execute(sql`update fee_billing_runs set state = 'stopped' where id = ${runId}`)
    expect(await tell(box, finance, resumeBilling, { runId })).toBe(200)
    await runBilling(box.deps, schoolId, runId)
    expect(await runOf(box, finance, runId)).toMatchObject({ invoices: some, errorCount: 0 })
  })

  it('what a run would bill is not what was previewed: nothing is billed; a stopped run bills nothing more', async () => {
    const { school, finance, pupils } = await schoolOf('changed', 12)
    const scope = { year: 2030, parts: [1] }
    const { scopeHash } = previewBilling.reply.parse((await call(box.app, finance, previewBilling, scope)).body)
    await box.db.owner.update(students).set({ erasedAt: '2030-03-03T00:00:00.000Z' }).where(sql`id = ${pupils[0]?.id}`)
    expect(await tell(box, finance, startBilling, { runId: newOpId(), scope, scopeHash })).toBe('fees.run-changed')
    expect(await charges(school)).toEqual({ count: 0, once: 0 })
    const { runId } = await start(finance)
    expect(await tell(box, finance, stopBilling, { runId })).toBe(200)
    const before = await charges(school)
    await runBilling(box.deps, school.schoolId, runId)
    expect(await charges(school)).toEqual(before)
    expect(await tell(box, finance, resumeBilling, { runId })).toBe(200)
    await runBilling(box.deps, school.schoolId, runId)
    expect(await charges(school)).toEqual({ count: 11, once: 11 })
  })

  /** A payer besides the father, with these shares of a child. */
  async function shareWith(
    finance: Caller,
    { studentId, father, kind }: { studentId: string; father: string; kind: 'person' | 'company' },
    { component, ppm }: { component: string | null; ppm: number },
  ) {
    const payer = { id: newFeeId(), kind, nameLatin: 'Second payer', nameArabic: null, language: 'en' as const }
    const contact = { email: null, phone: null, taxId: null, nationalId: null, isCitizen: false }
    expect(await tell(box, finance, saveFeePayer, { payer: { ...payer, ...contact }, seen: 0 })).toBe(200)
    const parts = [
      { payerId: payer.id, ppm },
      { payerId: father, ppm: 1_000_000 - ppm },
    ]
    const shares = {
      studentId,
      componentCode: component,
      fromOn: '2030-01-01',
      shares: parts.filter((part) => part.ppm > 0),
    }
    expect(await shareFees(box, finance, shares)).toBe(200)
    return payer.id
  }

  it('FEE-21: 75/25 is two invoices that add up to the whole; money of one settles nothing of the other', async () => {
    const { school, finance, pupils } = await schoolOf('shares', 1)
    const [pupil] = pupils
    const studentId = pupil?.id ?? ''
    const father = (await accountOfChild(box, finance, studentId)).payers[0]?.payerId ?? ''
    const mother = await shareWith(finance, { studentId, father, kind: 'person' }, { component: null, ppm: 250_000 })
    await bill(box, finance, school, { parts: [1] })
    const account = await accountOfChild(box, finance, studentId)
    const invoices = account.documents.filter(({ kind }) => kind === 'invoice')
    expect(new Map(invoices.map(({ payer, total }) => [payer.payerId, total]))).toEqual(
      new Map([
        [father, 1_350_000],
        [mother, 450_000],
      ]),
    )
    const receipt = await pay(box, finance, { payerId: mother, amount: 500_000 })
    expect(receipt).toMatchObject({ credit: 50_000, openAfter: 0 })
    const after = await accountOfChild(box, finance, studentId)
    expect(after.payers.find(({ payerId }) => payerId === father)).toMatchObject({ open: 1_350_000, credit: 0 })
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-22: an employer pays tuition only: nothing of it is on the parent, and a charge is not billed to another payer again', async () => {
    const { school, finance, pupils } = await schoolOf('employer', 1)
    const studentId = pupils[0]?.id ?? ''
    const father = (await accountOfChild(box, finance, studentId)).payers[0]?.payerId ?? ''
    const asked = { studentId, father, kind: 'company' as const }
    const employer = await shareWith(finance, asked, { component: 'TUITION', ppm: 1_000_000 })
    await bill(box, finance, school, { parts: [1] })
    const { payers, items } = await accountOfChild(box, finance, studentId)
    expect(items.map(({ payerId }) => payerId)).toEqual([employer])
    expect(payers.find(({ payerId }) => payerId === father)).toMatchObject({ open: 0 })
    // The share changes after the invoice: it stays as it was issued.
    const whole = {
      studentId,
      componentCode: 'TUITION',
      fromOn: '2030-01-01',
      shares: [{ payerId: father, ppm: 1_000_000 }],
    }
    expect(await shareFees(box, finance, whole)).toBe(200)
    expect(await bill(box, finance, school, { parts: [1] })).toMatchObject({ charges: 0 })
  })

  it('FEE-05: an issue a second before and at the turn of the fiscal year in Doha stands in two series', async () => {
    const { school, finance, pupils } = await schoolOf('fiscal', 1)
    const { schoolId } = school
    const settings = { schoolId, fiscalMonth: 4, siblingKey: 'age' as const, grantPpm: 0, grantAmount: minor(0) }
    const rest = { reminders: [], accountCodes: {}, taxNumber: '', revision: 1 }
    await box.db.owner.insert(feeSettings).values({ ...settings, ...rest })
    const payerId = (await accountOfChild(box, finance, pupils[0]?.id ?? '')).payers[0]?.payerId ?? ''
    const turn = Date.parse('2030-03-31T21:00:00.000Z')
    box.clock.advance(turn - 1000 - box.clock.nowMs())
    const clerk = await signInAs(box, school, 'clerk', ['finance'])
    const last = await pay(box, clerk, { payerId, amount: 100 })
    box.clock.advance(1000)
    const first = await pay(box, clerk, { payerId, amount: 100, receivedOn: '2030-04-01' })
    expect([last.number, first.number]).toEqual(['C-2029-000001', 'C-2030-000001'])
  })

  it('FEE-04: of 100 parallel issues 20 fail after their number was drawn, and leave no gap', async () => {
    const { school, finance, pupils } = await schoolOf('parallel', 2)
    const ids = await Promise.all(
      pupils.map(async ({ id }) => (await accountOfChild(box, finance, id)).payers[0]?.payerId ?? ''),
    )
    // The database refuses every fifth when it is about to be kept: the receipt and its number are written by then.
    await box.db.owner.execute(sql`
      create function refuse_payment() returns trigger language plpgsql as
      $$ begin if new.amount % 5 = 0 then raise exception 'refused at the end'; end if; return null; end $$`)
    await box.db.owner.execute(sql`
      create constraint trigger refuse_payment after insert on fee_payments deferrable initially deferred
      for each row execute function refuse_payment()`)
    const numbers = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        const payerId = ids[at % 2] ?? ''
        return pay(box, finance, { payerId, amount: 100 + at }).then(
          ({ number }) => number,
          () => undefined,
        )
      }),
    )
    await box.db.owner.execute(sql`drop trigger refuse_payment on fee_payments`)
    await box.db.owner.execute(sql`drop function refuse_payment()`)
    const given = numbers.filter((number) => number !== undefined).toSorted()
    expect(given).toEqual(Array.from({ length: 80 }, (_, at) => `C-2030-${String(at + 1).padStart(6, '0')}`))
    expect(await ledgerFaults(box, school)).toEqual([])
  })
})
