import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CashRequest } from '#local/admissions/desk-work.types.ts'
import { countOthersCash } from '#local/admissions/others-cash.ts'
import type { Sealed } from '#local/storage/forms-db.ts'
import { deskOutboxName } from '#local/storage/names.ts'
import { OutboxDb } from '#local/storage/outbox-db.ts'
import { studentCash } from '#server/features/admissions/fees/student-cash.table.ts'
import type { CashTaken } from '#shared/admissions/desk-cash.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { answerLost, type DeskTab, nobodyAnswers, onlineDesk, openDeskTab } from '#tests/support/devices/desk-kit.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe.each(engines)('cash that a desk takes without a network on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let finance: Awaited<ReturnType<typeof signInAs>>
  const opened: DeskTab[] = []

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, alnoor, 'finance', ['finance'])
    await staySignedIn(box)
  })
  afterAll(async () => {
    for (const tab of opened) tab.close()
    await box.close()
  })

  /** A tab of this device, with nothing in its memory; its locks are no other tab's, as when the lead is taken by force. */
  const openTab = async (name: string, { userId } = finance) => {
    const tab = await openDeskTab(`${name}-${engine}`, userId, box)
    opened.push(tab)
    return tab
  }
  const asked = (student_id: string, amount: number, received = 0): CashRequest => ({
    operation: {
      id: OpId.parse(crypto.randomUUID()),
      student_id,
      paysFor: 'application-fee',
      offerId: null,
      amount: minor(amount),
      currency: 'QAR',
      known: { received: minor(received), due: null, asOf: '2030-03-03T04:00:00.000Z' },
    },
    paper: { reference: 'KM23-4567', names: ['Sara Al Mana'], cashier: { en: 'Hind', ar: 'هند' } },
  })
  const online = () => onlineDesk(box, finance)
  const lost = () => answerLost(online())
  const offline = () => nobodyAnswers(finance.userId)
  const booked = () => box.db.database.tenant(alnoor.schoolId, (tx) => tx.select().from(studentCash))

  it('is on the device with its number before anything is printed, and is booked once through kills, lost answers and two tabs', async () => {
    const { id } = await makeStudent(box, alnoor)
    const first = await openTab('desk')
    const kept = await first.takeCash(asked(id, 20_000))
    expect(kept.operation.provisional).toMatch(/^P-[2-9FKMRW]{6}-0001$/)
    // Killed between keeping and printing: another life of the device knows it, and begins no second one.
    first.close()
    const next = await openTab('desk')
    expect(await next.cash()).toEqual([kept])
    const again = asked(id, 20_000)
    const twice = { ...again, operation: { ...again.operation, id: kept.operation.id } }
    expect(await next.takeCash(twice)).toEqual(kept)
    expect(await next.send(offline())).toBe('blocked')
    box.clock.advance(3 * dayMs)
    expect(await next.send(lost())).toBe('blocked')
    const other = await openTab('desk')
    await Promise.all([next, other].map((tab) => tab.send(online())))
    expect(await other.send(online())).toBe('done')
    const [row] = await other.cash()
    expect(row?.receipt).toMatchObject({
      number: 'C-2030-000001',
      provisional: kept.operation.provisional,
      fault: null,
    })
    expect((await fileOf(box, finance, id)).fee.paid).toMatchObject([{ amount: 20_000, on: '2030-03-03' }])
    expect(await booked()).toHaveLength(1)
    // For a week it can be printed again here, and on the server for ever.
    box.clock.advance(7 * dayMs + 1)
    expect(await other.send(offline())).toBe('done')
    expect(await other.cash()).toEqual([])
  })

  it('stays where the server will not even listen, stops nothing behind it, and is nobody else’s', async () => {
    const { id } = await makeStudent(box, alnoor)
    const auditor = await signInAs(box, alnoor, 'auditor', ['auditor'])
    const tab = await openTab('refused')
    const auditors = await openTab('refused', auditor)
    await tab.takeCash(asked(crypto.randomUUID(), 1))
    await tab.takeCash(asked(id, 30_000))
    await auditors.takeCash(asked(id, 5))
    const others = [finance, auditor].map(({ userId }) => countOthersCash(`refused-${engine}`, userId))
    expect(await Promise.all(others)).toEqual([1, 2])
    expect(await tab.send(online())).toBe('done')
    const rows = await tab.cash()
    expect(rows.map(({ problem, receipt }) => [problem, receipt?.fault])).toEqual([
      ['request.not-found', undefined],
      [null, null],
    ])
    await auditors.send(onlineDesk(box, auditor))
    expect((await auditors.cash()).map(({ problem }) => problem)).toEqual(['access.denied'])
    expect((await tab.cash()).map(({ operation }) => operation.provisional.slice(-4))).toEqual(['0001', '0002'])
    // It lies in the drawer: it is asked again, and told until it is booked.
    expect([await tab.askCashAgain(), await auditors.askCashAgain()]).toEqual([true, true])
    await auditors.send(nobodyAnswers(auditor.userId))
    expect((await auditors.cash()).map(({ problem }) => problem)).toEqual(['access.denied'])
    // Somebody has given the auditor that right meanwhile.
    await auditors.send({ ...online(), signedIn: () => auditor.userId })
    expect((await auditors.cash()).map(({ problem, receipt }) => [problem, receipt?.amount])).toEqual([[null, 5]])
  })

  it('is read by nobody who has the device’s storage in hand', async () => {
    const tab = await openTab('sealed')
    await tab.takeCash(asked(crypto.randomUUID(), 1))
    const db = new OutboxDb(deskOutboxName(`sealed-${engine}`, finance.userId))
    const rows = await db.ops.toArray()
    db.close()
    const sealed = rows.flatMap(({ body, beside }) => [body, beside] as Sealed[])
    const bytes = sealed.map(({ data }) => new TextDecoder().decode(data)).join('')
    expect(sealed).toHaveLength(2)
    expect(JSON.stringify(rows) + bytes).not.toMatch(/Sara|KM23/)
  })

  it('whatever happens, ends in one receipt for each, without a gap on the device or the server, and the sums agree', async () => {
    const deed = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('take' as const),
          tab: fc.nat(1),
          amount: fc.integer({ min: 1, max: 9_999 }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill' as const), tab: fc.nat(1) }) },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constantFrom('lost' as const, 'offline' as const, 'send' as const, 'both' as const),
          tab: fc.nat(1),
        }),
      },
    )
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 12 }), async (deeds) => {
        run += 1
        const name = `run${run}`
        const { id } = await makeStudent(box, alnoor)
        const before = (await booked()).length
        const tabs = [await openTab(name), await openTab(name)]
        const at = (no: number) => tabs[no] as DeskTab
        const taken: CashTaken[] = []
        for (const each of deeds) {
          if (each.kind === 'take') {
            const both = [0, 1].map((no) => at(no).takeCash(asked(id, each.amount + no)))
            taken.push(...(await Promise.all(both)).map(({ operation }) => operation))
          } else if (each.kind === 'kill') {
            at(each.tab).close()
            tabs[each.tab] = await openTab(name)
          } else if (each.kind === 'both') await Promise.all([at(0).send(online()), at(1).send(lost())])
          else await at(each.tab).send({ lost, offline, send: online }[each.kind]())
        }
        await at(0).send(online())
        const kept = await at(1).cash()
        const rows = await booked()
        const mine = rows.filter(({ studentId }) => studentId === id)
        const sum = (all: readonly { amount: number }[]) => all.reduce((total, { amount }) => total + amount, 0)
        expect(rows.length - before).toBe(taken.length)
        expect(sum(mine)).toBe(sum(taken))
        expect(kept.map(({ receipt }) => receipt?.provisional)).toEqual(
          kept.map(({ operation }) => operation.provisional),
        )
        expect(kept.map(({ operation }) => Number(operation.provisional.slice(-4)))).toEqual(
          kept.map((_, no) => no + 1),
        )
        const last = rows.map(({ number }) => Number(number.slice(-6))).toSorted((a, b) => a - b)
        expect(last).toEqual(last.map((_, no) => no + 1))
        const { fee, cash } = await fileOf(box, finance, id)
        expect(sum(fee.paid)).toBe(sum(cash.filter(({ fault }) => fault === null)))
      }),
      { numRuns: 12 },
    )
  })
})
