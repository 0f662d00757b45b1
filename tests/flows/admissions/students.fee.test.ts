import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { type AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { workingDayAfter } from '#shared/school/school-days.rules.ts'
import type { WorkQueue } from '#shared/students/student-next.rules.ts'
import { studentTimeline } from '#shared/students/student-record.contract.ts'
import { studentWork } from '#shared/students/student-work.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { type Change, changeRules, outcomeOf, stepNow } from '#tests/support/records/decisions-made.ts'
import { countSeats, kg1, offerTo, parseOfferDraft, staySignedIn } from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'
import { setSettings } from '../school/settings-kit.ts'

const refuses = { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'age' } as const
const withdraws: Change = { ...refuses, outcome: 'withdrawn-by-family' }

describe.each(engines)('what a refusal brings about on %s', (engine) => {
  let box: Box
  let dubai: TestSchool
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? { school: 'dubai' }

  beforeAll(async () => {
    box = await openBox(engine)
    dubai = await makeSchool(box, 'dubai', { currency: 'AED', timeZone: 'Asia/Dubai' })
    for (const role of ['registrar', 'head', 'admission-officer', 'finance'] as const)
      callers[role] = await signInAs(box, dubai, role, [role])
    await countSeats(box, dubai, kg1, 500)
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  const setRules = (more: Partial<AdmissionRules>) => changeRules(box, as('head'), more)
  const file = (id: string, who = 'registrar') => fileOf(box, as(who), id)
  const does = async (who: string, id: string, change: Change) =>
    outcomeOf(await stepNow(box, as(who), id, change, as('registrar')))
  const pays = (who: string, id: string, amount: number, receipt = `A${amount}`, on = '2030-03-02') =>
    does(who, id, { kind: 'application-fee', amount: minor(amount), method: 'cash', receipt, on })
  const goesBack = (who: string, id: string, amount: number, receipt = `B${amount}`) =>
    does(who, id, { kind: 'fee-refund', amount: minor(amount), method: 'transfer', receipt })
  const inQueue = async (who: string, queue: WorkQueue) => {
    const { body } = await call(box.app, as(who), studentWork, { queue, limit: 100 })
    const { rows, counts } = studentWork.reply.parse(body)
    expect(counts[queue]).toBe(rows.length)
    return new Map(rows.map(({ student, next }) => [student.student_id, next]))
  }
  const told = async (who: string, student_id: string) => {
    const { body } = await call(box.app, as(who), studentTimeline, { student_id })
    return studentTimeline.reply.parse(body).entries.map(({ what }) => what)
  }

  it('the fee of an application is written down by the desk, and never more than the regulator allows', async () => {
    const { id } = await makeStudent(box, dubai)
    expect(await pays('head', id, 50_000)).toBe('access.denied')
    expect(await pays('registrar', id, 50_001)).toBe('student.fee-most')
    expect(await pays('registrar', id, 100, 'A', '2031-01-01')).toBe('request.invalid')
    expect(await pays('admission-officer', id, 30_000)).toBe('new')
    expect(await pays('finance', id, 30_000)).toBe('student.fee-most')
    expect(await pays('finance', id, 10_000, 'A30000')).toBe('offer.receipt-known')
    expect(await pays('finance', id, 20_000)).toBe('new')
    const { fee } = await file(id, 'head')
    expect(fee).toMatchObject({ currency: 'AED', most: 50_000, due: 0, refunded: [] })
    expect(fee.paid).toMatchObject([
      { amount: 30_000, receipt: 'A30000', on: '2030-03-02', by: { name: { en: 'admission-officer' } } },
      { amount: 20_000 },
    ])
    await setRules({ regulator: 'none' })
    expect(await pays('finance', id, 90_000)).toBe('new')
    await setRules({ regulator: 'dubai' })
    await box.db.database.tenant(dubai.schoolId, (tx) => tx.execute(sql`delete from student_fees`))
    expect((await file(id)).fee.paid).toHaveLength(3)
  })

  it('a fee that was written down wrongly is reversed by finance with a reason, and the totals and what may still be asked follow', async () => {
    const { id } = await makeStudent(box, dubai)
    await pays('finance', id, 50_000, 'R-1')
    const [wrong] = (await file(id)).fee.paid
    const reverses = (paymentId = wrong?.id ?? '', reason = 'Typed for another child'): Change => ({
      kind: 'fee-reversal',
      paymentId,
      reason,
    })
    expect(await does('registrar', id, reverses())).toBe('access.denied')
    expect(await does('finance', id, reverses(wrong?.id, ' '))).toBe('request.invalid')
    expect(await does('finance', id, reverses(crypto.randomUUID()))).toBe('request.not-found')
    expect(await does('finance', id, reverses())).toBe('new')
    expect(await does('finance', id, reverses())).toBe('request.invalid')
    // The same receipt as it should have been, once; the cap counts what stands.
    expect(await pays('finance', id, 5_000, 'R-1')).toBe('new')
    expect(await pays('finance', id, 5_000, 'R-1')).toBe('offer.receipt-known')
    expect(await pays('finance', id, 45_001)).toBe('student.fee-most')
    const { fee } = await file(id, 'head')
    expect(fee.paid).toMatchObject([
      {
        amount: 50_000,
        isReversible: false,
        reversed: { reason: 'Typed for another child', by: { name: { en: 'finance' } } },
      },
      { amount: 5_000, isReversible: true, reversed: null },
    ])
    // Owed again is what stands; reversed after the refusal it is owed no more, and once it went back it stays.
    await does('registrar', id, refuses)
    expect((await file(id)).fee.due).toBe(5_000)
    expect(await does('finance', id, reverses(fee.paid[1]?.id))).toBe('rejected')
    expect((await file(id)).fee.due).toBe(0)
    expect((await inQueue('finance', 'refunds')).has(id)).toBe(false)
    const back = (await makeStudent(box, dubai)).id
    await pays('finance', back, 7_000)
    await does('registrar', back, refuses)
    await goesBack('finance', back, 7_000)
    const [gone] = (await file(back)).fee.paid
    expect(gone?.isReversible).toBe(false)
    expect(await does('finance', back, reverses(gone?.id))).toBe('request.invalid')
    expect(await told('head', id)).toContain('fee-reversed')
    const acts = (await box.db.owner.select().from(auditEvents)).filter(
      ({ what }) => what === 'application-fee-reversed',
    )
    expect(acts.map(({ facts }) => facts)).toEqual([{}, {}])
  })

  it('the fee goes back where the school refuses and no seat was ever offered, and stays where one was or the family withdraws', async () => {
    const refused = (await makeStudent(box, dubai)).id
    await pays('finance', refused, 50_000)
    expect(await does('registrar', refused, refuses)).toBe('rejected')
    expect((await inQueue('finance', 'refunds')).has(refused)).toBe(true)
    expect((await file(refused)).fee.due).toBe(50_000)
    expect(await pays('finance', refused, 100)).toBe('request.invalid')
    expect(await goesBack('registrar', refused, 50_000)).toBe('access.denied')
    expect(await goesBack('finance', refused, 50_001)).toBe('request.invalid')
    expect(await goesBack('finance', refused, 20_000)).toBe('rejected')
    expect((await inQueue('finance', 'refunds')).has(refused)).toBe(true)
    expect(await goesBack('finance', refused, 30_000)).toBe('rejected')
    expect(await goesBack('finance', refused, 1)).toBe('request.invalid')
    expect((await inQueue('finance', 'refunds')).has(refused)).toBe(false)
    expect(await told('head', refused)).toEqual(
      expect.arrayContaining(['fee-paid', 'fee-refund-due', 'fee-refund-paid']),
    )

    const left = (await makeStudent(box, dubai)).id
    await pays('finance', left, 50_000)
    expect(await does('registrar', left, withdraws)).toBe('rejected')
    const offered = await makeStudent(box, dubai, { status: 'shortlisted' })
    await pays('finance', offered.id, 50_000)
    const at = (await file(offered.id)).student
    const terms = { ...parseOfferDraft().terms, currency: 'AED' as const, deposit: null }
    const { done } = await offerTo(
      box,
      as('registrar'),
      { ...offered, revision: at.revision },
      parseOfferDraft({ terms }),
    )
    expect(done).toMatchObject({ student: { status: 'offer-out' } })
    await does('registrar', offered.id, { ...refuses, outcome: 'offer-rescinded' })
    const { proposals } = await file(offered.id)
    expect(await does('head', offered.id, { kind: 'approve', proposalId: proposals[0]?.id ?? '' })).toBe('rejected')
    const owed = await inQueue('finance', 'refunds')
    for (const id of [left, offered.id]) {
      expect(owed.has(id)).toBe(false)
      expect((await file(id)).fee.due).toBe(0)
    }
  })

  it('Dubai is told of a refused child with support needs within two working days, with day and number', async () => {
    // A Sunday is no working day there, and 3 March 2030 is one: Monday, Tuesday.
    const { id } = await makeStudent(box, dubai)
    const plain = (await makeStudent(box, dubai)).id
    expect(await does('registrar', plain, refuses)).toBe('rejected')
    expect(await does('registrar', id, { ...refuses, reason: 'support-needs' })).toBe('rejected')
    expect((await file(plain)).notice).toBeNull()
    const { notice } = await file(id)
    expect(notice).toMatchObject({ dueOn: '2030-03-05', filed: null })
    const open = await inQueue('registrar', 'notices')
    expect(open.get(id)).toEqual({ of: 'notice', on: '2030-03-05', task: null })
    expect(open.has(plain)).toBe(false)
    // Anyone who may not see why a child needs support is told nothing.
    expect((await file(id, 'finance')).notice).toBeNull()
    expect((await inQueue('admission-officer', 'notices')).size).toBe(0)
    expect(await told('admission-officer', id)).not.toContain('notice-opened')
    const files = (on: string, number: string, noticeId = notice?.id ?? ''): Change => ({
      kind: 'notice-filed',
      noticeId,
      on,
      number,
    })
    expect(await does('admission-officer', id, files('2030-03-03', 'N 1'))).toBe('access.denied')
    expect(await does('registrar', id, files('2030-03-30', 'N 1'))).toBe('request.invalid')
    expect(await does('registrar', id, files('2030-03-03', ' '))).toBe('request.invalid')
    expect(await does('registrar', id, files('2030-03-03', 'N 1', crypto.randomUUID()))).toBe('request.not-found')
    expect(await does('registrar', id, files('2030-03-03', 'NA-77'))).toBe('rejected')
    expect((await file(id)).notice?.filed).toMatchObject({ number: 'NA-77', by: { name: { en: 'registrar' } } })
    expect((await inQueue('registrar', 'notices')).size).toBe(0)
    expect(await told('head', id)).toEqual(expect.arrayContaining(['notice-opened', 'notice-filed']))
    const acts = (await box.db.owner.select().from(auditEvents)).filter(({ what }) => what === 'refusal-notice-filed')
    expect(acts.map(({ facts }) => facts)).toEqual([{}])
    // A holiday that the school has written down is no working day.
    const admin = await signInAs(box, dubai, 'maha', ['admin'])
    const eid = { from: '2030-03-04', to: '2030-03-05', name: { en: 'Eid', ar: 'عيد' } }
    expect((await setSettings(box, admin, 'days', { holidays: [eid] })).status).toBe(200)
    const held = (await makeStudent(box, dubai)).id
    expect(await does('registrar', held, { ...refuses, reason: 'support-needs' })).toBe('rejected')
    expect((await file(held)).notice).toMatchObject({ dueOn: '2030-03-07' })
    expect((await setSettings(box, admin, 'days', { holidays: [] })).status).toBe(200)
    // Where the regulator wants to know nothing there is nothing to tell.
    await setRules({ regulator: 'abu-dhabi' })
    box.clock.advance(dayMs)
    const other = (await makeStudent(box, dubai)).id
    expect(await does('registrar', other, { ...refuses, reason: 'support-needs' })).toBe('rejected')
    expect((await file(other)).notice).toBeNull()
    await setRules({ regulator: 'dubai' })
  })

  it('the regulator’s clock stands still while the file is open again, and another refusal begins its own', async () => {
    const { id } = await makeStudent(box, dubai)
    const needs = { ...refuses, reason: 'support-needs' }
    await does('registrar', id, needs)
    const first = (await file(id)).notice
    expect((await inQueue('registrar', 'notices')).get(id)?.on).toBe(first?.dueOn)
    await does('registrar', id, { kind: 'move', to: 'shortlisted', reason: 'appeal' })
    const { proposals } = await file(id)
    expect(await does('head', id, { kind: 'approve', proposalId: proposals[0]?.id ?? '' })).toBe('shortlisted')
    expect((await file(id)).notice).toBeNull()
    for (let days = 0; days < 7; days += 1) {
      expect((await inQueue('registrar', 'notices')).has(id)).toBe(false)
      box.clock.advance(dayMs)
    }
    await does('registrar', id, needs)
    const { notice } = await file(id)
    expect(notice?.id).not.toBe(first?.id)
    expect(notice?.dueOn).toBe(workingDayAfter(toInstant(box.clock.nowMs()).slice(0, 10), 2, [6, 0]))
    expect((await inQueue('registrar', 'notices')).get(id)?.on).toBe(notice?.dueOn)
    // Of the refusal that was taken back nobody has to be told: with the one that stands all is told.
    const on = toInstant(box.clock.nowMs()).slice(0, 10)
    await does('registrar', id, { kind: 'notice-filed', noticeId: notice?.id ?? '', on, number: 'NA-78' })
    expect((await inQueue('registrar', 'notices')).has(id)).toBe(false)
  })
})
