import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loginPos, SignedIn } from '#shared/identity/auth.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs, hourMs, toInstant } from '#shared/kernel/time.ts'
import { shiftReportEndpoint, transactionExport, transactionReport } from '#shared/pos/pos-report.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeUser, password } from '#tests/support/factories.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { closeCounted, openDrawer } from '#tests/support/pos/till-cash.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { linesFrom } from '#tests/support/records/export-kit.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

const count = (amount: number) => ({ amount: minor(amount) })

describe.each(engines)('floats, counts and differences on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let till: TillOps
  const tokens: Record<string, string> = {}

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    await signIn()
  })
  beforeEach(async () => {
    till = new TillOps(await pairDevice(canteen))
  })
  afterAll(() => box.close())

  async function signIn() {
    for (const userName of ['sara', 'huda']) {
      const { body } = await call(box.app, { school: 'alnoor' }, loginPos, { userName, password })
      tokens[userName] = SignedIn.parse(body).token
    }
  }
  const as = (who: string) => ({ school: 'alnoor', token: tokens[who] ?? '' })
  const push = async (...ops: unknown[]) => {
    const { results } = await hand(till.device, till.batch(ops))
    expect(results.map((r) => r.outcome)).toEqual(ops.map(() => 'applied'))
    return results.map((r) => r.flags)
  }
  const shiftId = () => {
    if (!till.shift) throw new Error('no shift')
    return till.shift.open.id
  }
  const ask = async (who: string, id: string) =>
    shiftReportEndpoint.reply.parse((await call(box.app, as(who), shiftReportEndpoint, { shiftId: id })).body)

  it('POS-99: expected cash uses the counted float, and what differs stands at the close before', async () => {
    const closing = [till.openShift(10_000), closeCounted(till, [count(10_000)], { left: minor(10_000) })]
    expect(await push(...closing)).toEqual([[], []])
    const former = shiftId()
    const carried = { shiftId: former, amount: minor(10_000) }
    const sold = [till.openShift(5000, { carried }), till.sale({ lines: [[0, 1000]] })]
    expect(await push(...sold)).toEqual([[], []])
    const { report } = await ask('huda', shiftId())
    const taken = till.report().cashTaken
    expect(report).toMatchObject({ floatAmount: 5000, carried: 10_000, expectedCash: 5000 + taken })
    const before = await ask('huda', former)
    expect(before.nextFloat).toMatchObject({ left: 10_000, counted: 5000 })
    expect(before.exceptions.map(({ code }) => code)).toEqual(['float-differs'])
    expect((await ask('huda', shiftId())).exceptions).toEqual([])
    // The Z of that close stays as it was printed.
    expect(before.report).toMatchObject({ difference: 0, floatAmount: 10_000 })
  })

  it('POS-99: a till that does not know the former close is told apart by the server', async () => {
    await push(till.openShift(10_000), closeCounted(till, [count(10_000)], { left: minor(4000), bag: 'B-7' }))
    const former = shiftId()
    box.clock.advance(60_000)
    await push(till.openShift(4100))
    expect((await ask('huda', former)).nextFloat).toMatchObject({ left: 4000, counted: 4100 })
  })

  it('POS-98: both counts are kept, and notes and coins come to what was counted', async () => {
    const piles = [
      { worth: 5000, count: 2 },
      { worth: 25, count: 4 },
    ]
    const right = { ...count(10_100), piles }
    await push(till.openShift(10_000), closeCounted(till, [count(9000), right], { left: minor(10_000), bag: 'B-1' }))
    const z = await ask('huda', shiftId())
    expect(z.report).toMatchObject({
      countedCash: 10_100,
      difference: 100,
      close: { counts: [count(9000), right], left: 10_000, bag: 'B-1' },
    })
  })

  it('POS-98: piles that do not come to the count, and more left than counted, are flagged', async () => {
    const piles = [{ worth: 5000, count: 1 }]
    const closing = till.openShift(10_000)
    expect(await push(closing, closeCounted(till, [{ ...count(10_000), piles }]))).toEqual([[], ['count-differs']])
    const again = [till.openShift(10_000), closeCounted(till, [count(10_000)], { left: minor(10_001) })]
    expect(await push(...again)).toEqual([[], ['count-differs']])
    const foreign = { floatAmount: minor(7), piles: [{ worth: 7, count: 1 }] }
    expect(await push(till.openShift(7, foreign))).toEqual([['count-differs']])
  })

  it('tells a difference beyond the tolerance, and three in one direction in ten shifts', async () => {
    const by = await makeUser(box, canteen.school, 'noor', ['operator'])
    const close = async (difference: number, who = by) =>
      (await push(till.openShift(10_000), closeCounted(till, [count(10_000 + difference)], { by: who })))[1]
    expect([await close(-200), await close(200)]).toEqual([[], []])
    expect(await close(-201)).toEqual(['cash-differs'])
    expect(await close(-50)).toEqual(['cash-differs-again'])
    expect([await close(50), await close(0)]).toEqual([[], []])
    expect(await close(-25, canteen.supervisor)).toEqual([])
  })

  it('counts approvals by who gave them, and drawers by cause, as the till does', async () => {
    const at = toInstant(box.clock.nowMs())
    const given = { act: 'paid-out' as const, hash: 'a'.repeat(64), by: canteen.supervisor, proof: 'pin' as const, at }
    const approval = { id: till.newId(), ...given }
    const moved = [till.openShift(), till.moveCash('paid-out', 300, { approval }), openDrawer(till, 'paid-out')]
    await push(...moved)
    const counted = count(till.report().expectedCash)
    expect(await push(closeCounted(till, [counted]))).toEqual([[]])
    expect((await ask('huda', shiftId())).report).toMatchObject({
      approvals: [{ by: canteen.supervisor, count: 1 }],
      drawer: [{ cause: 'paid-out', count: 1 }],
    })
  })

  it('POS-104: a close of version 1 is entered as before, with its Z compared', async () => {
    expect(await push(till.openShift(), till.sale(), till.closeShift(0))).toEqual([[], [], []])
    const [open, sale] = [till.openShift(), till.sale()]
    const forged = closeCounted(till, [count(till.report().expectedCash)], { reportHash: 'a'.repeat(64) })
    expect(await push(open, sale, forged)).toEqual([[], [], ['z-differs']])
  })

  it('POS-104: the Z of version 1 lacks approvals, and differs for nothing', async () => {
    const at = toInstant(box.clock.nowMs())
    const given = { act: 'refund' as const, hash: 'a'.repeat(64), by: canteen.supervisor, proof: 'pin' as const, at }
    const [open, sale] = [till.openShift(), till.sale()]
    const sold = till.shift?.sales[0]
    if (!sold) throw new Error('nothing was sold')
    const back = till.refund(sold, [1], { approval: { id: till.newId(), ...given } })
    await hand(till.device, till.batch([open, sale, back]))
    const { approvals: _approvals, ...report } = till.report()
    const closing = till.closeShift(0, {
      report: { ...report, countedCash: report.expectedCash, difference: minor(0) },
    })
    expect(await push(closing)).toEqual([[]])
  })

  it('POS-100: a movement at 01:30 belongs to the day of its shift, on the screen, in the Z and in the file', async () => {
    // 22:00 in Doha, whose day ends at 04:00, then half past one.
    const day = toInstant(box.clock.nowMs() + dayMs).slice(0, 10)
    const nextDay = toInstant(box.clock.nowMs() + 2 * dayMs).slice(0, 10)
    box.clock.advance(Date.parse(`${day}T19:00:00Z`) - box.clock.nowMs())
    await signIn()
    await push(till.openShift(10_000))
    box.clock.advance(3.5 * hourMs)
    await push(till.moveCash('drop', 5000, { bag: 'B-9' }))
    box.clock.advance(1000)
    await push(till.moveCash('no-sale', 0))
    const listed = async (of: string, lastDay?: string) => {
      const { body } = await call(box.app, as('huda'), transactionReport, { day: of, ...(lastDay && { lastDay }) })
      const { transactions } = transactionReport.reply.parse(body)
      return transactions.map(({ kind, businessDay }) => [kind, businessDay])
    }
    expect(await listed(day)).toEqual([
      ['no-sale', day],
      ['drop', day],
      ['shift-open', day],
    ])
    expect(await listed(nextDay)).toEqual([])
    expect(await listed(day, nextDay)).toEqual(await listed(day))
    expect(await listed(nextDay, nextDay)).toEqual([])
    const columns = ['businessDay', 'amount'] as const
    const supervisor = await signInAs(box, canteen.school, 'hessa', ['supervisor'])
    const lines = await linesFrom(box, supervisor, transactionExport, { filter: { day }, columns: [...columns] })
    expect(lines).toContain(`${day},-50.00`)
    const { report } = await ask('huda', shiftId())
    expect(report).toMatchObject({ businessDay: day, bags: [{ bag: 'B-9', amount: 5000 }] })
  })
})
