import { moveCheque, receiveCheque } from '#shared/fees/cheques/cheque.contract.ts'
import type { ChequeAct } from '#shared/fees/cheques/cheque.rules.ts'
import { issueCreditNote } from '#shared/fees/fee-document.contract.ts'
import { reallocatePayment } from '#shared/fees/fee-payment.contract.ts'
import { askRefund, decideClaim, payRefund } from '#shared/fees/fee-refund.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { newOpId } from '#tests/support/fees/fee-ledger.ts'
import { Bringer, type FeeDeskParts } from './fee-desk.ts'

const today = () => new Date().toISOString().slice(0, 10)

/** An office that takes cheques to the bank: some clear, some bounce, and some of those are deposited again. */
export class FeeCheques extends Bringer {
  protected override async bring(amount: number): Promise<void> {
    const { token, payerId, random } = this.parts
    const [chequeId, receivedOn] = [newOpId(), today()]
    const paper = { bank: 'Bank', account: '1', number: chequeId, receivedOn, datedOn: receivedOn }
    const asked = { ...paper, chequeId, payerId, amount: minor(amount) }
    await this.send('cheque', () => this.ask(receiveCheque, asked, token))
    this.acknowledged.set(chequeId, { amount, number: undefined })
    this.effects.push({ kind: 'cheque-step', id: chequeId, amount })
    await this.#move(asked, 'deposit')
    if (random.float() < 0.5) return void (await this.#move(asked, 'clear'))
    await this.#move(asked, 'bounce')
    if (random.float() < 0.5) return void (await this.#move(asked, 'replace'))
    // The bank is asked again: a payment of its own.
    this.acknowledged.set(await this.#move(asked, 'represent'), { amount, number: undefined })
    await this.#move(asked, 'clear')
  }

  async #move({ chequeId, amount }: { chequeId: string; amount: number }, step: ChequeAct): Promise<string> {
    const opId = newOpId()
    const asked = { opId, chequeId, step, movedOn: today() }
    await this.send(step, () => this.ask(moveCheque, asked, this.parts.token))
    this.effects.push({ kind: 'cheque-step', id: opId, amount })
    if (step === 'clear' || step === 'bounce') this.effects.push({ kind: 'cheque', id: opId, amount })
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

  async #credit(amount: number): Promise<void> {
    const { token, payerId } = this.parts
    const { items } = await this.account()
    const item = items.find(({ invoice, paid, payerId: of }) => invoice !== null && of === payerId && paid > amount)
    if (!item?.invoice) return
    const id = newOpId()
    const lines = [{ chargeId: item.chargeId, amount: minor(amount) }]
    const asked = { opId: id, documentId: item.invoice.documentId, lines, reason: 'Correction' }
    const ask = () => this.ask(issueCreditNote, asked, token)
    if (await this.sendUnless(/fees\.over-credited/, 'credit-note', ask))
      this.effects.push({ kind: 'credit-note', id, amount })
  }

  async #payBack(): Promise<void> {
    const { token, payerId } = this.parts
    const { payments } = await this.account()
    const payment = payments.find(
      ({ credit, method, payer }) =>
        credit > 0 && payer.payerId === payerId && (method === 'cash' || method === 'card' || method === 'transfer'),
    )
    if (!payment) return
    const claimId = newOpId()
    const { paymentId, credit: amount } = payment
    const asked = { opId: claimId, paymentId, payerId, amount, method: 'transfer', reason: 'Wish' } as const
    if (!(await this.sendUnless(/fees\.refund-over/, 'refund', () => this.ask(askRefund, asked, token)))) return
    this.effects.push({ kind: 'claim', id: claimId, amount })
    // Answered before a kill, it is decided already.
    await this.sendUnless(/fees\.claim-decided/, 'refund-approved', () =>
      this.ask(decideClaim, { claimId, isApproved: true }, this.#approver),
    )
    const id = newOpId()
    await this.send('refund-paid', () => this.ask(payRefund, { opId: id, claimId, paidOn: today() }, token))
    this.effects.push({ kind: 'refund', id, amount })
  }
}

/** An office that allocates payments again: what one settled goes to another item, and the rest is credit. */
export class FeeMoves extends Bringer {
  protected override async bring(): Promise<void> {
    const { token, payerId, random } = this.parts
    const { payments, items } = await this.account()
    const settled = payments.filter(
      (each) => each.state === 'final' && each.payer.payerId === payerId && each.allocations.length > 0,
    )
    const open = items.filter((each) => each.payerId === payerId && each.open > 0)
    const payment = settled[Math.floor(random.float() * settled.length)]
    const item = open[Math.floor(random.float() * open.length)]
    if (!payment || !item) return
    const { paymentId, allocations } = payment
    const amount = Math.min(item.open, ...allocations.map((each) => each.amount))
    const id = newOpId()
    const asked = { opId: id, paymentId, wished: [{ chargeId: item.chargeId, amount: minor(amount) }] }
    const ask = () => this.ask(reallocatePayment, asked, token)
    // A desk may have settled the item meanwhile, and another may have paid the money back.
    if (await this.sendUnless(/fees\.over-allocated/, 'reallocation', ask))
      this.effects.push({ kind: 'reallocation', id, amount })
  }
}
