import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CashAsked, type DeskCash, openCash } from '#local/admissions/cash.ts'
import { CashDb } from '#local/storage/cash-db.ts'
import { cashDbName } from '#local/storage/names.ts'
import { studentCash } from '#server/features/admissions/fees/student-cash.table.ts'
import { type CashReceipt, type CashTaken, takeCash } from '#shared/admissions/desk-cash.contract.ts'
import { AppError, isMessageId } from '#shared/kernel/errors.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('cash that a desk takes without a network on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let finance: Awaited<ReturnType<typeof signInAs>>
  const opened: DeskCash[] = []

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, alnoor, 'finance', ['finance'])
    await staySignedIn(box)
  })
  afterAll(async () => {
    for (const device of opened) device.close()
    await box.close()
  })

  let seed = 0
  /** A tab of this device, with nothing in its memory. */
  const openTab = async (name: string) => {
    seed += 1
    const device = await openCash(`${name}-${engine}`, { clock: box.clock, random: seededRandom(seed) })
    opened.push(device)
    return device
  }
  const asked = (student_id: string, amount: number, received = 0): CashAsked => ({
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
  const online = (caller: Caller) => async (operation: CashTaken) => {
    const { status, body } = await call(box.app, caller, takeCash, operation)
    const id = String(body['messageId'])
    if (status !== 200) throw new AppError(isMessageId(id) ? id : 'L000')
    return { receipt: body['receipt'] as CashReceipt }
  }
  const lost = (caller: Caller) => async (operation: CashTaken) => {
    await online(caller)(operation)
    throw new AppError('L000')
  }
  const offline = () => Promise.reject(new AppError('L000'))
  const booked = () => box.db.database.tenant(alnoor.schoolId, (tx) => tx.select().from(studentCash))

  it('is on the device with its number before anything is printed, and is booked once through kills, lost answers and two tabs', async () => {
    const { id } = await makeStudent(box, alnoor)
    const first = await openTab('desk')
    const kept = await first.take(finance.userId, asked(id, 20_000))
    expect(kept.operation.provisional).toMatch(/^P-[2-9FKMRW]{6}-0001$/)
    // Killed between keeping and printing: another life of the device knows it, and begins no second one.
    first.close()
    const next = await openTab('desk')
    expect(await next.of(finance.userId)).toEqual([kept])
    const again = asked(id, 20_000)
    const twice = { ...again, operation: { ...again.operation, id: kept.operation.id } }
    expect(await next.take(finance.userId, twice)).toEqual(kept)
    expect(await next.send(finance.userId, offline)).toBe(true)
    box.clock.advance(3 * dayMs)
    expect(await next.send(finance.userId, lost(finance))).toBe(true)
    const other = await openTab('desk')
    const both = [next, other].map((tab) => tab.send(finance.userId, online(finance)))
    expect(await Promise.all(both)).toEqual([false, false])
    const [row] = await other.of(finance.userId)
    expect(row?.receipt).toMatchObject({
      number: 'C-2030-000001',
      provisional: kept.operation.provisional,
      fault: null,
    })
    expect((await fileOf(box, finance, id)).fee.paid).toMatchObject([{ amount: 20_000, on: '2030-03-03' }])
    expect(await booked()).toHaveLength(1)
    // For a week it can be printed again here, and on the server for ever.
    box.clock.advance(7 * dayMs + 1)
    await other.send(finance.userId, offline)
    expect(await other.of(finance.userId)).toEqual([])
  })

  it('stays where the server will not even listen, stops nothing behind it, and is nobody else’s', async () => {
    const { id } = await makeStudent(box, alnoor)
    const auditor = await signInAs(box, alnoor, 'auditor', ['auditor'])
    const tab = await openTab('refused')
    await tab.take(finance.userId, asked(crypto.randomUUID(), 1))
    await tab.take(finance.userId, asked(id, 30_000))
    await tab.take(auditor.userId, asked(id, 5))
    expect([await tab.ofOthers(finance.userId), await tab.ofOthers(auditor.userId)]).toEqual([1, 2])
    expect(await tab.send(finance.userId, online(finance))).toBe(false)
    const rows = await tab.of(finance.userId)
    expect(rows.map(({ problem, receipt }) => [problem, receipt?.fault])).toEqual([
      ['request.not-found', undefined],
      [null, null],
    ])
    await tab.send(auditor.userId, online(auditor))
    expect((await tab.of(auditor.userId)).map(({ problem }) => problem)).toEqual(['access.denied'])
    expect((await tab.of(finance.userId)).map(({ operation }) => operation.provisional.slice(-4))).toEqual([
      '0001',
      '0002',
    ])
  })

  it('is read by nobody who has the device’s storage in hand', async () => {
    const tab = await openTab('sealed')
    await tab.take(finance.userId, asked(crypto.randomUUID(), 1))
    const db = new CashDb(cashDbName(`sealed-${engine}`))
    const rows = await db.cash.toArray()
    db.close()
    const bytes = rows.map(({ content }) => new TextDecoder().decode(content.data)).join('')
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
        const at = (no: number) => tabs[no] as DeskCash
        const taken: CashTaken[] = []
        for (const each of deeds) {
          const send = (no: number, ask: (operation: CashTaken) => Promise<{ receipt: CashReceipt }>) =>
            at(no).send(finance.userId, ask)
          if (each.kind === 'take') {
            const both = [0, 1].map((no) => at(no).take(finance.userId, asked(id, each.amount + no)))
            taken.push(...(await Promise.all(both)).map(({ operation }) => operation))
          } else if (each.kind === 'kill') {
            at(each.tab).close()
            tabs[each.tab] = await openTab(name)
          } else if (each.kind === 'both') await Promise.all([send(0, online(finance)), send(1, lost(finance))])
          else await send(each.tab, { lost: lost(finance), offline, send: online(finance) }[each.kind])
        }
        await at(0).send(finance.userId, online(finance))
        const kept = await at(1).of(finance.userId)
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
