import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs, minuteMs } from '#shared/kernel/time.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import type { Operation } from '#shared/sync/sync.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { expectSameReports, sumAllDays } from '#tests/support/pos/summed-reports.ts'
import { exchangeOp } from '#tests/support/pos/till-exchanges.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { voidTopUp } from '#tests/support/pos/void-top-up.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const kinds = ['sale', 'sale', 'sale', 'void', 'refund', 'exchange', 'top-up', 'cash', 'close'] as const
type Step =
  | { do: (typeof kinds)[number]; till: number; n: number }
  /** A till sends what it holds; the others go on without a connection. */
  | { do: 'send'; till: number }
  | { do: 'sum' | 'next-day' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constantFrom(...kinds), till: fc.nat(2), n: fc.nat(50) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send' as const), till: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('sum' as const, 'next-day' as const) }) },
)

/** A till that works without a connection until it sends. */
class LateTill {
  readonly till: TillOps
  readonly #held: Operation[] = []
  readonly #sold: Sale[] = []

  constructor(till: TillOps) {
    this.till = till
    this.#open()
  }

  #open() {
    this.#held.push(this.till.openShift())
  }

  act(kind: (typeof kinds)[number], n: number) {
    const made = this.#make(kind, n)
    if (made) this.#held.push(made)
    if (kind === 'close') this.#open()
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
        // One of ten is in another currency than the school's.
        const change = n % 10 === 9 ? { currency: 'USD' as const } : {}
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
      case 'close':
        return till.closeShift(n - 25)
    }
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

  async function play(canteen: Canteen, steps: readonly Step[]) {
    const tills: LateTill[] = []
    for (let n = 0; n < 3; n += 1) tills.push(new LateTill(new TillOps(await pairDevice(canteen))))
    const [first] = tills
    const { tillId, firstDay } = {
      tillId: first?.till.device.ctx.device.tillId ?? '',
      firstDay: first?.till.shift?.open.businessDay,
    }
    const compare = async () => {
      const lastDay = new Date(box.clock.nowMs()).toISOString().slice(0, 10)
      summedDays += (await expectSameReports(box, canteen.school, { firstDay, lastDay })).days.length
      await expectSameReports(box, canteen.school, { firstDay, lastDay, tillId })
    }
    for (const each of steps) {
      box.clock.advance(minuteMs)
      if (each.do === 'next-day') box.clock.advance(dayMs)
      else if (each.do === 'sum') await sumAllDays(box, canteen.school)
      else if (each.do === 'send') await tills[each.till]?.send()
      else tills[each.till]?.act(each.do, each.n)
      if (each.do === 'sum' || each.do === 'send') await compare()
    }
    for (const till of tills) await till.send()
    await compare()
    await sumAllDays(box, canteen.school)
    await compare()
  }

  it('POS-103: are those of the documents, whatever happened and however late it came', {
    timeout: 300_000,
  }, async () => {
    const numRuns = Number(process.env['BAWABA_RUNS'] ?? 12)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        made += 1
        await play(await openCanteen(box, `school${made}`), steps)
      }),
      { numRuns, endOnFailure: true },
    )
    expect(summedDays).toBeGreaterThan(numRuns)
  })
})
