import type { SimulatedGateway } from '#server/node/gateways/simulated-gateway.ts'
import { feeAccount } from '#shared/fees/fee-account.contract.ts'
import { recordFeePayment } from '#shared/fees/fee-payment.contract.ts'
import { askFeeIntent, makeFeeLink } from '#shared/fees/online/online-payment.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { newOpId } from '#tests/support/fees/fee-ledger.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import type { LiveServer } from './live-server.ts'

/** Money that the server has acknowledged: the amount, and the number of its receipt where a desk was told one. */
export type Acknowledged = ReadonlyMap<string, { amount: number; number: string | undefined }>

export interface FeeDeskParts {
  server: LiveServer
  schoolCode: string
  token: string
  payerId: string
  /** Admission number of the child. */
  number: string
  random: Random
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** How long a server may be away. */
const patienceMs = 300_000

/** Asks until a server answers; what it refuses is thrown. */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (const fromMs = performance.now(); ; await pause(50)) {
    try {
      return await ask()
    } catch (error) {
      if (/answered 4/.test(String(error)) || performance.now() - fromMs > patienceMs) throw error
    }
  }
}

/** What kept operations leave in the ledger: one row of its kind and amount under the id of each. */
export type EffectKind = 'cheque-step' | 'claim' | 'cheque' | 'credit-note' | 'refund' | 'reallocation' | 'settlement'

export interface Effect {
  kind: EffectKind
  /** Of the operation. */
  id: string
  /** Minor units. */
  amount: number
}

/** Anyone who brings money for fees, one payment after the other: each is sent until the server has acknowledged it. */
export abstract class Bringer {
  /** Name of the request that the server has not answered yet; undefined between two. */
  asking: string | undefined
  /** Effects of operations besides payments that the server has acknowledged. */
  readonly effects: Effect[] = []
  readonly acknowledged = new Map<string, { amount: number; number: string | undefined }>()
  protected readonly parts: FeeDeskParts
  protected readonly ask: ReturnType<typeof schoolAsker>
  #isOpen = true
  #work: Promise<void> = Promise.resolve()

  constructor(parts: FeeDeskParts) {
    this.parts = parts
    this.ask = schoolAsker(parts.server, parts.schoolCode)
  }

  open(): void {
    this.#work = this.#goOn()
    // Told when it is closed.
    this.#work.catch(() => undefined)
  }

  /** Brings no more; resolves once the last payment is acknowledged. @throws what the server refused */
  async close(): Promise<void> {
    this.#isOpen = false
    await this.#work
  }

  async #goOn(): Promise<void> {
    while (this.#isOpen) {
      await this.bring(1000 + Math.floor(this.parts.random.float() * 50_000))
      await pause(10 + this.parts.random.float() * 40)
    }
  }

  protected abstract bring(amount: number): Promise<void>

  /**
   * Sends a request under a name until a server answers, and now and then once more, as one does whose answer was lost. What the
   * server refuses is thrown.
   */
  protected async send<T>(name: string, ask: () => Promise<T>): Promise<T> {
    this.asking = name
    try {
      const answer = await untilAnswered(ask)
      return this.parts.random.float() < 0.3 ? await untilAnswered(ask) : answer
    } finally {
      this.asking = undefined
    }
  }

  /** Sends a request; answers undefined where one of these rules refuses it. */
  protected async sendUnless<T>(refusals: RegExp, name: string, ask: () => Promise<T>): Promise<T | undefined> {
    try {
      return await this.send(name, ask)
    } catch (error) {
      if (refusals.test(String(error))) return undefined
      throw error
    }
  }

  protected async account() {
    const { token, number } = this.parts
    return untilAnswered(() => this.ask(feeAccount, { number }, token))
  }
}

const methods = ['cash', 'card', 'transfer'] as const

/** A desk that receives cash, card slips and transfers. */
export class FeeDesk extends Bringer {
  protected override async bring(amount: number): Promise<void> {
    const { token, payerId } = this.parts
    const takenAt = new Date().toISOString()
    const payment = {
      opId: newOpId(),
      method: methods[Math.floor(this.parts.random.float() * methods.length)] ?? 'cash',
      amount: minor(amount),
      currency: 'QAR',
      payerId,
      takenAt,
    } as const
    const asked = { ...payment, receivedOn: takenAt.slice(0, 10) }
    const { receipt } = await this.send('payment', () => this.ask(recordFeePayment, asked, token))
    this.acknowledged.set(payment.opId, { amount, number: receipt.number })
  }
}

/** A family that pays by links of the gateway: its browser may never come back, and the gateway reports once or not at all. */
export class FeeLinks extends Bringer {
  readonly #gateway: SimulatedGateway

  constructor(parts: FeeDeskParts, gateway: SimulatedGateway) {
    super(parts)
    this.#gateway = gateway
  }

  protected override async bring(): Promise<void> {
    const { token, payerId, random } = this.parts
    const { items: open } = await this.account()
    const item = open.find((each) => each.payerId === payerId && each.open > 100)
    if (!item) return
    const amount = minor(Math.min(item.open, 100 + Math.floor(random.float() * 5000)))
    const items = [{ chargeId: item.chargeId, amount }]
    const asked = { intentId: newOpId(), payerId, items, language: 'en' } as const
    const linked = await this.#link(asked)
    const charge = linked?.url?.split('/').at(-1)
    if (!linked || charge === undefined) return
    await this.#gateway.decide(charge, 'paid', { report: random.float() < 0.5 })
    const intentId = linked.intentId
    for (let tries = 0; tries < 600; tries += 1) {
      const { intent } = await this.send('link-state', () => this.ask(askFeeIntent, { intentId }, token))
      if (intent.state === 'paid') {
        this.acknowledged.set(intentId, { amount, number: undefined })
        return
      }
      await pause(100)
    }
    throw new Error('money at the gateway is never booked')
  }

  /** A desk may have settled the item meanwhile, and a link for the same item may be there: no payment then. */
  async #link(asked: Parameters<typeof makeFeeLink.body.parse>[0]) {
    const { token } = this.parts
    const made = await this.sendUnless(/fees\.(over-allocated|gateway-failed)/, 'link', () =>
      this.ask(makeFeeLink, makeFeeLink.body.parse(asked), token),
    )
    return made?.intent
  }
}
