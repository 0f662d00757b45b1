import { readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import { createStore, Provider } from 'jotai'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { BetweenSales } from '#client/features/pos/till/cart/between-sales.tsx'
import { cartAtom } from '#client/features/pos/till/cart/cart.atoms.ts'
import { payDraftAtom } from '#client/features/pos/till/payment/pay.atoms.ts'
import { PaymentMethod } from '#client/features/pos/till/payment/payment-method.tsx'
import { usePayment } from '#client/features/pos/till/payment/use-payment.ts'
import { tillAtom } from '#client/platform/offline/device.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { emptyCart } from '#local/pos/cart-edit.ts'
import { minor, type Minor, wholeQty } from '#shared/kernel/money.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import type { Tender } from '#shared/pos/sale.contract.ts'
import type { SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import { balanceOf, customerOf, settings } from '#tests/support/devices/snapshot-kit.ts'
import { actor, openRig, saleIdOf, saleOf } from '#tests/support/pos/till-kit.ts'

interface TillWords {
  clockOff: string
  cart: { last: string }
  customer: { spendable: string; balance: string }
  pay: { missing: string; change: string }
}
const file = new URL('../../../public/locales/en/pos.till.json', import.meta.url)
const words = JSON.parse(readFileSync(file, 'utf8')) as TillWords

/* What a cashier reads between two sales and while one is paid, over a real till without a network. */

const cashier = {
  userId: actor.userId,
  userName: 'sara',
  name: { en: 'Sara', ar: 'سارة' },
  email: '',
  avatar: '',
  authority: [...actor.roles],
}

async function openScreen(page: Partial<SnapshotPage> = {}) {
  const rig = await openRig({ balances: [balanceOf(1, 4500), balanceOf(2, 0)], ...page })
  const { till, device } = await rig.openTab()
  const store = createStore()
  store.set(tillAtom, till)
  store.set(sessionAtom, { signedIn: true, kind: 'pos', user: cashier, token: null, expiresAt: null })
  const i18n = createInstance()
  await i18n.init({ lng: 'en', defaultNS: 'common', resources: { en: { 'pos.till': { ...words } } } })
  const [item] = till.catalogue.items
  if (!item) throw new Error('nothing to sell')
  const begin = (customer?: number) => {
    const customerId = customer === undefined ? null : customerOf(customer).id
    const line = { id: till.newId(), item, qtyMilli: wholeQty, modifiers: [] }
    store.set(cartAtom, { ...emptyCart(saleIdOf(till)), lines: [line], customerId })
    return store.get(payDraftAtom)
  }
  const shown = (screen: FunctionComponent) => {
    const markup = renderToStaticMarkup(
      createElement(Provider, { store }, createElement(I18nextProvider, { i18n }, createElement(screen))),
    )
    return markup.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ')
  }
  return { till, device, store, begin, shown }
}

/** Payment in the way that is chosen, with what was typed. */
const paying = (entry: string): FunctionComponent =>
  function Paying() {
    const typed = { entry, setEntry: () => {}, card: { terminalRef: '', authCode: '' }, setCard: () => {} }
    return createElement(PaymentMethod, { payment: usePayment(typed) })
  }

it('pays from the account first where the customer has money in it, and by cash where nobody has', async () => {
  const { begin, store } = await openScreen()
  expect(begin().method).toBe('cash')
  expect(begin(1).method).toBe('account')
  expect(begin(2).method).toBe('cash')
  // What the cashier has chosen stays chosen.
  begin(1)
  store.set(payDraftAtom, { method: 'card' })
  expect(store.get(payDraftAtom).method).toBe('card')
})

it('says what is still missing where less cash was given, and change only where there is any', async () => {
  const { begin, shown } = await openScreen()
  begin()
  expect(shown(paying('3'))).toMatch(new RegExp(`${words.pay.missing}QAR 2\\.00$`))
  expect(shown(paying('20'))).toMatch(new RegExp(`${words.pay.change}QAR 15\\.00$`))
})

it('leaves out of what an account has and may spend the part that it has paid of this sale', async () => {
  const { begin, shown, store } = await openScreen()
  const account = (taken: Minor) => {
    begin(1)
    const tenders: Tender[] =
      taken === 0 ? [] : [{ kind: 'account', id: 't', amount: taken, customerId: customerOf(1).id }]
    store.set(payDraftAtom, { tenders, method: 'account' })
    return shown(paying(''))
  }
  expect(account(minor(0))).toContain(`${words.customer.spendable} QAR 45.00 · ${words.customer.balance} QAR 45.00`)
  expect(account(minor(400))).toContain(`${words.customer.spendable} QAR 41.00 · ${words.customer.balance} QAR 41.00`)
})

it('shows what may be spent and no balance where the school hides balances from the role of the cashier', async () => {
  const { begin, shown, store } = await openScreen({ settings: { ...settings, balanceHiddenFrom: ['operator'] } })
  begin(1)
  store.set(payDraftAtom, { method: 'account' })
  const text = shown(paying(''))
  expect(text).toContain(`${words.customer.spendable} QAR 45.00`)
  expect(text).not.toContain(words.customer.balance)
})

it('names the last sale, also to who comes after a crash', async () => {
  const { till, shown } = await openScreen()
  await till.openShift({ floatAmount: minor(0) }, actor)
  expect(shown(BetweenSales)).not.toContain(words.cart.last)
  const sale = await till.completeSale(saleOf(till, { qty: 3 }), actor)
  expect(shown(BetweenSales)).toMatch(new RegExp(`${words.cart.last}.*QAR 15\\.00.*${sale.receiptNo}`))
})

it('asks for a clock to be set that is more than two minutes off, whichever way', async () => {
  const { device, shown } = await openScreen()
  for (const [offMs, isSaid] of [
    [0, false],
    [2 * minuteMs, false],
    [2 * minuteMs + 1000, true],
    [-2 * minuteMs - 1000, true],
  ] as const) {
    for (let sample = 0; sample < 5; sample += 1) device.offset.measured(0, 0, offMs)
    expect([offMs, shown(BetweenSales).includes(words.clockOff)]).toEqual([offMs, isSaid])
  }
})
