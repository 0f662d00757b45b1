import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CashRequest, DecisionMade } from '#local/admissions/desk-work.types.ts'
import { studentCash } from '#server/features/admissions/fees/student-cash.table.ts'
import { beginGeneration } from '#server/features/sync/installation/installation.service.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { engines } from '#tests/support/database.ts'
import { copyDatabase } from '#tests/support/devices/database-copy.ts'
import { browserOf, closeTab, isSent, openTabIn } from '#tests/support/devices/desk-browser.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { commandOn, fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe.each(engines)('a desk and a server that was restored, on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Awaited<ReturnType<typeof signInAs>>
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, school, 'finance', ['finance', 'registrar'])
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  const cashOf = (student_id: string, amount: number): CashRequest => ({
    operation: {
      id: OpId.parse(crypto.randomUUID()),
      student_id,
      paysFor: 'application-fee',
      offerId: null,
      amount: minor(amount),
      currency: 'QAR',
      known: { received: minor(0), due: null, asOf: '2030-03-03T04:00:00.000Z' },
    },
    paper: { reference: 'KM23-4567', names: ['Sara Al Mana'], cashier: { en: 'Hind', ar: 'هند' } },
  })
  const numbersOf = async (studentId: string) =>
    (await box.db.database.tenant(school.schoolId, (tx) => tx.select().from(studentCash)))
      .filter((row) => row.studentId === studentId)
      .map(({ number, provisional, amount }) => ({ number, provisional, amount }))
  const restored = async (restore: () => Promise<void>) => {
    await restore()
    box.clock.advance(60_000)
    await beginGeneration(box.deps, { cause: 'restore', dataAsOf: null })
    box.deps.installation.forget()
  }

  it('OPS-15: cash taken since the copy is booked again under its number, which nobody else is given meanwhile', async () => {
    const [first, second, other] = [
      await makeStudent(box, school),
      await makeStudent(box, school),
      await makeStudent(box, school),
    ]
    const browser = browserOf(box, finance)
    const tab = await openTabIn(browser, finance, 'alnoor')
    await tab.desk.takeCash(cashOf(first.id, 100))
    await browser.world.time.until(() => isSent(tab))
    const restore = await copyDatabase(box.db.owner)
    await tab.desk.takeCash(cashOf(second.id, 200))
    await browser.world.time.until(() => isSent(tab))
    const given = await numbersOf(second.id)
    expect(given).toHaveLength(1)
    await restored(restore)
    expect(await numbersOf(second.id)).toEqual([])

    // A colleague takes cash at another desk before this one has noticed.
    const colleague = browserOf(box, finance)
    const desk = await openTabIn(colleague, finance, 'alnoor')
    await desk.desk.takeCash(cashOf(other.id, 300))
    await colleague.world.time.until(() => isSent(desk))
    expect((await numbersOf(other.id))[0]?.number).not.toBe(given[0]?.number)

    await browser.world.time.advance(120_000)
    await browser.network.idle()
    await browser.world.time.until(() => isSent(tab))
    expect(await numbersOf(second.id)).toEqual(given)
    expect(await numbersOf(first.id)).toHaveLength(1)
    const kept = await tab.desk.cash()
    expect(kept.map(({ receipt }) => receipt?.number)).toContain(given[0]?.number)
    for (const each of [tab, desk]) closeTab(each)
  })

  it('decisions made since the copy are made again, once', async () => {
    const student = await makeStudent(box, school, { status: 'shortlisted' })
    const { student: seen, moves } = await fileOf(box, finance, student.id)
    const move = moves.find(({ to }) => to === 'waiting')
    if (!move) throw new Error('there is no such step')
    const waits = { kind: 'move', to: 'waiting', reason: 'grade-full', note: '', offline: true } as const
    const made: DecisionMade = {
      asked: commandOn(student, waits),
      seen,
      move,
      said: { reason: 'grade-full', note: '', reviewOn: '' },
    }
    const browser = browserOf(box, finance)
    const tab = await openTabIn(browser, finance, 'alnoor')
    await browser.world.time.advance(1000)
    await browser.network.idle()
    const restore = await copyDatabase(box.db.owner)
    await tab.desk.keepDecision(made)
    await browser.world.time.until(() => isSent(tab))
    const history = async () => (await fileOf(box, finance, student.id)).history.map(({ to }) => to)
    expect(await history()).toEqual(['shortlisted', 'waiting'])
    await restored(restore)
    expect(await history()).toEqual(['shortlisted'])
    await browser.world.time.advance(120_000)
    await browser.network.idle()
    await browser.world.time.until(() => isSent(tab))
    expect(await history()).toEqual(['shortlisted', 'waiting'])
    closeTab(tab)
  })
})
