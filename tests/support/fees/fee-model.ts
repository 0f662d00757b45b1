import { allocate, type OpenCharge } from '#shared/fees/allocation.rules.ts'
import { balanceOf, type FeeAccount, type Posting, reversed } from '#shared/fees/ledger.rules.ts'
import type { Random } from '#shared/kernel/ids.ts'

interface Charge extends OpenCharge {
  readonly total: number
}

interface Payment {
  readonly id: string
  readonly amount: number
  returned: number
}

interface Settled {
  readonly source: string
  readonly chargeId: string
  readonly amount: number
}

/**
 * Ledger of one payer as the rules have it: charges, payments and allocations beside the postings, so that each can be computed
 * from the other. Amounts in minor units.
 */
export class FeeModel {
  readonly postings: Posting[] = []
  readonly charges: Charge[] = []
  readonly payments: Payment[] = []
  readonly settled: Settled[] = []
  /** Open sum after each operation. */
  readonly openAfter: { postings: number; open: number }[] = []
  readonly #random: Random
  #next = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** One random operation, and what does not add up after it; undefined where all does. */
  step(): string | undefined {
    const acts = [
      this.#charge,
      this.#pay,
      this.#pay,
      this.#move,
      this.#credit,
      this.#bounce,
      this.#writeOff,
      this.#refund,
    ]
    this.#pick(acts)?.call(this)
    this.openAfter.push({ postings: this.postings.length, open: this.open() })
    return this.fault()
  }

  open = () => this.charges.reduce((sum, charge) => sum + this.#openOf(charge), 0)
  free = () => this.payments.reduce((sum, payment) => sum + this.#freeOf(payment), 0)

  /** What does not add up. */
  fault(): string | undefined {
    if (this.#balance('receivable') !== this.open()) return 'receivable'
    if (-this.#balance('family-credit') !== this.free()) return 'family credit'
    if (this.charges.some((charge) => this.#openOf(charge) < 0 || this.#openOf(charge) > charge.total)) return 'charge'
    if (this.payments.some((payment) => this.#freeOf(payment) < 0)) return 'payment'
    if (this.postings.some(({ debit, credit, amount }) => debit === credit || amount <= 0)) return 'posting'
    return undefined
  }

  #id = () => `${(this.#next += 1)}`
  #upTo = (most: number) => 1 + Math.floor(this.#random.float() * most)
  #pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(this.#random.float() * list.length)]
  #balance = (account: FeeAccount) => balanceOf(this.postings, account)
  #sum = (of: (row: Settled) => boolean) => this.settled.filter(of).reduce((sum, { amount }) => sum + amount, 0)
  #openOf = ({ chargeId, total }: Charge) => total - this.#sum((row) => row.chargeId === chargeId)
  #freeOf = ({ id, amount, returned }: Payment) => amount - returned - this.#sum((row) => row.source === id)
  #post = (debit: FeeAccount, credit: FeeAccount, amount: number) => {
    if (amount > 0) this.postings.push({ debit, credit, amount })
  }

  #items = (): OpenCharge[] => this.charges.map((charge) => ({ ...charge, open: this.#openOf(charge) }))

  #settle(source: string, rows: readonly { chargeId: string; amount: number }[], debit: FeeAccount) {
    for (const { chargeId, amount } of rows) {
      this.settled.push({ source, chargeId, amount })
      this.#post(debit, 'receivable', amount)
    }
  }

  #charge() {
    const total = this.#upTo(5_000)
    const of = { dueOn: `2030-0${this.#upTo(9)}-01`, priority: this.#upTo(3), bornOn: null }
    this.charges.push({ chargeId: this.#id(), open: total, total, ...of })
    this.#post('receivable', 'deferred-revenue', total)
    for (const payment of this.payments) {
      const { allocated } = allocate(this.#freeOf(payment), this.#items())
      this.#settle(payment.id, allocated, 'family-credit')
    }
  }

  #pay() {
    const payment = { id: this.#id(), amount: this.#upTo(6_000), returned: 0 }
    const wished = this.charges.filter(() => this.#random.float() < 0.2)
    const { allocated, credit } = allocate(
      payment.amount,
      this.#items(),
      wished.map(({ chargeId }) => ({ chargeId, amount: this.#upTo(5_000) })),
    )
    this.payments.push(payment)
    this.#settle(payment.id, allocated, 'cash')
    this.#post('cash', 'family-credit', credit)
  }

  /** Takes back what a source has settled, the latest first. @returns how much */
  #release(isOf: (row: Settled) => boolean, most: number, credit: FeeAccount): number {
    let left = most
    for (const { source, chargeId } of this.settled.filter(isOf).toReversed()) {
      const standing = this.#sum((row) => row.source === source && row.chargeId === chargeId)
      const amount = Math.min(left, standing)
      if (amount <= 0) continue
      left -= amount
      this.settled.push({ source, chargeId, amount: -amount })
      this.#post('receivable', credit, amount)
    }
    return most - left
  }

  #move() {
    const payment = this.#pick(this.payments)
    if (!payment) return
    this.#release(({ source }) => source === payment.id, payment.amount, 'family-credit')
    const items = this.#items().filter(() => this.#random.float() < 0.5)
    const { allocated } = allocate(this.#freeOf(payment), items)
    this.#settle(payment.id, allocated, 'family-credit')
  }

  #credit() {
    const charge = this.#pick(this.charges)
    if (!charge) return
    const standing =
      charge.total - this.#sum((row) => row.chargeId === charge.chargeId && row.source.startsWith('note'))
    if (standing === 0) return
    const amount = this.#upTo(standing)
    const paid = (row: Settled) => row.chargeId === charge.chargeId && !row.source.startsWith('note')
    this.#release(paid, amount - Math.min(amount, this.#openOf(charge)), 'family-credit')
    this.#settle(`note ${this.#id()}`, [{ chargeId: charge.chargeId, amount }], 'deferred-revenue')
  }

  #writeOff() {
    const charge = this.#pick(this.charges)
    const open = charge ? this.#openOf(charge) : 0
    if (charge && open > 0)
      this.#settle(`note ${this.#id()}`, [{ chargeId: charge.chargeId, amount: this.#upTo(open) }], 'bad-debt')
  }

  #bounce() {
    const payment = this.#pick(this.payments)
    const left = payment ? payment.amount - payment.returned : 0
    if (!payment || left === 0) return
    const amount = this.#upTo(left)
    const fromCredit = Math.min(this.#freeOf(payment), amount)
    this.#release(({ source }) => source === payment.id, amount - fromCredit, 'bank')
    this.#post('family-credit', 'bank', fromCredit)
    payment.returned += amount
  }

  #refund() {
    const payment = this.#pick(this.payments)
    const free = payment ? this.#freeOf(payment) : 0
    if (!payment || free === 0) return
    payment.returned += free
    this.#post('family-credit', 'refunds-payable', free)
  }

  /** What is open by the first postings alone, and what the later ones add to it. */
  statement(count: number): { before: number; since: number } {
    const of = (postings: readonly Posting[]) => balanceOf(postings, 'receivable')
    return { before: of(this.postings.slice(0, count)), since: of(this.postings.slice(count)) }
  }

  /** Balance of all postings with the opposite of each: nothing is left of any account. */
  undone = (account: FeeAccount): number => balanceOf([...this.postings, ...reversed(this.postings)], account)
}
