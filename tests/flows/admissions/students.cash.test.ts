import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { studentCash } from '#server/features/admissions/fees/student-cash.table.ts'
import { CashReceipt, type CashTaken, takeCash } from '#shared/admissions/desk-cash.contract.ts'
import { provisionalNumber } from '#shared/admissions/desk-cash.rules.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { hourMs } from '#shared/kernel/time.ts'
import { search } from '#shared/overview/search.contract.ts'
import { eraseFile } from '#shared/retention/retention.contract.ts'
import { studentWork } from '#shared/students/student-work.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import {
  answerBy,
  countSeats,
  kg1,
  linkOf,
  offerTo,
  parseOfferDraft,
  signs,
  staySignedIn,
  step,
} from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('cash that the desk takes on %s', (engine) => {
  let box: Box
  let dubai: TestSchool
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? { school: 'dubai' }

  beforeAll(async () => {
    box = await openBox(engine)
    dubai = await makeSchool(box, 'dubai', { currency: 'AED', timeZone: 'Asia/Dubai' })
    for (const role of ['registrar', 'head', 'admission-officer', 'finance', 'auditor'] as const)
      callers[role] = await signInAs(box, dubai, role, [role])
    const other = await makeSchool(box, 'other')
    callers['stranger'] = await signInAs(box, other, 'stranger', ['finance'])
    await countSeats(box, dubai, kg1, 500)
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  let no = 0
  const cash = (student_id: string, amount: number, more: Partial<CashTaken> = {}): CashTaken => {
    no += 1
    return {
      id: OpId.parse(crypto.randomUUID()),
      student_id,
      paysFor: 'application-fee',
      offerId: null,
      amount: minor(amount),
      currency: 'AED',
      provisional: provisionalNumber('2K3M4F', no),
      takenAt: '2030-03-03T05:00:00.000Z',
      known: { received: minor(0), due: null, asOf: '2030-03-03T04:00:00.000Z' },
      ...more,
    }
  }
  const take = async (who: string, taken: CashTaken) => {
    const { status, body } = await call(box.app, as(who), takeCash, taken)
    return status === 200 ? CashReceipt.parse(body['receipt']) : String(body['messageId'])
  }
  const faultOf = (receipt: CashReceipt | string) => (typeof receipt === 'string' ? receipt : receipt.fault)
  const file = (id: string) => fileOf(box, as('finance'), id)
  const does = async (who: string, id: string, change: Parameters<typeof step>[3]) => {
    box.clock.advance(1)
    const done = await step(box, as(who), { id, revision: (await file(id)).student.revision }, change)
    return 'student' in done ? done.student.status : done.refused
  }
  const accepted = async (amount = 100_000) => {
    const made = await makeStudent(box, dubai, { status: 'shortlisted' })
    const terms = {
      ...parseOfferDraft().terms,
      currency: 'AED' as const,
      deposit: { amount: minor(amount), dueDays: 5 },
    }
    const fees = [{ of: 'tuition' as const, label: { en: 'Tuition', ar: 'الرسوم' }, amount: minor(3_000_000) }]
    box.clock.advance(1)
    const { emails } = await offerTo(box, as('registrar'), made, parseOfferDraft({ terms: { ...terms, fees } }))
    await answerBy(box, { school: 'dubai' }, await linkOf(box, emails[0] ?? ''), signs)
    const { offers } = await file(made.id)
    return { id: made.id, deposit: { paysFor: 'deposit' as const, offerId: offers[0]?.id ?? '' } }
  }
  const inRefunds = async (id: string) => {
    const { body } = await call(box.app, as('finance'), studentWork, { queue: 'refunds', limit: 100 })
    return studentWork.reply.parse(body).rows.some(({ student }) => student.student_id === id)
  }

  it('is booked once for a fee, under a final number with the provisional one beside it, and both are found', async () => {
    const { id } = await makeStudent(box, dubai)
    const taken = cash(id, 20_000)
    const both = await Promise.all([take('admission-officer', taken), take('admission-officer', taken)])
    expect(both[0]).toEqual(both[1])
    const [receipt] = both
    expect(receipt).toMatchObject({ number: expect.stringMatching(/^C-2030-\d{6}$/), fault: null, end: null })
    expect(await take('admission-officer', taken)).toEqual(receipt)
    expect(await take('admission-officer', { ...taken, amount: minor(1) })).toBe('request.invalid')
    expect(await take('registrar', taken)).toBe('request.invalid')
    const { fee, cash: kept } = await file(id)
    expect(fee.paid).toMatchObject([{ amount: 20_000, method: 'cash', receipt: (receipt as CashReceipt).number }])
    expect(kept).toEqual([receipt])
    for (const text of [taken.provisional, (receipt as CashReceipt).number.toLowerCase()]) {
      const { body } = await call(box.app, as('auditor'), search, { text })
      expect(search.reply.parse(body).students).toMatchObject([{ student_id: id }])
      const none = await call(box.app, as('stranger'), search, { text })
      expect(search.reply.parse(none.body).students).toEqual([])
    }
  })

  it('books the seat by a whole deposit, days after the money was taken', async () => {
    const { id, deposit } = await accepted()
    expect(faultOf(await take('finance', cash(id, 40_000, deposit)))).toBeNull()
    box.clock.advance(5 * hourMs)
    expect(faultOf(await take('finance', cash(id, 60_000, deposit)))).toBeNull()
    expect((await file(id)).student.status).toBe('booked')
  })

  it('is money without effect, in finance’s queue, where the server no longer allows it', async () => {
    const over = await makeStudent(box, dubai)
    expect(faultOf(await take('registrar', cash(over.id, 50_001)))).toBe('over-cap')
    expect(await inRefunds(over.id)).toBe(true)
    expect(faultOf(await take('registrar', cash(over.id, 30_000)))).toBeNull()
    // Another desk has taken it since this one looked.
    expect(faultOf(await take('finance', cash(over.id, 10_000)))).toBe('paid-already')
    expect(faultOf(await take('head', cash(over.id, 1)))).toBe('paid-already')
    const asKnown = { known: { received: minor(30_000), due: null, asOf: '2030-03-03T04:00:00.000Z' } }
    expect(faultOf(await take('head', cash(over.id, 1, asKnown)))).toBe('not-allowed')
    expect(faultOf(await take('finance', cash(over.id, 10_000, { currency: 'QAR' })))).toBe('refused')

    const { id, deposit } = await accepted()
    expect(faultOf(await take('registrar', cash(id, 100_000, deposit)))).toBe('not-allowed')
    expect(faultOf(await take('finance', cash(id, 100_001, deposit)))).toBe('paid-already')
    await does('registrar', id, { kind: 'move', to: 'rejected', outcome: 'withdrawn-by-family', reason: 'fees' })
    expect(faultOf(await take('finance', cash(id, 100_000, deposit)))).toBe('offer-over')
    expect(faultOf(await take('finance', cash(id, 100)))).toBe('file-closed')
    const { cash: kept, student } = await file(id)
    expect([kept.length, student.status]).toEqual([4, 'rejected'])
    expect(kept.map(({ known }) => known.asOf)).toEqual(kept.map(() => '2030-03-03T04:00:00.000Z'))
  })

  it('goes back to the family or is placed by finance, once', async () => {
    const { id, deposit } = await accepted()
    const wrong = await take('registrar', cash(id, 100_000, deposit))
    const other = await take('finance', cash(id, 50_001))
    if (typeof wrong === 'string' || typeof other === 'string') throw new Error('not booked')
    const place = { kind: 'cash-place', cashId: wrong.id, paysFor: 'deposit' } as const
    const goesBack = { kind: 'cash-return', cashId: other.id, receipt: 'B 7' } as const
    expect(await does('registrar', id, place)).toBe('access.denied')
    expect(await does('finance', id, { ...place, paysFor: 'application-fee' })).toBe('request.invalid')
    expect(await does('finance', id, place)).toBe('booked')
    expect(await does('finance', id, place)).toBe('request.invalid')
    expect(await inRefunds(id)).toBe(true)
    expect(await does('finance', id, goesBack)).toBe('booked')
    expect(await does('finance', id, { ...place, cashId: other.id })).toBe('request.invalid')
    expect(await inRefunds(id)).toBe(false)
    const { cash: kept, offers } = await file(id)
    expect(kept.map(({ end }) => end?.kind)).toEqual(['placed', 'returned'])
    expect(offers[0]?.received).toMatchObject([{ amount: 100_000, method: 'cash', receipt: wrong.number }])
    const stranger = (await makeStudent(box, dubai)).id
    expect(await does('finance', stranger, { ...goesBack, cashId: wrong.id })).toBe('request.not-found')
  })

  it('arrives for a file that was erased meanwhile, and goes back from there', async () => {
    const gone = await makeStudent(box, dubai)
    const closing = { kind: 'move', to: 'rejected', outcome: 'withdrawn-by-family', reason: 'fees' } as const
    expect(await does('registrar', gone.id, closing)).toBe('rejected')
    const asked = { student_id: gone.id, reference: gone.reference, cause: 'family-asked' as const }
    await staySignedIn(box)
    expect((await call(box.app, as('head'), eraseFile, asked)).status).toBe(200)
    const late = await take('registrar', cash(gone.id, 20_000))
    if (typeof late === 'string') throw new Error(late)
    expect(late.fault).toBe('file-closed')
    expect(await inRefunds(gone.id)).toBe(true)
    const goesBack = { kind: 'cash-return', cashId: late.id, receipt: 'B 8' } as const
    expect(await does('finance', gone.id, { ...goesBack, kind: 'cash-place', paysFor: 'deposit' } as never)).toBe(
      'student.erased',
    )
    expect(await does('finance', gone.id, goesBack)).toBe('rejected')
    expect(await inRefunds(gone.id)).toBe(false)
  })

  it('has final numbers without gaps and sums that agree, whatever is taken at once, doubled or refused', async () => {
    const students = await Promise.all([0, 1, 2].map(() => makeStudent(box, dubai)))
    const before = (await kept()).length
    const taken = Array.from({ length: 24 }, (_, at) => cash(students[at % 3]?.id ?? '', (at + 1) * 1_000))
    const nobody = cash(crypto.randomUUID(), 5)
    expect(await take('finance', nobody)).toBe('request.not-found')
    expect(await take('stranger', taken[0] as CashTaken)).toBe('request.not-found')
    await Promise.all([...taken, ...taken.toReversed()].map((each) => take('finance', each)))
    const rows = await kept()
    expect(rows.length - before).toBe(24)
    const numbers = rows.map(({ number }) => Number(number.slice(-6))).toSorted((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
    const mine = rows.filter((row) => taken.some(({ id }) => id === row.id))
    const sum = (all: readonly { amount: number }[]) => all.reduce((total, { amount }) => total + amount, 0)
    expect(sum(mine)).toBe(sum(taken))
    for (const { id } of students) {
      const { fee, cash: all } = await file(id)
      expect(sum(fee.paid)).toBe(sum(all.filter(({ fault }) => fault === null)))
    }
    await box.db.database.tenant(dubai.schoolId, (tx) => tx.delete(studentCash))
    expect((await kept()).length).toBe(rows.length)
  })

  const kept = () => box.db.database.tenant(dubai.schoolId, (tx) => tx.select().from(studentCash))
})
