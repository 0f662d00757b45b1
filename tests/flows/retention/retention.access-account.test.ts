import { afterAll, beforeAll, expect, it, describe } from 'vitest'
import { pupilAccounts } from '#server/features/pos/accounts/customer.table.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { rowsOf, takeAccess } from '#tests/support/retention/access-kit.ts'
import { type Box, type Caller, openBox } from '#tests/support/server.ts'

describe.each(engines)('OPS-47 subject access of a child with an account at the tills on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let head: Caller
  const accountOf = (n: number): CustomerId => canteen.customers[n] ?? expect.fail('no account')

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    head = await signInAs(box, canteen.school, 'head', ['head'])
    const till = new TillOps(await pairDevice(canteen))
    const buy = (n: number) => till.sale({ pay: [{ kind: 'account', customerId: accountOf(n) }] })
    const ops = [
      till.openShift(),
      buy(0),
      buy(0),
      buy(1),
      till.topUp(accountOf(0), 5000),
      till.topUp(accountOf(1), 700),
    ]
    const { results } = await hand(till.device, till.batch(ops))
    expect(results.map(({ outcome }) => outcome)).toEqual(ops.map(() => 'applied'))
  })
  afterAll(() => box.close())

  const studentWith = async (n: number) => {
    const { schoolId } = canteen.school
    const { id } = await makeStudent(box, canteen.school, { status: 'confirmed' })
    const link = { schoolId, studentId: id, customerId: accountOf(n), openedAt: toInstant(box.clock.nowMs()) }
    await box.db.owner.insert(pupilAccounts).values({ ...link, isOurs: true, state: 'open' })
    return { schoolId, studentId: id }
  }

  it('has its purchases line by line and its money, and those of nobody else', async () => {
    const { entries } = await takeAccess(box, head, await studentWith(0))
    const counts = [
      'customers',
      'sales',
      'sale_lines',
      'tenders',
      'top_ups',
      'account_entries',
      'account_balances',
    ].map((table) => [table, rowsOf(entries, table).length])
    expect(Object.fromEntries(counts)).toEqual({
      customers: 1,
      sales: 2,
      sale_lines: 2,
      tenders: 2,
      top_ups: 1,
      account_entries: 4,
      account_balances: 1,
    })
    for (const text of entries.values()) expect(text).not.toContain(accountOf(1))
    expect(entries.get('index.html')).toContain('<h2>Account and purchases</h2>')
  })

  it('leaves out an account that several children share', async () => {
    const first = await studentWith(1)
    await studentWith(1)
    const { entries } = await takeAccess(box, head, first)
    expect(rowsOf(entries, 'sales')).toEqual([])
    expect(rowsOf(entries, 'customers')).toEqual([])
  })
})
