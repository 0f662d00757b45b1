import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { CashRequest, DecisionMade } from '#local/admissions/desk-work.types.ts'
import { studentCash } from '#server/features/admissions/fees/student-cash.table.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import {
  browserOf,
  closeTab,
  type DeskBrowser,
  isSent,
  type OpenDeskTab,
  openTabIn,
} from '#tests/support/devices/desk-browser.ts'
import { faults } from '#tests/support/devices/faulty-network.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { commandOn, decide, fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const waits = { kind: 'move', to: 'waiting', reason: 'grade-full', note: 'her aunt called', offline: true } as const
const assigns = { kind: 'assign', owner: null, nextActionOn: '2030-03-20' } as const

type Person = Awaited<ReturnType<typeof signInAs>>

let box: Box
let alnoor: TestSchool
let manara: TestSchool
let registrar: Person
let officer: Person
let finance: Person
let elsewhere: Person

beforeAll(async () => {
  box = await openBox('pglite')
  alnoor = await makeSchool(box, 'alnoor')
  manara = await makeSchool(box, 'manara')
  registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
  officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
  finance = await signInAs(box, alnoor, 'finance', ['finance', 'registrar'])
  elsewhere = await signInAs(box, manara, 'registrar', ['registrar'])
  await staySignedIn(box)
})
afterAll(() => box.close())

const openBrowser = (signedIn: Person) => browserOf(box, signedIn)
const opened: OpenDeskTab[] = []
afterEach(() => {
  for (const tab of opened.splice(0)) closeTab(tab)
})

async function openTab(browser: DeskBrowser, person: Person, { code } = alnoor): Promise<OpenDeskTab> {
  const tab = await openTabIn(browser, person, code)
  opened.push(tab)
  return tab
}

async function decided(by: Person, school = alnoor): Promise<DecisionMade> {
  const student = await makeStudent(box, school, { status: 'shortlisted' })
  const { student: seen, moves } = await fileOf(box, by, student.id)
  const move = moves.find(({ to }) => to === 'waiting')
  if (!move) throw new Error('there is no such step')
  const { reason, note } = waits
  return { asked: commandOn(student, waits), seen, move, said: { reason, note, reviewOn: '' } }
}

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

const sealed = { iv: expect.any(Uint8Array), data: expect.any(ArrayBuffer) }
const historyOf = async ({ asked }: DecisionMade, by = registrar) =>
  (await fileOf(box, by, asked.student_id)).history.map(({ to }) => to)
const statusOf = async ({ asked }: DecisionMade) => (await fileOf(box, registrar, asked.student_id)).student.status
const bookedOf = async (studentId: string) =>
  (await box.db.database.tenant(alnoor.schoolId, (tx) => tx.select().from(studentCash))).filter(
    (row) => row.studentId === studentId,
  )

it('everything that a desk kept happens once and in order, however bad the line is and whichever tab dies', async () => {
  const step = fc.record({
    what: fc.constantFrom('decide' as const, 'cash' as const, 'kill' as const, 'sleep' as const),
    accidents: fc.array(fc.constantFrom(...faults), { maxLength: 3 }),
    tab: fc.nat(1),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const browser = openBrowser(finance)
      const tabs = [await openTab(browser, finance), await openTab(browser, finance)]
      const at = (no: number) => tabs[no] as OpenDeskTab
      const made: DecisionMade[] = []
      const payer = await makeStudent(box, alnoor)
      let taken = 0
      for (const { what, accidents, tab } of steps) {
        browser.network.expect(...accidents)
        if (what === 'decide') {
          const one = await decided(finance)
          await at(tab).desk.keepDecision(one)
          made.push(one)
        } else if (what === 'cash') {
          taken += 1
          await at(tab).desk.takeCash(cashOf(payer.id, taken))
        } else if (what === 'kill') {
          at(tab).tab.crash()
          at(tab).desk.close()
          tabs[tab] = await openTab(browser, finance)
        } else await browser.world.time.advance(20_000)
      }
      browser.network.heal()
      await browser.world.time.until(() => isSent(at(0)), { stepMs: 5000, maxMs: 900_000 })
      await browser.world.time.advance(10_000)
      await browser.network.idle()
      for (const each of made) expect(await historyOf(each)).toEqual(['shortlisted', 'waiting'])
      const rows = (await bookedOf(payer.id)).toSorted((a, b) => a.number.localeCompare(b.number))
      expect(rows.map(({ amount }) => amount)).toEqual(Array.from({ length: taken }, (_, no) => no + 1))
      const kept = await at(1).desk.cash()
      expect(kept.map(({ receipt }) => receipt?.number)).toEqual(rows.map(({ number }) => number))
      expect(kept.map(({ operation }) => operation.provisional.slice(-4))).toEqual(
        kept.map((_, no) => String(no + 1).padStart(4, '0')),
      )
      expect(await at(0).desk.decisions()).toEqual([])
    }),
    { numRuns: 15 },
  )
})

