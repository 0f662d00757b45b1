// chunk: till-later
import type { CustomerId } from '#shared/kernel/ids.ts'
import { add, type Minor, minor, subtract } from '#shared/kernel/money.ts'
import type { Tender, TenderKind } from '#shared/pos/sale.contract.ts'
import { cashTender, cashToAsk, dueAfter } from '#shared/pos/tender.rules.ts'

/** What the operator has chosen and typed so far. */
export interface PayInput {
  tenderId: string
  total: Minor
  /** Parts already taken. */
  tenders: readonly Tender[]
  method: TenderKind
  /** As typed; `undefined` stands for "all of it". */
  typed: Minor | undefined
  cashIncrement: number
  /** The account that may pay, as far as it may. */
  account: { customerId: CustomerId; spendable: Minor } | null
  terminalRef: string
  authCode: string
}

export interface PayPlan {
  due: Minor
  /** What to ask for in cash, after rounding to the smallest coin. */
  asked: Minor
  /** Most that this way may settle now. */
  limit: Minor
  /** The part that the main button would take; absent with a `problem`. */
  tender?: Tender
  problem?:
    | 'no-customer'
    | 'no-funds'
    | 'over-funds'
    | 'over-due'
    | 'no-reference'
    | 'no-coin'
    | 'nothing'
    | 'last-part'
  /** What stays to be paid after it. */
  rest: Minor
}

export const spentOnThisTill = (tenders: readonly Tender[]): number =>
  tenders.reduce((sum, tender) => (tender.kind === 'account' ? sum + tender.amount : sum), 0)

/** Most ways that one sale may be settled in (`Sale.tenders`). */
export const maxTenders = 10

/** Works out what pressing the main button would do; changes nothing. */
export function planPayment(input: PayInput): PayPlan {
  const { tender, ...plan } = planAny(input)
  if (!tender) return plan
  // The last one that fits has to settle everything: after it there is no way to take the rest.
  if (plan.rest !== 0 && input.tenders.length + 1 >= maxTenders)
    return { ...plan, rest: plan.due, problem: 'last-part' }
  return { ...plan, tender }
}

function planAny(input: PayInput): PayPlan {
  const due = dueAfter(input.total, input.tenders)
  const asked = cashToAsk(due, input.cashIncrement)
  const base = { due, asked, limit: due, rest: due }
  const settle = (tender: Tender): PayPlan => ({ ...base, tender, rest: subtract(due, tender.amount) })
  switch (input.method) {
    case 'cash':
      return planCash(input, base, settle)
    case 'account': {
      if (!input.account) return { ...base, problem: 'no-customer' }
      const { customerId, spendable } = input.account
      const limit = minor(Math.max(0, Math.min(due, spendable - spentOnThisTill(input.tenders))))
      const amount = input.typed ?? limit
      const withLimit = { ...base, limit }
      if (limit === 0 && due > 0) return { ...withLimit, problem: 'no-funds' }
      if (amount > limit) return { ...withLimit, problem: amount > due ? 'over-due' : 'over-funds' }
      if (amount <= 0) return { ...withLimit, problem: 'nothing' }
      return { ...settle({ kind: 'account', id: input.tenderId, amount, customerId }), limit }
    }
    case 'card': {
      const amount = input.typed ?? due
      const terminalRef = input.terminalRef.trim()
      const authCode = input.authCode.trim()
      if (amount > due) return { ...base, problem: 'over-due' }
      if (amount <= 0) return { ...base, problem: 'nothing' }
      if (!terminalRef) return { ...base, problem: 'no-reference' }
      return settle({ kind: 'card', id: input.tenderId, amount, terminalRef, ...(authCode ? { authCode } : {}) })
    }
  }
}

function planCash(
  input: PayInput,
  base: Pick<PayPlan, 'due' | 'asked' | 'limit' | 'rest'>,
  settle: (tender: Tender) => PayPlan,
): PayPlan {
  const { due, asked } = base
  // A sale that costs nothing is still settled, by nothing.
  if (due === 0 && input.tenders.length === 0) {
    const none = minor(0)
    return settle({ kind: 'cash', id: input.tenderId, amount: none, given: none, change: none, rounding: none })
  }
  const given = input.typed ?? asked
  if (given % input.cashIncrement !== 0) return { ...base, problem: 'no-coin' }
  const tender = cashTender(input.tenderId, due, given, input.cashIncrement)
  return tender ? settle(tender) : { ...base, problem: 'nothing' }
}

/** Change to hand back over all cash parts. */
export const changeOf = (tenders: readonly Tender[]): Minor =>
  tenders.reduce((sum, tender) => (tender.kind === 'cash' ? add(sum, tender.change) : sum), minor(0))
