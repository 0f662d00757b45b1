import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTill } from '#client/platform/offline/open-till.ts'
import { minor } from '#shared/kernel/money.ts'
import { customerAtom, pricedAtom } from '../cart/cart.atoms.ts'
import { completeSale } from '../receipts/sale.actions.ts'
import { entryAmount } from './number-entry.ts'
import { payDraftAtom } from './pay.atoms.ts'
import { changeOf, planPayment } from './pay-plan.ts'

const withoutCard = { terminalRef: '', authCode: '' }

/** What has been chosen and typed in the payment, what the main button would do with it, and that button. */
export function usePayment() {
  const till = useTill()
  const known = useAtomValue(customerAtom)
  const total = useAtomValue(pricedAtom)?.totals.total ?? minor(0)
  const [{ tenders, method }, setDraft] = useAtom(payDraftAtom)
  const [entry, setEntry] = useState('')
  const [card, setCard] = useState(withoutCard)
  // A tender's id lives until the tender is taken: completing twice sends the same one.
  const [tenderId, setTenderId] = useState(till.newId)
  const { currency, cashIncrement } = till.settings
  const plan = planPayment({
    tenderId,
    total,
    tenders,
    method,
    typed: entryAmount(entry, currency),
    cashIncrement,
    account: known && { customerId: known.customer.id, spendable: known.account.spendable },
    ...card,
  })
  const all = plan.tender ? [...tenders, plan.tender] : tenders
  const isWhole = plan.tender !== undefined && plan.rest === 0
  const takePart = () => {
    setDraft({ tenders: all })
    setEntry('')
    setCard(withoutCard)
    setTenderId(till.newId())
  }
  return {
    known,
    tenders,
    method,
    entry,
    setEntry,
    card,
    setCard,
    plan,
    currency,
    isWhole,
    all,
    change: plan.tender ? changeOf([plan.tender]) : 0,
    complete: () => void completeSale(all),
    press: () => {
      if (isWhole) void completeSale(all)
      else if (plan.tender) takePart()
    },
    choose: (next: typeof method) => {
      setDraft({ method: next })
      setEntry('')
    },
    takeBack: (id: string) => setDraft({ tenders: tenders.filter((tender) => tender.id !== id) }),
  }
}

export type Payment = ReturnType<typeof usePayment>
