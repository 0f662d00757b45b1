import { moveCheque, receiveCheque } from '#shared/fees/cheques/cheque.contract.ts'
import type { ChequeAct } from '#shared/fees/cheques/cheque.rules.ts'
import { feeAccount } from '#shared/fees/fee-account.contract.ts'
import { issueCreditNote } from '#shared/fees/fee-document.contract.ts'
import { askRefund, decideClaim, payRefund } from '#shared/fees/fee-refund.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { newOpId } from '#tests/support/fees/fee-ledger.ts'
import { Bringer, type FeeDeskParts, untilAnswered } from './fee-desk.ts'

const today = () => new Date().toISOString().slice(0, 10)

/** Answers what was refused by one of these rules as undefined. */
async function unless<T>(refusals: RegExp, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await untilAnswered(ask)
  } catch (error) {
    if (refusals.test(String(error))) return undefined
    throw error
  }
}

/** An office that takes cheques to the bank: some clear, some bounce, and some of those are deposited again. */
export class FeeCheques extends Bringer {
  protected override async bring(amount: number): Promise<void> {
    const { token, payerId, random } = this.parts
    const [chequeId, receivedOn] = [newOpId(), today()]
    const paper = { bank: 'Bank', account: '1', number: chequeId, receivedOn, datedOn: receivedOn }
    const asked = { ...paper, chequeId, payerId, amount: minor(amount) }
    await untilAnswered(() => this.ask(receiveCheque, asked, token))
    this.acknowledged.set(chequeId, { amount, number: undefined })
    await this.#move(chequeId, 'deposit')
    if (random.float() < 0.5) return void (await this.#move(chequeId, 'clear'))
    await this.#move(chequeId, 'bounce')
    if (random.float() < 0.5) return void (await this.#move(chequeId, 'replace'))
    // The bank is asked again: a payment of its own.
    this.acknowledged.set(await this.#move(chequeId, 'represent'), { amount, number: undefined })
    await this.#move(chequeId, 'clear')
  }

  async #move(chequeId: string, step: ChequeAct): Promise<string> {
    const opId = newOpId()
    const asked = { opId, chequeId, step, movedOn: today() }
    await untilAnswered(() => this.ask(moveCheque, asked, this.parts.token))
    this.steps.add(opId)
    return opId
  }
}

/** An office that credits a part of what was billed, and pays back what is free by then, as another person approves it. */
export class FeeReturns extends Bringer {
  readonly #approver: string

  constructor(parts: FeeDeskParts, approver: string) {
    super(parts)
    this.#approver = approver
  }

  protected override async bring(amount: number): Promise<void> {
    await this.#credit(Math.min(amount, 2_000))
    await this.#payBack()
  }

  async #account() {
    const { token, number } = this.parts
    return untilAnswered(() => this.ask(feeAccount, { number }, token))
  }

  async #credit(amount: number): Promise<void> {
    const { token, payerId } = this.parts
    const { items } = await this.#account()
    const item = items.find(({ invoice, paid, payerId: of }) => invoice !== null && of === payerId && paid > amount)
    if (!item?.invoice) return
    const opId = newOpId()
    const lines = [{ chargeId: item.chargeId, amount: minor(amount) }]
    const asked = { opId, documentId: item.invoice.documentId, lines, reason: 'Correction' }
    if (await unless(/fees\.over-credited/, () => this.ask(issueCreditNote, asked, token))) this.steps.add(opId)
  }

  async #payBack(): Promise<void> {
    const { token, payerId } = this.parts
    const { payments } = await this.#account()
    const payment = payments.find(
      ({ credit, method, payer }) =>
        credit > 0 && payer.payerId === payerId && (method === 'cash' || method === 'card' || method === 'transfer'),
    )
    if (!payment) return
    const claimId = newOpId()
    const { paymentId, credit } = payment
    const asked = { opId: claimId, paymentId, payerId, amount: credit, method: 'transfer', reason: 'Wish' } as const
    if (!(await unless(/fees\.refund-over/, () => this.ask(askRefund, asked, token)))) return
    this.steps.add(claimId)
    // Answered before a kill, it is decided already.
    await unless(/fees\.claim-decided/, () => this.ask(decideClaim, { claimId, isApproved: true }, this.#approver))
    const opId = newOpId()
    await untilAnswered(() => this.ask(payRefund, { opId, claimId, paidOn: today() }, token))
    this.steps.add(opId)
  }
}
