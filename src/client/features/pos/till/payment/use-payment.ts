import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTill } from '#client/platform/offline/open-till.ts'
import { add, minor } from '#shared/kernel/money.ts'
import { spendableNow } from '../../spending/rules-now.ts'
import { customerAtom, pricedAtom } from '../cart/cart.atoms.ts'
import { completeSale } from '../receipts/sale.actions.ts'
import { entryAmount } from './number-entry.ts'
import { payDraftAtom } from './pay.atoms.ts'
import { changeOf, planPayment } from './pay-plan.ts'
import { useExchange } from './use-exchange.ts'

const withoutCard = { terminalRef: '', authCode: '' }

/** What is typed in a payment. Its sheet holds it, so that it stays where an approval that has run out is asked for again. */
export function useTyped() {
  const [entry, setEntry] = useState('')
  const [card, setCard] = useState(withoutCard)
  return { entry, setEntry, card, setCard }
}

export type Typed = ReturnType<typeof useTyped>

/** What has been chosen and typed in the payment, what the main button would do with it, and that button. */
export function usePayment({ entry, setEntry, card, setCard }: Typed) {
  const till = useTill()
  const known = useAtomValue(customerAtom)
  const total = useAtomValue(pricedAtom)?.totals.total ?? minor(0)
  const [{ tenders: taken, method }, setDraft] = useAtom(payDraftAtom)
  const exchanged = useExchange(total)
  // What the goods that came back pay is settled before anything is taken.
  const tenders = [...exchanged.carried, ...taken]
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
    account: known && {
      customerId: known.customer.id,
      spendable: add(spendableNow(till, known.customer.id), exchanged.creditOf(known.customer.id)),
    },
    ...card,
  })
  const all = plan.tender ? [...taken, plan.tender] : taken
  // The other goods cost no more than those that came back.
  const isEven = exchanged.carried.length > 0 && plan.due === 0
  const isWhole = isEven || (plan.tender !== undefined && plan.rest === 0)
  const takePart = () => {
    setDraft({ tenders: all })
    setEntry('')
    setCard(withoutCard)
    setTenderId(till.newId())
  }
  return {
    known,
    tenders,
    taken,
    isEven,
    exchanged,
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
    press: () => (isWhole ? void completeSale(all) : plan.tender && takePart()),
    choose: (next: typeof method) => {
      setDraft({ method: next })
      setEntry('')
    },
    takeBack: (id: string) => setDraft({ tenders: taken.filter((tender) => tender.id !== id) }),
  }
}

export type Payment = ReturnType<typeof usePayment>
