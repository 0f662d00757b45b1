import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postJournal } from '#server/features/fees/ledger/post-journal.service.ts'
import { students } from '#server/features/students/student.table.ts'
import { saveFeePayer } from '#shared/fees/setup/fee-payer.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, bill, ledgerFaults, newOpId } from '#tests/support/fees/fee-ledger.ts'
import { makePupils, newFeeId, shareFees, setUpFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { stepNow } from '#tests/support/records/decisions-made.ts'
import {
  answerBy,
  countSeats,
  kg1,
  linkOf,
  offerTo,
  parseOfferDraft,
  signs,
  staySignedIn,
} from '#tests/support/records/offers-made.ts'
import { fileOf, type MadeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, openBox } from '#tests/support/server.ts'

describe.each(engines)('seat deposits on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let registrar: Caller
  let pupils: MadeStudent[]
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'pearl')
    finance = await signInAs(box, school, 'finance', ['finance'])
    registrar = await signInAs(box, school, 'registrar', ['registrar'])
    const head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    await countSeats(box, school, kg1, 500)
    pupils = await makePupils(
      box,
      school,
      [1, 2, 3, 4].map((no) => ({ father: `Father${'x'.repeat(no)}`, births: ['2022-05-05'] })),
    )
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  const next = (): MadeStudent => {
    const pupil = pupils.pop()
    if (!pupil) throw new Error('nobody is left')
    return pupil
  }
  const deposited = (studentId: string, amount: number) =>
    box.db.database.tenant(school.schoolId, (tx) =>
      postJournal(tx, {
        schoolId: school.schoolId,
        opId: newOpId(),
        kind: 'seat-deposit',
        happenedOn: '2030-03-03',
        today: '2030-03-03',
        recordedAt: toInstant(box.clock.nowMs()),
        byUser: null,
        studentId,
        postings: [{ debit: 'cash', credit: 'seat-deposits', amount }],
      }),
    )
  const billed = (studentId: string, parts: number[]) => bill(box, finance, school, { studentIds: [studentId], parts })

  it('the invoice of an employer gets nothing of it, that of the parent does', async () => {
    const { id: studentId } = next()
    const father = (await accountOfChild(box, finance, studentId)).payers[0]?.payerId ?? ''
    const contact = { email: null, phone: null, taxId: null, nationalId: null, isCitizen: false }
    const payer = { id: newFeeId(), kind: 'company' as const, nameLatin: 'Employer', nameArabic: null, ...contact }
    expect(await tell(box, finance, saveFeePayer, { payer: { ...payer, language: 'en' }, seen: 0 })).toBe(200)
    const shares = [
      { payerId: payer.id, ppm: 750_000 },
      { payerId: father, ppm: 250_000 },
    ]
    const asked = { studentId, componentCode: null, fromOn: '2030-01-01', shares }
    expect(await shareFees(box, finance, asked)).toBe(200)
    await deposited(studentId, 300_000)
    await billed(studentId, [1])
    const { items, deposit } = await accountOfChild(box, finance, studentId)
    const paid = new Map(items.map((item) => [item.payerId, item.paid]))
    expect(paid).toEqual(
      new Map([
        [father, 300_000],
        [payer.id, 0],
      ]),
    )
    expect(deposit).toBe(0)
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('what the first part leaves of it settles the following parts', async () => {
    const { id: studentId } = next()
    await deposited(studentId, 2_000_000)
    await billed(studentId, [1])
    expect((await accountOfChild(box, finance, studentId)).deposit).toBe(200_000)
    await billed(studentId, [2])
    const { items, deposit } = await accountOfChild(box, finance, studentId)
    expect(deposit).toBe(0)
    expect(items.map(({ part, paid }) => [part, paid])).toEqual([
      [1, 1_800_000],
      [2, 200_000],
    ])
  })

  /** Makes a pupil's file one whose offer was accepted and waits for its deposit. */
  async function offered(pupil: MadeStudent) {
    await box.db.owner.update(students).set({ status: 'shortlisted', entryYear: 2030 }).where(sql`id = ${pupil.id}`)
    const deposit = { amount: minor(100_000), dueDays: 5 }
    const draft = parseOfferDraft()
    box.clock.advance(1)
    const { emails } = await offerTo(box, registrar, pupil, parseOfferDraft({ terms: { ...draft.terms, deposit } }))
    await answerBy(box, { school: 'pearl' }, await linkOf(box, emails[0] ?? ''), signs)
    const { offers } = await fileOf(box, finance, pupil.id)
    return offers[0]?.id ?? ''
  }

  it('one that comes after the invoice settles it; once the file closes, it is owed back and the invoice is open again', async () => {
    const pupil = next()
    const { id: studentId } = pupil
    await billed(studentId, [1])
    const offerId = await offered(pupil)
    const does = (change: Parameters<typeof stepNow>[3], who: Caller) => stepNow(box, who, studentId, change, registrar)
    await does({ kind: 'deposit', offerId, amount: minor(100_000), method: 'cash', receipt: 'D1' }, finance)
    const paid = await accountOfChild(box, finance, studentId)
    expect(paid.items[0]).toMatchObject({ paid: 100_000, open: 1_700_000 })
    expect(paid.deposit).toBe(0)
    await does({ kind: 'move', to: 'rejected', outcome: 'withdrawn-by-family', reason: 'fees' }, registrar)
    const closed = await accountOfChild(box, finance, studentId)
    expect(closed.items[0]).toMatchObject({ paid: 0, open: 1_800_000 })
    expect(closed.deposit).toBe(0)
    expect(await ledgerFaults(box, school)).toEqual([])
  })
})
