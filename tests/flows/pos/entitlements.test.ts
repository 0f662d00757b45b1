import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountBalances, customers } from '#server/features/pos/accounts/customer.table.ts'
import { ledgerFaults } from '#server/features/pos/accounts/ledger.service.ts'
import { posExceptions } from '#server/features/pos/pos-payments.table.ts'
import { CustomerId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { businessDay, dayMs } from '#shared/kernel/time.ts'
import {
  AccountHolder,
  AccountStatement,
  accountHolders,
  accountStatement,
  balanceExport,
  giveCard,
  setEntitlement,
} from '#shared/pos/pupil-account.contract.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { pullSnapshot, SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import { engines } from '#tests/support/database.ts'
import { signedCall } from '#tests/support/factories.ts'
import { type Canteen, hand, openCanteen, type PairedDevice, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { signInAs } from '#tests/support/records/consent-kit.ts'
import { linesFrom } from '#tests/support/records/export-kit.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const everyDay = [0, 1, 2, 3, 4, 5, 6]

describe.each(engines)('what the school pays for pupils on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let finance: Caller
  const tills: TillOps[] = []
  const person = (n: number): CustomerId => CustomerId.parse(canteen.customers[n])
  const dayIn = (days: number) => businessDay(box.clock.nowMs() + days * dayMs, 'Asia/Qatar', 240)

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor', { people: 9 })
    await openCanteen(box, 'manara', { people: 1 })
    finance = await signInAs(box, canteen.school, 'fatima', ['finance'])
    for (const n of [0, 1]) {
      const till = new TillOps(await pairDevice(canteen))
      tills[n] = till
      await push(till, till.openShift())
    }
  })
  afterAll(() => box.close())

  const push = async (till: TillOps, ...ops: unknown[]) => {
    const { results } = await hand(till.device, till.batch(ops))
    expect(results.map((r) => r.outcome)).toEqual(ops.map(() => 'applied'))
    return results.map((r) => r.flags)
  }
  const tillAt = (n: number): TillOps => {
    const till = tills[n]
    if (!till) throw new RangeError('no till')
    return till
  }
  /** So many of what costs 700, on somebody's account. */
  const meal = (till: TillOps, n: number, pieces = 2, change: Partial<Sale> = {}) =>
    till.sale({ lines: [[0, pieces * 1000]], pay: [{ kind: 'account', customerId: person(n) }], change })
  const say = (n: number, more: object = {}, by = finance) => {
    const entitlement = { amount: 1500, weekdays: everyDay, from: dayIn(0), until: null, ...more }
    return call(box.app, by, setEntitlement, { customerId: person(n), entitlement })
  }
  const statement = async (n: number) => {
    const { body } = await call(box.app, finance, accountStatement, { customerId: person(n) })
    return AccountStatement.parse(body.statement)
  }
  const lines = async (n: number) =>
    (await statement(n)).lines.map(({ kind, amount, covered, after }) => [kind, amount, covered, after])
  const noFaults = async () => expect(await box.db.database.tenant(canteen.school.schoolId, ledgerFaults)).toEqual([])
  const drain = (n: number) =>
    box.db.owner.execute(sql`
      with gone as (delete from account_entries where customer_id = ${person(n)})
      update account_balances set balance = 0 where customer_id = ${person(n)}`)

  it('is paid first, up to the amount of the day, and again on the next without what was left', async () => {
    await say(0)
    const till = tillAt(0)
    await push(till, meal(till, 0, 1), meal(till, 0, 2))
    expect(await lines(0)).toEqual([
      ['sale', -1400, 800, 99_400],
      ['sale', -700, 700, 100_000],
      ['topup', 100_000, 0, 100_000],
    ])
    const tomorrow = dayIn(1)
    await push(till, meal(till, 0, 3, { businessDay: tomorrow }))
    expect((await lines(0))[0]).toEqual(['sale', -2100, 1500, 98_800])
    await noFaults()
  })

  it('used on two tills without contact: both sales stand, the account pays what is not left, the statement says why', async () => {
    await say(1)
    await drain(1)
    const first = meal(tillAt(0), 1)
    const second = meal(tillAt(1), 1)
    expect(await push(tillAt(0), first)).toEqual([[]])
    box.clock.advance(1000)
    // Nothing in the answer to a till says more than that there was no money.
    expect(await push(tillAt(1), second)).toEqual([['below-zero']])
    const { lines: shown, balance, entitledToday, coveredToday } = await statement(1)
    expect([balance, entitledToday, coveredToday]).toEqual([-1300, 1500, 1500])
    const [late, early] = shown
    expect(early).toMatchObject({ amount: -1400, covered: 1400, after: 0, short: null })
    expect(late).toMatchObject({
      amount: -1400,
      covered: 100,
      after: -1300,
      short: { entitled: 1500, elsewhere: [{ receiptNo: early?.receiptNo, amount: 1400 }] },
    })
    const codes = await box.db.owner.select().from(posExceptions)
    expect(codes.map(({ code }) => code)).toEqual(['below-zero'])
    await noFaults()
  })

  it('goes back with the sale that is cancelled, before or after it came', async () => {
    await say(2)
    const till = tillAt(0)
    const sale = meal(till, 2)
    await push(till, sale, till.voidSale(sale.body as Sale), meal(till, 2))
    expect(await lines(2)).toEqual([
      ['sale', -1400, 1400, 100_000],
      ['void', 1400, -1400, 100_000],
      ['sale', -1400, 1400, 100_000],
      ['topup', 100_000, 0, 100_000],
    ])
    const other = tillAt(1)
    const lost = meal(other, 2)
    // The void of a sale that comes after it.
    await push(till, till.voidSale(lost.body as Sale))
    await push(other, lost)
    expect(await statement(2)).toMatchObject({ balance: 100_000, coveredToday: 1400 })
    await noFaults()
  })

  it('counts a daily limit by what the family pays', async () => {
    await say(3)
    await box.db.owner
      .update(customers)
      .set({ dailyLimit: minor(700) })
      .where(eq(customers.id, person(3)))
    const till = tillAt(0)
    expect(await push(till, meal(till, 3, 3), meal(till, 3, 1))).toEqual([[], ['over-limit']])
  })

  it('comes to the same whether sales arrive together or one by one, today or late', async () => {
    for (const n of [4, 5]) await say(n)
    const earlier = { businessDay: dayIn(-1) }
    const later = { businessDay: dayIn(1) }
    const sell = (n: number) => [
      meal(tillAt(0), n, 3),
      meal(tillAt(0), n, 1, later),
      meal(tillAt(0), n, 1, earlier),
      meal(tillAt(0), n),
    ]
    await push(tillAt(0), ...sell(4))
    for (const op of sell(5)) await push(tillAt(0), op)
    const figures = async (n: number) => {
      const { balance, coveredToday, lines: shown } = await statement(n)
      return [balance, coveredToday, shown.map(({ amount, covered }) => `${amount} ${covered}`).toSorted()]
    }
    expect(await figures(5)).toEqual(await figures(4))
    expect((await statement(4)).balance).toBe(100_000 - 600 - 700 - 1400)
    await noFaults()
  })

  it('reaches devices with the account and is shown in no list', async () => {
    const pulled = async (device: PairedDevice) => {
      const asked = { deviceId: device.tablet.deviceId, installEpoch: device.tablet.deviceId, cursors: {} }
      const reply = await signedCall(box, { school: 'alnoor' }, device.tablet, pullSnapshot, asked)
      return SnapshotPage.parse(reply.body).balances
    }
    const { device } = tillAt(0)
    const before = await pulled(device)
    await say(6, { weekdays: [2, 1, 1], from: dayIn(3), until: dayIn(30) })
    const after = await pulled(device)
    expect(before.find(({ customerId }) => customerId === person(6))).not.toHaveProperty('entitlements')
    // With a new version, so that a device that had it all gets it too.
    expect(after.at(-1)).toEqual({
      customerId: person(6),
      balance: 100_000,
      spentOn: null,
      spent: 0,
      covered: 0,
      entitlements: [{ amount: 1500, weekdays: [1, 2], from: dayIn(3), until: dayIn(30) }],
    })
    await say(6, { amount: 0 })
    expect((await pulled(device)).at(-1)).not.toHaveProperty('entitlements')
    const { body } = await call(box.app, finance, accountHolders)
    expect(AccountHolder.array().parse(body.holders)).toHaveLength(9)
    expect(JSON.stringify(body)).not.toMatch(/entitle|covered|amount/)
  })

  it('is said by who may, for days to come, and is never said over', async () => {
    const registrar = await signInAs(box, canteen.school, 'reem', ['registrar', 'head', 'operator'])
    expect((await say(7, {}, registrar)).body.messageId).toBe('access.denied')
    const see = { customerId: person(7) }
    expect((await call(box.app, registrar, accountStatement, see)).body.messageId).toBe('access.denied')
    for (const [field, wrong] of Object.entries({
      from: { from: dayIn(-1) },
      until: { until: dayIn(-1) },
      weekdays: { weekdays: [] },
    })) {
      expect((await say(7, wrong)).body, field).toMatchObject({ messageId: 'request.invalid', field })
    }
    expect((await say(7, { amount: -1 })).body.messageId).toBe('request.invalid')
    await say(7)
    await say(7)
    await say(7, { amount: 900 })
    const { entitlements } = await statement(7)
    expect(entitlements.map(({ amount }) => amount)).toEqual([1500, 900])
    await expect(
      box.db.database.tenant(canteen.school.schoolId, (tx) =>
        tx.execute(sql`update entitlements set amount = 0 returning id`),
      ),
    ).resolves.toMatchObject({ rows: [] })
  })

  it('and a card says nothing but a number, which the last one loses', async () => {
    const give = async () => {
      const { body } = await call(box.app, finance, giveCard, { customerId: person(8) })
      return AccountHolder.parse(body.holder).cardNo
    }
    const [first, second] = [await give(), await give()]
    expect([first, second].every((cardNo) => /^\d{16}$/.test(cardNo ?? ''))).toBe(true)
    expect(first).not.toBe(second)
    const [row] = await box.db.owner
      .select()
      .from(customers)
      .where(eq(customers.id, person(8)))
    expect(row?.cardNo).toBe(second)
    expect(await box.db.owner.$count(accountBalances)).toBe(10)
  })

  it('stands in no list of balances, and no number of a card', async () => {
    const [head, ...rows] = await linesFrom(box, finance, balanceExport)
    expect(head).toBe('Admission number,Name in English,Name in Arabic,Class,Status,Balance')
    const { balance, holder } = await statement(0)
    const shown = `${Math.trunc(balance / 100)}.${String(balance % 100).padStart(2, '0')}`
    const row = rows.find((line) => line.startsWith(`${holder.admissionNo},`))
    expect(row).toBe(
      [holder.admissionNo, holder.name.en, holder.name.ar, holder.className, 'At the school', shown].join(),
    )
    expect(await linesFrom(box, finance, balanceExport, { filter: { text: 'nobody of this name' } })).toEqual([head])
  })
})
