import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countOthersCash } from '#local/admissions/others-cash.ts'
import type { Sealed } from '#local/storage/forms-db.ts'
import { deskOutboxName } from '#local/storage/names.ts'
import { OutboxDb } from '#local/storage/outbox-db.ts'
import { ledgerFaults } from '#server/features/pos/accounts/ledger.service.ts'
import { schools } from '#server/features/school/school.table.ts'
import { closeCashSession, openCashSession, ownCashSession } from '#shared/fees/cashbook/cashbook.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { moveAccountMoney } from '#shared/pos/account-money.contract.ts'
import { type DeskTopUp, takeDeskTopUp } from '#shared/pos/top-ups/desk-top-up.contract.ts'
import type { TopUpRequest } from '#shared/pos/top-ups/desk-top-up.types.ts'
import { accountStatement } from '#shared/pos/pupil-account.contract.ts'
import { engines } from '#tests/support/database.ts'
import { answerLost, type DeskTab, nobodyAnswers, onlineDesk, openDeskTab } from '#tests/support/devices/desk-kit.ts'
import { type Canteen, openCanteen } from '#tests/support/pos/canteen.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

type Person = Caller & { userId: string }

describe.each(engines)('cash for an account that a desk takes without a network on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let finance: Person
  let operator: Person
  let stranger: Person
  const opened: DeskTab[] = []

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor', { people: 8 })
    finance = await signInAs(box, canteen.school, 'fatima', ['finance'])
    operator = await signInAs(box, canteen.school, 'omar', ['registrar'])
    stranger = await signInAs(box, (await openCanteen(box, 'manara')).school, 'stranger', ['finance'])
    await staySignedIn(box)
  })
  afterAll(async () => {
    for (const tab of opened) tab.close()
    await box.close()
  })

  const openTab = async (name: string, { userId } = finance) => {
    const tab = await openDeskTab(`${name}-${engine}`, userId, box)
    opened.push(tab)
    return tab
  }
  const pupil = (no: number) => canteen.customers[no] as CustomerId
  const asked = (customerId: CustomerId, amount: number): TopUpRequest => ({
    operation: { opId: OpId.parse(crypto.randomUUID()), customerId, amount: minor(amount), currency: 'QAR' },
    paper: {
      holder: { customerId, admissionNo: 'A0', name: { en: 'Sara Al Mana', ar: 'سارة' }, className: '5B' },
      cashier: { en: 'Fatima', ar: 'فاطمة' },
    },
  })
  const online = () => onlineDesk(box, finance)
  const offline = () => nobodyAnswers(finance.userId)
  const statement = async (customerId: CustomerId) => {
    const { body } = await call(box.app, finance, accountStatement, { customerId })
    return accountStatement.reply.parse(body).statement
  }
  const session = async () => ownCashSession.reply.parse((await call(box.app, finance, ownCashSession)).body).session
  const sound = async () => {
    const { schoolId } = canteen.school
    expect(await box.db.database.tenant(schoolId, ledgerFaults)).toEqual([])
    const { rows } = await box.db.owner.execute(sql`
      select (select coalesce(sum(amount), 0)::int from account_movements where school_id = ${schoolId} and kind = 'cash') as moved,
        (select coalesce(sum(amount), 0)::int from fee_postings where school_id = ${schoolId} and credit = 'pupil-accounts') as booked`)
    expect(rows[0]?.['moved']).toBe(rows[0]?.['booked'])
  }

  it('is on the account, in the cashbook of the session and under a final number, once through kills, lost answers and two tabs', async () => {
    const session1 = { newSessionId: crypto.randomUUID(), desk: 'Desk 1', floatAmount: minor(20_000) }
    expect((await call(box.app, finance, openCashSession, session1)).status).toBe(200)
    box.clock.advance(1000)
    const first = await openTab('desk')
    const kept = await first.takeTopUp(asked(pupil(0), 5_000))
    expect(kept.operation.provisional).toMatch(/^P-[2-9FKMRW]{6}-0001$/)
    // Killed between keeping and printing: another life of the device knows it, and begins no second one.
    first.close()
    const next = await openTab('desk')
    expect(await next.topUps()).toEqual([kept])
    const again = asked(pupil(0), 7_000)
    const twice = { ...again, operation: { ...again.operation, opId: kept.operation.opId } }
    expect(await next.takeTopUp(twice)).toEqual(kept)
    expect(await next.send(offline())).toBe('blocked')
    expect((await statement(pupil(0))).balance).toBe(100_000)
    const takenOn = (await statement(pupil(0))).today
    box.clock.advance(2 * dayMs)
    expect(await next.send(answerLost(online()))).toBe('blocked')
    const other = await openTab('desk')
    await Promise.all([next, other].map((tab) => tab.send(online())))
    expect(await other.send(online())).toBe('done')
    const [row] = await other.topUps()
    expect(row).toMatchObject({ receipt: { number: 'ACC-000001' }, problem: null })
    const { balance, lines } = await statement(pupil(0))
    expect([balance, lines[0]]).toMatchObject([
      105_000,
      // Of the day on which it was taken.
      { kind: 'topup', way: 'cash', amount: 5_000, receiptNo: 'ACC-000001', provisional: kept.operation.provisional },
    ])
    expect(lines[0]?.businessDay).toBe(takenOn)
    const open = await session()
    expect([open?.receipts, open?.expected]).toEqual([5_000, 25_000])
    expect(open?.entries).toMatchObject([{ kind: 'receipt', amount: 5_000, number: 'ACC-000001', on: takenOn }])
    await sound()
    // For a week it can be shown again here, without names.
    expect(row?.paper.holder).toMatchObject({ name: { en: '', ar: '' }, admissionNo: '' })
    box.clock.advance(7 * dayMs + 1)
    expect(await other.topUps()).toEqual([])
  })

  it('the same cash taken with a network and a payout in cash are in that session too, and it closes by what was counted', async () => {
    const move = async (asking: object) => {
      box.clock.advance(1)
      const { status, body } = await call(box.app, finance, moveAccountMoney, {
        commandId: crypto.randomUUID(),
        move: asking as never,
      })
      expect(body).toMatchObject({ movement: { state: 'booked' } })
      return status
    }
    expect(await move({ kind: 'cash', customerId: pupil(1), amount: 2_000 })).toBe(200)
    expect(await move({ kind: 'payout', customerId: pupil(1), amount: 102_000, method: 'bank' })).toBe(200)
    expect(await move({ kind: 'cash', customerId: pupil(1), amount: 1_000 })).toBe(200)
    expect(await move({ kind: 'payout', customerId: pupil(1), amount: 1_000, method: 'cash' })).toBe(200)
    const open = await session()
    expect([open?.receipts, open?.refunds, open?.expected]).toEqual([8_000, 1_000, 27_000])
    const closing = {
      sessionId: open?.sessionId ?? '',
      counts: [
        { worth: 10_000, count: 2 },
        { worth: 1_000, count: 7 },
      ],
      expectedAmount: minor(27_000),
    }
    expect((await call(box.app, finance, closeCashSession, closing)).status).toBe(200)
  })

  it('is booked beyond the bounds of top-ups, which the desk checks, and the audit log says so', async () => {
    const bounds = { least: minor(1_000), most: minor(5_000), balance: minor(101_000) }
    const policy = (change: object) =>
      box.db.owner
        .update(schools)
        .set({ tillPolicy: { ...canteen.policy, ...change } })
        .where(eq(schools.schoolId, canteen.school.schoolId))
    await policy({ topUps: bounds })
    expect((await statement(pupil(2))).topUps).toEqual(bounds)
    const tab = await openTab('bounds')
    const kept = await tab.takeTopUp(asked(pupil(2), 9_000))
    expect(await tab.send(online())).toBe('done')
    await policy({})
    expect((await statement(pupil(2))).balance).toBe(109_000)
    const { rows } = await box.db.owner.execute(sql`
      select facts from audit_events where what = 'account-money-moved' and record_id = ${pupil(2)}`)
    expect(rows).toEqual([{ facts: { kind: 'cash', state: 'beyond-bounds' } }])
    expect((await tab.topUps()).map(({ operation }) => operation.opId)).toEqual([kept.operation.opId])
  })

  it('stays on the device where the server will not listen, stops nothing behind it, and is nobody else’s', async () => {
    const tab = await openTab('refused')
    const operators = await openTab('refused', operator)
    await tab.takeTopUp(asked(crypto.randomUUID() as CustomerId, 100))
    await tab.takeTopUp(asked(pupil(3), 300))
    await operators.takeTopUp(asked(pupil(3), 5))
    const others = [finance, operator].map(({ userId }) => countOthersCash(`refused-${engine}`, userId))
    expect(await Promise.all(others)).toEqual([1, 2])
    expect(await tab.send(online())).toBe('done')
    expect((await tab.topUps()).map(({ problem, receipt }) => [problem, receipt === null])).toEqual([
      ['request.not-found', true],
      [null, false],
    ])
    await operators.send(onlineDesk(box, operator))
    expect((await operators.topUps()).map(({ problem }) => problem)).toEqual(['access.denied'])
    // It lies in the drawer: it is asked again, and told until it is booked.
    expect(await operators.askCashAgain()).toBe(true)
    await operators.send({ ...online(), signedIn: () => operator.userId })
    expect((await operators.topUps()).map(({ problem, receipt }) => [problem, receipt !== null])).toEqual([
      [null, true],
    ])
    expect((await statement(pupil(3))).balance).toBe(100_305)
    await sound()
  })

  it('refuses what is not so: another school, another currency, another sender, another amount under one id', async () => {
    const taken: DeskTopUp = {
      ...asked(pupil(4), 100).operation,
      provisional: 'P-2K3M4F-0001',
      takenAt: '2030-03-03T05:00:00.000Z',
    }
    const take = async (by: Caller, change: Partial<DeskTopUp> = {}) => {
      const { status, body } = await call(box.app, by, takeDeskTopUp, { ...taken, ...change })
      return status === 200 ? body['movement'] : body['messageId']
    }
    expect(await take(stranger)).toBe('request.not-found')
    expect(await take({ ...finance, school: 'manara' })).toBe('auth.session-expired')
    expect(await take(finance, { currency: 'KWD' })).toBe('request.invalid')
    expect(await take(finance, { amount: minor(-1) })).toBe('request.invalid')
    expect(await take(finance, { provisional: 'P-1-1' })).toBe('request.invalid')
    expect(await take(operator)).toBe('access.denied')
    const both = await Promise.all([take(finance), take(finance)])
    expect(both[0]).toEqual(both[1])
    expect(both[0]).toMatchObject({ state: 'booked', provisional: taken.provisional, takenAt: taken.takenAt })
    expect(await take(finance, { amount: minor(200) })).toBe('request.invalid')
    const mona = await signInAs(box, canteen.school, 'mona', ['supervisor'])
    expect(await take(mona)).toBe('request.invalid')
    expect((await statement(pupil(4))).balance).toBe(100_100)
    // A clock that is fast makes it no later than now.
    const ahead = { opId: OpId.parse(crypto.randomUUID()), takenAt: '2199-01-01T00:00:00.000Z' }
    expect(await take(finance, ahead)).toMatchObject({ state: 'booked' })
    const { lines, today } = await statement(pupil(4))
    expect(lines[0]?.businessDay).toBe(today)
  })

  it('is read by nobody who has the device’s storage in hand', async () => {
    const tab = await openTab('sealed')
    await tab.takeTopUp(asked(pupil(5), 1))
    const db = new OutboxDb(deskOutboxName(`sealed-${engine}`, finance.userId))
    const rows = await db.ops.toArray()
    db.close()
    const sealed = rows.flatMap(({ body, beside }) => [body, beside] as Sealed[])
    const bytes = sealed.map(({ data }) => new TextDecoder().decode(data)).join('')
    expect(sealed).toHaveLength(2)
    expect(JSON.stringify(rows) + bytes).not.toMatch(/Sara|سارة/)
  })
})
