import { bankImports, resumeBankImport, stopBankImport } from '#shared/fees/bank/bank-import.contract.ts'
import { bankLines, importStatement } from '#shared/fees/bank/bank-line.contract.ts'
import { importSettlement } from '#shared/fees/online/settlement.contract.ts'
import { newOpId } from '#tests/support/fees/fee-ledger.ts'
import { until } from '#tests/support/fees/served-fees.ts'
import { Bringer, type FeeDeskParts, type FeeLinks, untilAnswered } from './fee-desk.ts'

const today = () => new Date().toISOString().slice(0, 10)
const major = (amount: number) => (amount / 100).toFixed(2)
const csv = (rows: readonly string[]) => Buffer.from([...rows, ''].join('\n')).toString('base64')

/** Above what desks take: a line of the amount of a transfer at a desk would wait for a person. */
const leastAmount = 100_000

/** An office that imports statements of the bank: some imports are stopped and taken up again, and each file comes twice. */
export class FeeStatements extends Bringer {
  #lines = 0

  protected override async bring(): Promise<void> {
    const { token, random } = this.parts
    const { payers } = await this.account()
    const code = payers.find(({ payerId }) => payerId === this.parts.payerId)?.code ?? ''
    const amounts = Array.from({ length: 2 + Math.floor(random.float() * 4) }, () => leastAmount + (this.#lines += 1))
    const importId = newOpId()
    const rows = amounts.map((amount, no) => `${today()},TRF ${code},${importId}-${no},${major(amount)}`)
    const asked = { importId, account: importId, data: csv(['Date,Description,Reference,Amount', ...rows]) }
    const { matched } = await this.send('statement', () => this.ask(importStatement, asked, token))
    if (matched !== amounts.length) throw new Error(`${matched} of ${amounts.length} lines are matched`)
    if (random.float() < 0.7) await this.#pause(importId)
    this.asking = 'statement-booking'
    await until(
      () => untilAnswered(() => this.ask(bankImports, {}, token)),
      ({ imports }) => imports.find((each) => each.importId === importId)?.state === 'done',
    )
    const again = { ...asked, importId: newOpId() }
    const { known } = await this.send('statement', () => this.ask(importStatement, again, token))
    if (known !== amounts.length) throw new Error(`${known} of ${amounts.length} lines are known`)
    await this.#acknowledge(importId, amounts)
  }

  async #pause(importId: string): Promise<void> {
    const { token } = this.parts
    await this.send('statement-stop', () => this.ask(stopBankImport, { importId }, token))
    await this.send('statement-resume', () => this.ask(resumeBankImport, { importId }, token))
  }

  /** Each line is one payment of its amount. */
  async #acknowledge(account: string, amounts: readonly number[]): Promise<void> {
    const asked = bankLines.body.parse({ lineState: 'matched', account })
    const { lines } = await untilAnswered(() => this.ask(bankLines, asked, this.parts.token))
    const booked = lines.map(({ amount }) => Number(amount)).toSorted((a, b) => a - b)
    if (JSON.stringify(booked) !== JSON.stringify(amounts)) throw new Error(`lines of ${booked.join(', ')} are booked`)
    for (const { lineId, paymentId, amount } of lines)
      this.acknowledged.set(paymentId ?? `line ${lineId}`, { amount, number: undefined })
  }
}

/** An office that books the settlements of the gateway; each names a payment that an earlier one settled. */
export class FeeSettlements extends Bringer {
  readonly #links: FeeLinks
  readonly #settled = new Set<string>()

  constructor(parts: FeeDeskParts, links: FeeLinks) {
    super(parts)
    this.#links = links
  }

  protected override async bring(): Promise<void> {
    const [before] = this.#settled
    const paid = [...this.#links.acknowledged].filter(([intentId]) => !this.#settled.has(intentId))
    if (paid.length === 0) return
    const earlier = [...this.#links.acknowledged].filter(([intentId]) => intentId === before)
    const rows = [...paid, ...earlier].map(([intentId, { amount }]) => {
      const fee = Math.floor(amount / 40)
      return `,${intentId},${major(amount)},${major(fee)},${major(amount - fee)}`
    })
    const id = newOpId()
    const data = csv(['Transaction ID,Reference,Amount,Fee,Net', ...rows])
    const asked = { settlementId: id, gateway: 'simulated', settledOn: today(), data } as const
    const { settlement } = await this.send('settlement', () => this.ask(importSettlement, asked, this.parts.token))
    const { matched, problems } = settlement
    if (matched !== paid.length || problems.length !== earlier.length)
      throw new Error(`${matched} of ${paid.length} payments are settled: ${JSON.stringify(problems)}`)
    for (const [intentId] of paid) this.#settled.add(intentId)
    this.effects.push({ kind: 'settlement', id, amount: paid.reduce((sum, [, { amount }]) => sum + amount, 0) })
  }
}
