import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { customers, pupilAccounts } from '#server/features/pos/accounts/customer.table.ts'
import { ledgerFaults } from '#server/features/pos/accounts/ledger.service.ts'
import { schools } from '#server/features/school/school.table.ts'
import { studentGuardians } from '#server/features/students/record/student-record.table.ts'
import { CustomerId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import {
  type AccountMove,
  accountSiblings,
  decideAccountMoney,
  moveAccountMoney,
  waitingAccountMoney,
} from '#shared/pos/account-money.contract.ts'
import { accountStatement } from '#shared/pos/pupil-account.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, openCanteen } from '#tests/support/pos/canteen.ts'
import { makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const limit = minor(10_000)

describe.each(engines)('money on accounts at the desk on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let mona: Caller
  let fatima: Caller
  let customerId: CustomerId
  let otherId: CustomerId
  let ids = 0

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    mona = await signInAs(box, canteen.school, 'mona', ['supervisor'])
    fatima = await signInAs(box, canteen.school, 'fatima', ['finance'])
    await box.db.owner
      .update(schools)
      .set({ tillPolicy: { ...canteen.policy, approvalAbove: limit } })
      .where(eq(schools.schoolId, canteen.school.schoolId))
  })
  /** Two accounts of one family, each with nothing on it. */
  beforeEach(async () => {
    ;[customerId, otherId] = [await makeAccount('+97455500001'), await makeAccount('+97455500001')]
  })
  afterAll(() => box.close())

  async function makeAccount(phone: string): Promise<CustomerId> {
    const { schoolId } = canteen.school
    ids += 1
    const id = CustomerId.parse(newId())
    const name = { en: `pupil ${ids}`, ar: `pupil ${ids}` }
    const student = await makeStudent(box, canteen.school, {})
    const at = toInstant(box.clock.nowMs())
    await box.db.database.tenant(schoolId, async (tx) => {
      const rules = { className: '5B', allergens: [], diet: [], dailyLimit: null, overdraft: minor(0), active: true }
      await tx.insert(customers).values({ schoolId, id, admissionNo: `M${ids}`, name, ...rules, version: 1 })
      const link = { isOurs: true, state: 'open', openedAt: at } as const
      await tx.insert(pupilAccounts).values({ schoolId, studentId: student.id, customerId: id, ...link })
      const named = { nameLatin: 'Huda', nameArabic: 'هدى', relation: 'mother', email: null, language: 'en' } as const
      await tx
        .insert(studentGuardians)
        .values({ schoolId, id: newId(), studentId: student.id, position: 0, phone, ...named })
    })
    return id
  }
  const newId = () => crypto.randomUUID().replace(/^(.{14})./, '$17')
  const move = (asked: AccountMove, commandId = newId(), by: Caller = mona) => {
    box.clock.advance(1)
    return call(box.app, by, moveAccountMoney, { commandId, move: asked })
  }
  const moved = async (asked: AccountMove, commandId?: string, by?: Caller) => {
    const { status, body } = await move(asked, commandId, by)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return moveAccountMoney.reply.parse(body).movement
  }
  const decide = (movementId: string, isApproved: boolean, by: Caller = fatima) =>
    call(box.app, by, decideAccountMoney, { movementId, isApproved })
  const statement = async (of = customerId) => {
    const { body } = await call(box.app, mona, accountStatement, { customerId: of })
    return accountStatement.reply.parse(body).statement
  }
  const waiting = async () => {
    const { body } = await call(box.app, fatima, waitingAccountMoney, {})
    return waitingAccountMoney.reply.parse(body).movements
  }
  const cash = (amount: number): AccountMove => ({ kind: 'cash', customerId, amount: minor(amount) })
  const adjust = (amount: number): AccountMove => {
    return { kind: 'adjust', customerId, amount: minor(amount), reason: 'counted twice' }
  }
  const soundLedger = async () =>
    expect(await box.db.database.tenant(canteen.school.schoolId, ledgerFaults)).toEqual([])

  it('cash outside what the school bounds of top-ups is refused with what to do; money from a bank is not', async () => {
    const topUps = { least: minor(1000), most: minor(5000), balance: minor(6000) }
    const policy = (change: object) =>
      box.db.owner
        .update(schools)
        .set({ tillPolicy: { ...canteen.policy, approvalAbove: limit, ...change } })
        .where(eq(schools.schoolId, canteen.school.schoolId))
    await policy({ topUps })
    const cash = async (amount: number) => {
      const asked = { commandId: newId(), move: { kind: 'cash', customerId, amount: minor(amount) } } as const
      return (await call(box.app, mona, moveAccountMoney, asked)).body['messageId']
    }
    expect([await cash(999), await cash(5001)]).toEqual(['account.top-up-small', 'account.top-up-large'])
    expect([await cash(5000), await cash(1001)]).toEqual([undefined, 'account.top-up-full'])
    expect(await cash(1000)).toBeUndefined()
    const paidOn = '2030-03-03'
    const bank = { kind: 'bank', customerId, amount: minor(9000), reference: 'B-1', paidOn } as const
    expect((await call(box.app, mona, moveAccountMoney, { commandId: newId(), move: bank })).status).toBe(200)
    await policy({})
  })

  it('books each kind with its words and document, once per command', async () => {
    const id = newId()
    const first = await moved(cash(5000), id)
    expect(await moved(cash(5000), id)).toEqual(first)
    await moved({ kind: 'bank', customerId, amount: minor(700), reference: 'TRX-1', paidOn: '2030-01-01' })
    await moved(adjust(-200))
    await moved({ kind: 'transfer', customerId, otherId, amount: minor(500) })
    expect(first).toMatchObject({ state: 'booked', documentNo: expect.stringMatching(/^ACC-\d{6}$/), isOwn: true })
    const { balance, lines } = await statement()
    expect([balance, lines.map((line) => [line.kind, line.way, line.amount, line.note, line.after])]).toEqual([
      5000,
      [
        ['transfer-out', null, -500, null, 5000],
        ['adjust', null, -200, 'counted twice', 5500],
        ['topup', 'bank', 700, 'TRX-1', 5700],
        ['topup', 'cash', 5000, null, 5000],
      ],
    ])
    const other = await statement(otherId)
    expect([other.balance, other.lines.map(({ kind, amount }) => [kind, amount])]).toEqual([
      500,
      [['transfer-in', 500]],
    ])
    expect(lines[0]?.other?.admissionNo).toBe(other.holder.admissionNo)
    expect(lines[0]?.receiptNo).toBe(other.lines[0]?.receiptNo)
    await soundLedger()
  })

  it('is no repetition when the same id asks for something else, or is somebody else’s', async () => {
    const id = newId()
    await moved(cash(100), id)
    const refused = { status: 400, body: { messageId: 'request.invalid', field: 'commandId' } }
    expect(await move(cash(200), id)).toMatchObject(refused)
    expect(await move(cash(100), id, fatima)).toMatchObject(refused)
    expect((await statement()).balance).toBe(100)
  })

  it.each([
    ['an adjustment', (amount: number) => adjust(amount)],
    ['a correction downwards', (amount: number) => adjust(-amount)],
    [
      'a bank transfer',
      (amount: number): AccountMove => {
        return { kind: 'bank', customerId, amount: minor(amount), reference: 'T', paidOn: '2030-01-01' }
      },
    ],
  ])('%s above the limit waits for a second person, and one at the limit does not', async (_, made) => {
    expect((await moved(made(limit))).state).toBe('booked')
    const before = (await statement()).balance
    const asked = await moved(made(limit + 1))
    expect([asked.state, asked.documentNo, (await statement()).balance]).toEqual(['waiting', null, before])
    expect((await waiting()).map(({ id }) => id)).toContain(asked.id)
    expect(await decide(asked.id, true, mona)).toMatchObject({ status: 403, body: { messageId: 'access.denied' } })
    const { body } = await decide(asked.id, true)
    expect(body).toMatchObject({ movement: { state: 'booked', decidedBy: { en: 'fatima' }, askedBy: { en: 'mona' } } })
    expect((await statement()).balance).toBe(before + asked.amount)
    expect(await decide(asked.id, true)).toMatchObject({ status: 409, body: { messageId: 'account.decided' } })
    expect((await statement()).balance).toBe(before + asked.amount)
    expect((await waiting()).map(({ id }) => id)).not.toContain(asked.id)
    await soundLedger()
  })

  it('nobody approves what they asked for, and everybody may withdraw it', async () => {
    const asked = await moved(adjust(limit + 5), undefined, fatima)
    expect(await decide(asked.id, true)).toMatchObject({ status: 403, body: { messageId: 'student.needs-another' } })
    expect(await decide(asked.id, false, mona)).toMatchObject({ status: 403, body: { messageId: 'access.denied' } })
    expect((await decide(asked.id, false)).body).toMatchObject({ movement: { state: 'refused', documentNo: null } })
    expect((await statement()).balance).toBe(0)
  })

  it('two approvals at once book it once', async () => {
    const sami = await signInAs(box, canteen.school, `sami-${ids}`, ['admin'])
    const asked = await moved(adjust(limit + 7))
    const answers = await Promise.all([decide(asked.id, true), decide(asked.id, true, sami)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await statement()).balance).toBe(limit + 7)
  })

  it('cash on the desk never waits', async () => {
    expect((await moved(cash(limit * 5))).state).toBe('booked')
  })

  it('transfers within the family, at most the balance, and both sides sum to nothing', async () => {
    await moved(cash(1000))
    const { body } = await call(box.app, mona, accountSiblings, { customerId })
    expect(accountSiblings.reply.parse(body).siblings.map((each) => each.customerId)).toContain(otherId)
    const transfer = (to: CustomerId, amount: number) =>
      move({ kind: 'transfer', customerId, otherId: to, amount: minor(amount) })
    expect(await transfer(otherId, 1001)).toMatchObject({ status: 409, body: { messageId: 'account.too-little' } })
    const stranger = await makeAccount('+97455500002')
    const refused = { status: 400, body: { messageId: 'request.invalid', field: 'otherId' } }
    expect(await transfer(stranger, 1)).toMatchObject(refused)
    expect(await transfer(customerId, 1)).toMatchObject(refused)
    expect((await transfer(otherId, 1000)).status).toBe(200)
    expect([(await statement()).balance, (await statement(otherId)).balance]).toEqual([0, 1000])
    const { rows } = await box.db.owner.execute(sql`
      select sum(amount)::int as sum, count(*)::int as n from account_entries
      where kind in ('transfer-in', 'transfer-out') and customer_id in (${customerId}, ${otherId})`)
    expect(rows).toEqual([{ sum: 0, n: 2 }])
    await soundLedger()
  })

  it('pays out the whole balance and nothing else, as the person saw it', async () => {
    const payout = (amount: number): AccountMove => {
      return { kind: 'payout', customerId, amount: minor(amount), method: 'cash' }
    }
    await moved(cash(1500))
    for (const amount of [1499, 1501]) {
      expect(await move(payout(amount))).toMatchObject({ status: 409, body: { messageId: 'account.changed' } })
    }
    expect(await moved(payout(1500))).toMatchObject({ amount: -1500, method: 'cash', state: 'booked' })
    expect((await statement()).lines[0]).toMatchObject({ kind: 'payout', way: 'cash', amount: -1500, after: 0 })
  })

  it('a payout that waits is not booked when the balance has changed meanwhile', async () => {
    await moved(cash(limit + 100))
    const asked = await moved({
      kind: 'payout',
      customerId,
      amount: minor(limit + 100),
      method: 'bank',
      reference: 'I1',
    })
    expect(asked.state).toBe('waiting')
    await moved(cash(1))
    expect(await decide(asked.id, true)).toMatchObject({ status: 409, body: { messageId: 'account.changed' } })
    expect((await statement()).balance).toBe(limit + 101)
    expect((await waiting()).map(({ id }) => id)).toContain(asked.id)
  })

  it('a day to come is no day on which a bank has booked', async () => {
    const asked: AccountMove = { kind: 'bank', customerId, amount: minor(5), reference: 'T', paidOn: '2199-01-01' }
    expect(await move(asked)).toMatchObject({ status: 400, body: { messageId: 'request.invalid', field: 'paidOn' } })
  })
})