it('what one tab keeps another one sends and shows, also when the one that leads is frozen', async () => {
  const browser = openBrowser(registrar)
  const [leader, other] = [await openTab(browser, registrar), await openTab(browser, registrar)]
  const [first, second] = [await decided(registrar), await decided(registrar)]
  await other.desk.keepDecision(first)
  expect(await leader.desk.decisions()).toMatchObject([{ asked: { commandId: first.asked.commandId }, problem: null }])
  await browser.world.time.until(() => isSent(other))
  leader.tab.freeze()
  await other.desk.keepDecision(second)
  await browser.world.time.until(() => isSent(other))
  leader.tab.thaw()
  await browser.world.time.advance(60_000)
  expect([await historyOf(first), await historyOf(second)]).toEqual([
    ['shortlisted', 'waiting'],
    ['shortlisted', 'waiting'],
  ])
  expect(await leader.desk.decisions()).toEqual([])
})

it('of two tabs that decide about one student at once one is told that a decision waits already', async () => {
  const browser = openBrowser(registrar)
  browser.network.offline = true
  const tabs = [await openTab(browser, registrar), await openTab(browser, registrar)]
  const made = await decided(registrar)
  const again = { ...made, asked: { ...made.asked, commandId: OpId.parse(crypto.randomUUID()) } }
  const done = await Promise.allSettled([made, again].map(async (each, no) => tabs[no]?.desk.keepDecision(each)))
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await tabs[0]?.desk.decisions()).toHaveLength(1)
})

it('anyone who signs in after somebody else neither sees nor sends what they kept, here and in another school', async () => {
  const browser = openBrowser(registrar)
  browser.network.offline = true
  const mine = await openTab(browser, registrar)
  const made = await decided(registrar)
  await mine.desk.keepDecision(made)
  await browser.world.time.advance(60_000)
  // Somebody else signs in, and the network is back, while a tab of the first one is still there.
  browser.signedIn = officer
  browser.network.offline = false
  const theirs = await openTab(browser, officer)
  const next = await decided(officer)
  await theirs.desk.keepDecision(next)
  expect((await theirs.desk.decisions()).map(({ asked }) => asked.commandId)).toEqual([next.asked.commandId])
  await theirs.desk.dropDecision(made.asked.commandId)
  await browser.world.time.until(() => isSent(theirs))
  await browser.world.time.advance(300_000)
  expect([await historyOf(made), await historyOf(next)]).toEqual([['shortlisted'], ['shortlisted', 'waiting']])
  const far = await openTab(browser, elsewhere, manara)
  browser.signedIn = elsewhere
  const there = await decided(elsewhere, manara)
  await far.desk.keepDecision(there)
  await browser.world.time.until(() => isSent(far))
  expect([await historyOf(made), await historyOf(there, elsewhere)]).toEqual([
    ['shortlisted'],
    ['shortlisted', 'waiting'],
  ])
  // The first one comes back, to the same tab.
  browser.signedIn = registrar
  mine.sender.sendNow()
  await browser.world.time.until(() => isSent(mine))
  expect(await historyOf(made)).toEqual(['shortlisted', 'waiting'])
})

