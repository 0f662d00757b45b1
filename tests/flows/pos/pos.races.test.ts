import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { commandHandlers } from '#server/commands.ts'
import { accountEntries } from '#server/features/pos/accounts/customer.table.ts'
import { ledgerFaults } from '#server/features/pos/accounts/ledger.service.ts'
import type { CommandHandler, CommandHandlers } from '#server/features/sync/ingest/command.service.ts'
import { setAccountLimits } from '#shared/pos/account-summary.contract.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { setPupilLeaving } from '#shared/students/pupils/pupil.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

/** A handler whose transaction stays open after its effect until it is let go. */
function held<B>({ inRuns, apply }: CommandHandler<B>) {
  const written = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const handler: CommandHandler<B> = {
    inRuns,
    apply: async (...of) => {
      const effects = await apply(...of)
      written.resolve()
      await letGo.promise
      return effects
    },
  }
  return { handler, written: written.promise, letGo: () => letGo.resolve() }
}

describe.each(engines)('a sale and its void at the same moment on %s', (engine) => {
  let box: Box
  let canteen: Canteen

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
  })
  afterAll(() => box.close())

  /** Until somebody waits for a lock, or `over`. The embedded engine has one connection, so there nobody can. */
  async function untilSomebodyWaits(over: Promise<unknown>): Promise<void> {
    let isOver = engine === 'pglite'
    void over.finally(() => (isOver = true)).catch(() => undefined)
    while (!isOver) {
      const { rows } = await box.db.owner.execute(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      if (rows.length > 0) return
    }
  }

  it.each([
    ['sale', 'void', 0],
    ['void', 'sale', 1],
  ] as const)('leave the account as it was, when the %s is not committed yet as the %s comes', async (first, _, n) => {
    const [customerId] = canteen.customers.slice(n)
    if (!customerId) throw new Error('no customer')
    const seller = new TillOps(await pairDevice(canteen))
    const voider = new TillOps(await pairDevice(canteen))
    await hand(seller.device, seller.batch([seller.openShift()]))
    await hand(voider.device, voider.batch([voider.openShift()]))
    const sale = seller.sale({ pay: [{ kind: 'account', customerId }] })
    const undo = voider.voidSale(sale.body as Sale)
    const [heldSale, heldVoid] = [held(commandHandlers['pos.sale']), held(commandHandlers['pos.voidSale'])]
    const handlers: CommandHandlers =
      first === 'sale'
        ? { ...commandHandlers, 'pos.sale': heldSale.handler }
        : { ...commandHandlers, 'pos.voidSale': heldVoid.handler }
    const sell = () => hand(seller.device, seller.batch([sale]), handlers)
    const takeBack = () => hand(voider.device, voider.batch([undo]), handlers)
    const [begin, follow, gate] = first === 'sale' ? [sell, takeBack, heldSale] : [takeBack, sell, heldVoid]

    const begun = begin()
    await gate.written
    const followed = follow()
    await untilSomebodyWaits(followed)
    gate.letGo()
    const flags = (await Promise.all([begun, followed])).map(({ results }) => results[0]?.flags)
    expect(flags).toEqual(first === 'sale' ? [[], ['foreign-shift']] : [['sale-unknown'], ['voided-before']])
    const [{ sum } = { sum: null }] = await box.db.owner
      .select({ sum: sql<number>`sum(amount)::int` })
      .from(accountEntries)
      .where(eq(accountEntries.customerId, customerId))
    expect(sum).toBe(100_000)
    expect(await box.db.database.tenant(canteen.school.schoolId, ledgerFaults)).toEqual([])
  })
})

// The embedded engine has one connection, so there nobody waits for a lock.
describe('locks of an account on postgres', () => {
  let box: Box
  let canteen: Canteen

  beforeAll(async () => {
    box = await openBox('postgres')
    canteen = await openCanteen(box, 'alnoor')
  })
  afterAll(() => box.close())

  const inSchool = <T>(work: Parameters<typeof box.db.database.tenant<T>>[1]) =>
    box.db.database.tenant(canteen.school.schoolId, work)

  it('are taken before that of its owner when a pupil leaves, as in a sale', async () => {
    const [customerId] = canteen.customers
    const rami = await signInAs(box, canteen.school, 'rami', ['registrar'])
    const leaves = { customerId, leftOn: '2020-01-01', leaveReason: 'other' }
    const { left } = await inSchool(async (tx) => {
      await tx.execute(sql`select 1 from account_balances where customer_id = ${customerId} for update`)
      const leaving = call(box.app, rami, setPupilLeaving, leaves)
      await vi.waitFor(async () => {
        const { rows } = await box.db.owner.execute(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        expect(rows.length).toBeGreaterThan(0)
      }, 10_000)
      await tx.execute(sql`select 1 from customers where id = ${customerId} for no key update nowait`)
      return { left: leaving }
    })
    expect((await left).status).toBe(200)
  })

  it('let entries be written while its limits change', async () => {
    const [, customerId] = canteen.customers
    const mona = await signInAs(box, canteen.school, 'mona', ['supervisor'])
    const limitsSeen = { dailyLimit: null, overdraft: 0, diet: [] }
    const asked = { customerId, limitsSeen, limits: { ...limitsSeen, overdraft: 500 } }
    const set = await inSchool(async (tx) => {
      // As an entry does that refers to the pupil.
      await tx.execute(sql`select 1 from customers where id = ${customerId} for key share`)
      return call(box.app, mona, setAccountLimits, asked)
    })
    expect(set.status).toBe(200)
  })
})
