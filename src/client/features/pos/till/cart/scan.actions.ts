// chunk: hardware
import { inLanguage } from '#client/i18n/bilingual.ts'
import { cardNosHere } from '#client/platform/hardware/hardware-settings.ts'
import { tillAtom } from '#client/platform/offline/device.ts'
import { localeAtom } from '#client/platform/prefs.ts'
import { store } from '#client/platform/store.ts'
import { firstOf } from '#local/pos/first-of.ts'
import type { Item } from '#shared/pos/catalogue.contract.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import { noticeAtom, sheetAtom } from '../till.atoms.ts'
import { receiptIn } from '../receipts/receipt-code.ts'
import { chooseItem, selectCustomer } from './cart.actions.ts'

const nameOf = ({ name }: Item | Customer): string => inLanguage(name, store.get(localeAtom))

/**
 * What a reader read, under the numbers by which it may be known: a barcode on goods, or a pupil's card. Anything else is said calmly
 * and changes nothing.
 */
function take(codes: readonly string[]): void {
  const till = store.get(tillAtom)
  const sheet = store.get(sheetAtom)
  // In the settings of the hardware it is tried out.
  if (!till?.shift || sheet?.kind === 'hardware') return
  const customer = firstOf(codes, till.customerByCard)
  if (customer) {
    selectCustomer(customer, 'card')
    if (sheet?.kind === 'customer') store.set(sheetAtom, null)
    return store.set(noticeAtom, { tone: 'good', key: 'customerSet', subject: nameOf(customer) })
  }
  const item = firstOf(codes, till.catalogue.byBarcode)
  if (!item) return takeOther(codes.at(-1) ?? '')
  if (item.soldOutOn) return store.set(noticeAtom, { tone: 'warn', key: 'soldOut', subject: nameOf(item) })
  // With payment or another sheet open the total must not move under the operator's hands.
  if (sheet) return store.set(noticeAtom, { tone: 'calm', key: 'scanLater', subject: nameOf(item) })
  chooseItem(item)
  store.set(noticeAtom, { tone: 'good', key: 'added', subject: nameOf(item) })
}

/** What is neither an item nor a card: the code of a receipt opens its refund. */
function takeOther(code: string): void {
  const receipt = receiptIn(code)
  if (receipt && !store.get(sheetAtom)) return store.set(sheetAtom, { kind: 'refund', receipt })
  store.set(noticeAtom, { tone: 'warn', key: 'unknownCode', subject: code })
}

/** One scan after the other, in the order in which they came. */
let last: Promise<void> = Promise.resolve()

/** A code from a reader of any kind, as it came. */
export function handleScan(code: string): void {
  last = last.then(async () => take(await cardNosHere(code).catch(() => [code])))
}
