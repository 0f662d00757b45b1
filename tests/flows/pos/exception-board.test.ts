import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookForPatterns } from '#server/features/pos/patterns/find-patterns.service.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { exceptionBoard, handleException } from '#shared/pos/patterns/exception-board.contract.ts'
import { engines } from '#tests/support/database.ts'
import { password } from '#tests/support/factories.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('the board of exceptions on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let mona: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    mona = await signInAs(box, canteen.school, 'mona', ['supervisor'])
  })
  afterAll(() => box.close())

  const push = async (till: TillOps, ...ops: unknown[]) => hand(till.device, till.batch(ops))
  const look = async () => {
    while (await lookForPatterns(box.deps, canteen.school.schoolId)) {
      // One stream after the other.
    }
  }
  const board = async (as: Caller = mona, state: 'open' | 'closed' = 'open') =>
    exceptionBoard.reply.parse((await call(box.app, as, exceptionBoard, { boardState: state })).body)
  const close = (as: Caller, { opId, code }: { opId: string; code: string }, finding = 'Counted again together') =>
    call(box.app, as, handleException, { opId, code, conclusion: 'explained', finding })
  /** Two cash sales, each voided four minutes later by whom sold it: F2. */
  const voidLate = async (by: UserId) => {
    const till = new TillOps(await pairDevice(canteen))
    await push(till, till.openShift())
    for (let n = 0; n < 2; n += 1) {
      await push(till, till.sale({ change: { cashierId: by } }))
      box.clock.advance(4 * minuteMs)
      await push(till, till.voidSale(undefined, { by }))
    }
    return till
  }

  it('POS-102: raises a flag of what tills have sent, once, however often it looks', async () => {
    const till = await voidLate(canteen.cashier)
    await look()
    const found = (await board()).exceptions.filter(({ code }) => code === 'late-cash-voids')
    expect(found).toMatchObject([{ facts: { count: 2, amount: 1400 }, shiftNo: 1, isOwn: false, handled: null }])
    await push(till, till.sale())
    await look()
    const again = (await board()).exceptions.filter(({ code }) => code === 'late-cash-voids')
    expect(again.map(({ opId }) => opId)).toEqual(found.map(({ opId }) => opId))
    expect(JSON.stringify(again)).not.toContain('sara')
  })

  it('POS-103: is closed with a finding by somebody else, never by a supervisor whom it is about', async () => {
    await voidLate(canteen.supervisor)
    await look()
    const { body } = await call(box.app, { school: 'alnoor' }, login, { userName: 'huda', password })
    const huda = { school: 'alnoor', token: SignedIn.parse(body).token }
    const events = (await board(huda)).exceptions
    expect(events.map(({ code, isOwn }) => [code, isOwn])).toEqual([
      ['late-cash-voids', true],
      ['late-cash-voids', false],
    ])
    const [own] = events
    if (!own) throw new Error('nothing on the board')
    expect(await close(mona, own, '  ')).toMatchObject({ status: 400 })
    expect(await close(huda, own)).toMatchObject({ status: 403, body: { messageId: 'exception.own' } })
    expect(await close(mona, own)).toMatchObject({ status: 200 })
    expect(await close(mona, own)).toMatchObject({ status: 409, body: { messageId: 'exception.closed' } })
    expect((await board()).open).toBe(1)
    const [closed] = (await board(mona, 'closed')).exceptions
    expect(closed?.handled).toMatchObject({
      by: { en: 'mona' },
      outcome: 'explained',
      finding: 'Counted again together',
    })
    const { rows } = await box.db.owner.execute(sql`select facts from audit_events where what = 'exception-closed'`)
    expect(rows).toEqual([{ facts: { kind: 'late-cash-voids', why: 'explained' } }])
  })

  it('looks on after an operation that could not be read', async () => {
    const till = await voidLate(canteen.cashier)
    const before = (await board()).exceptions.length
    const results = await push(till, till.op('pos.moveCash', { shiftId: 'x' }))
    expect(results.results.map(({ outcome }) => outcome)).toEqual(['invalid'])
    await look()
    expect((await board()).exceptions.length).toBe(before + 1)
  })

  it('knows whom the other exceptions are about, by who acted or approved', async () => {
    const till = new TillOps(await pairDevice(canteen))
    const sold = { currency: 'USD' as const, cashierId: canteen.supervisor }
    await push(till, till.openShift(), till.sale({ change: sold }))
    const { body } = await call(box.app, { school: 'alnoor' }, login, { userName: 'huda', password })
    const huda = { school: 'alnoor', token: SignedIn.parse(body).token }
    const found = (await board(huda)).exceptions.filter(({ code }) => code === 'currency-differs')
    expect(found).toMatchObject([{ isOwn: true, receiptNo: till.shift?.sales[0]?.receiptNo }])
    expect((await board(mona)).exceptions.find(({ code }) => code === 'currency-differs')?.isOwn).toBe(false)
  })
})
