import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { businessDay, dayMs, minuteMs } from '#shared/kernel/time.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import type { Operation } from '#shared/sync/sync.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { expectSameReports, sumAllDays } from '#tests/support/pos/summed-reports.ts'
import { exchangeOp } from '#tests/support/pos/till-exchanges.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { voidTopUp } from '#tests/support/pos/void-top-up.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const kinds = ['sale', 'sale', 'sale', 'void', 'refund', 'exchange', 'top-up', 'cash'] as const
const act = fc.record({ do: fc.constantFrom(...kinds), till: fc.nat(2), n: fc.nat(50) })
/** What tills do on a day, which of them send what they hold, and whether days are summed in the night after it. */
const workDay = fc.record({
  acts: fc.array(act, { maxLength: 6 }),
  senders: fc.uniqueArray(fc.nat(2), { minLength: 1 }),
  /** Tills whose shift ends; the others go on with it on the next day. */
  closers: fc.uniqueArray(fc.nat(2)),
  isSummed: fc.boolean(),
})
type WorkDay = typeof workDay extends fc.Arbitrary<infer T> ? T : never

/** A till that works without a connection until it sends. */
class LateTill {
  readonly till: TillOps
  readonly #held: Operation[] = []
  readonly #sold: Sale[] = []

  constructor(till: TillOps) {
    this.till = till
    this.#open()
  }

  #isOpen = false

  #open() {
    this.#isOpen = true
    this.#held.push(this.till.openShift())
  }

  act(kind: (typeof kinds)[number], n: number) {
    const made = this.#make(kind, n)
    if (made) this.#held.push(made)
  }

  endShift(difference: number) {
    this.#held.push(this.till.closeShift(difference))
    this.#isOpen = false
  }

  startDay() {
    if (!this.#isOpen) this.#open()
  }

  #make(kind: (typeof kinds)[number], n: number): Operation | undefined {
    const { till } = this
    const [customerId] = till.device.canteen.customers.slice(n % 3)
    if (!customerId) throw new Error('no customer')
    const sold = this.#sold[n % (this.#sold.length || 1)]
    switch (kind) {
      case 'sale': {
        const pay = [{ kind: 'account' as const, customerId, amount: n * 10 }, { kind: 'cash' as const }]
        const lines = [[n % 3, 1000 + n * 100] as const, [(n + 1) % 3, 1000] as const]
        // Some are in another currency than the school's, some of another day than their shift.
        const change = {
          ...(n % 10 === 9 && { currency: 'USD' as const }),
          ...(n % 7 === 6 && { businessDay: this.#today() }),
        }
        const sale = till.sale({ lines, pay: n % 2 ? pay : [{ kind: 'card' }], change })
        this.#sold.push(sale.body as Sale)
        return sale
      }
      case 'void':
        return sold && till.voidSale(sold)
      case 'refund':
        return sold && till.refund(sold, [1], n % 5 === 4 ? { currency: 'USD' } : {})
      case 'exchange':
        return sold && exchangeOp(till, sold, { lines: [[n % 3, 2000]] })
      case 'top-up':
        return n % 4 === 3 && till.shift?.topUps.length ? voidTopUp(till) : till.topUp(customerId, 100 + n)
      case 'cash':
        return till.moveCash(
          (['drop', 'paid-in', 'paid-out', 'no-sale'] as const)[n % 4] ?? 'drop',
          n % 4 === 3 ? 0 : n,
        )
    }
  }

  #today() {
    const { school, box } = this.till.device.canteen
    return businessDay(box.clock.nowMs(), school.timeZone, school.cutoverMinute)
  }

  async send() {
    const ops = this.#held.splice(0)
    if (ops.length > 0) await hand(this.till.device, this.till.batch(ops))
  }
}

describe.each(engines)('reports from sums of days on %s', (engine) => {
  let box: Box
  let made = 0
  let summedDays = 0

  beforeAll(async () => {
    box = await openBox(engine)
  })
  afterAll(() => box.close())

  async function play(canteen: Canteen, days: readonly WorkDay[]) {
    const tills: LateTill[] = []
    for (let n = 0; n < 3; n += 1) tills.push(new LateTill(new TillOps(await pairDevice(canteen))))
    const { open } = tills[0]?.till.shift ?? expect.fail()
    const compare = async (filter: { tillId?: string } = {}) => {
      const lastDay = new Date(box.clock.nowMs()).toISOString().slice(0, 10)
      const asked = { firstDay: open.businessDay, lastDay, ...filter }
      summedDays += (await expectSameReports(box, canteen.school, asked)).days.length
    }
    for (const { acts, senders, closers, isSummed } of days) {
      for (const till of tills) till.startDay()
      for (const { do: kind, till, n } of acts) {
        box.clock.advance(minuteMs)
        tills[till]?.act(kind, n)
      }
      for (const closer of closers) tills[closer]?.endShift(acts.length - 3)
      for (const sender of senders) await tills[sender]?.send()
      await compare()
      box.clock.advance(dayMs)
      if (isSummed) await sumAllDays(box, canteen.school)
    }
    for (const till of tills) await till.send()
    await compare()
    await sumAllDays(box, canteen.school)
    await compare()
    await compare({ tillId: open.tillId })
  }

  it('are those of the documents, whatever happened and however late it came', {
    timeout: 300_000,
  }, async () => {
    const numRuns = Number(process.env['BAWABA_RUNS'] ?? 15)
    await fc.assert(
      fc.asyncProperty(fc.array(workDay, { minLength: 3, maxLength: 7 }), async (days) => {
        made += 1
        await play(await openCanteen(box, `school${made}`), days)
      }),
      { numRuns, endOnFailure: true },
    )
    expect(summedDays).toBeGreaterThan(numRuns)
  })
})