it('what is refused is set aside with its reason and all that was typed, stops nothing, and is tried again or given up', async () => {
  const browser = openBrowser(registrar)
  browser.network.offline = true
  const tab = await openTab(browser, registrar)
  const [late, dropped, fine] = [await decided(registrar), await decided(registrar), await decided(registrar)]
  for (const each of [late, dropped, fine]) await tab.desk.keepDecision(each)
  for (const { asked } of [late, dropped])
    await decide(box, registrar, commandOn({ id: asked.student_id, revision: asked.revision }, assigns))
  browser.network.offline = false
  tab.sender.sendNow()
  await browser.world.time.until(async () => (await tab.desk.store.counts()).pending === 0)
  const refused = await tab.desk.decisions()
  expect(refused).toMatchObject([
    { ...late, problem: 'student.changed' },
    { ...dropped, problem: 'student.changed' },
  ])
  expect(await historyOf(fine)).toEqual(['shortlisted', 'waiting'])
  // It is not tried again by itself, nor by a new life of the page.
  const attempts = async () => (await tab.desk.store.open(10)).map((op) => op.attempts)
  const before = await attempts()
  await browser.world.time.advance(300_000)
  expect(await attempts()).toEqual(before)
  // Decided once more from there, with the file in sight: the new one takes its place, and one that is given up is gone.
  const { student } = await fileOf(box, registrar, late.asked.student_id)
  const again = { ...late, asked: commandOn({ id: student.student_id, revision: student.revision }, waits) }
  await tab.desk.keepDecision(again)
  await tab.desk.dropDecision(dropped.asked.commandId)
  await browser.world.time.until(() => isSent(tab))
  expect([await statusOf(late), await statusOf(dropped)]).toEqual(['waiting', 'shortlisted'])
  // Of neither anything that was said stays here; what was done stays sealed for the days in which a restored server may lack it.
  const rows = await tab.desk.store.ofStream(tab.desk.stream, 1)
  expect(rows.map(({ state, body, beside }) => [state, body, beside])).toEqual([
    ['closed', null, undefined],
    ['closed', null, undefined],
    ['acked', sealed, sealed],
    ['acked', sealed, sealed],
  ])
})

it('the same command is tried again after it was refused, and kept again after it was taken back', async () => {
  const browser = openBrowser(registrar)
  browser.network.offline = true
  const tab = await openTab(browser, registrar)
  const made = await decided(registrar)
  await tab.desk.keepDecision(made)
  await tab.desk.dropDecision(made.asked.commandId)
  expect([await tab.desk.decisions(), await isSent(tab)]).toEqual([[], true])
  await tab.desk.keepDecision(made)
  expect(await tab.desk.decisions()).toMatchObject([{ asked: made.asked, problem: null }])
  browser.network.offline = false
  tab.sender.sendNow()
  await browser.world.time.until(() => isSent(tab))
  expect(await historyOf(made)).toEqual(['shortlisted', 'waiting'])

  const early = await decided(registrar)
  const ahead = { ...early, asked: { ...early.asked, revision: 2 } }
  await tab.desk.keepDecision(ahead)
  await browser.world.time.until(async () => (await tab.desk.store.counts()).attention === 1)
  await decide(box, registrar, commandOn({ id: early.asked.student_id, revision: 1 }, assigns))
  await tab.desk.keepDecision(ahead)
  await browser.world.time.until(() => isSent(tab))
  expect(await statusOf(early)).toBe('waiting')
})

it('what was acknowledged goes after a week', async () => {
  const browser = openBrowser(finance)
  const tab = await openTab(browser, finance)
  const { id } = await makeStudent(box, alnoor)
  await tab.desk.takeCash(cashOf(id, 500))
  await browser.world.time.until(() => isSent(tab))
  expect(await tab.desk.cash()).toMatchObject([{ paper: { names: [] }, receipt: { amount: 500 } }])
  browser.world.time.jump(7 * 24 * 3_600_000 + 1000)
  box.clock.advance(7 * 24 * 3_600_000 + 1000)
  expect(await tab.desk.cash()).toEqual([])
  await browser.world.time.until(async () => (await tab.desk.store.ofStream(tab.desk.stream, 1)).length === 0)
})
