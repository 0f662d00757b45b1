// chunk: hardware
import { openDisplaySender } from '#client/platform/hardware/display-channel.ts'
import { hardwareAtom } from '#client/platform/hardware/hardware-settings.ts'
import { tillAtom } from '#client/platform/offline/device.ts'
import { store } from '#client/platform/store.ts'
import {
  type DisplayMessage,
  type DisplayView,
  displayOfCart,
  displayOfSale,
} from '#shared/pos/printing/customer-display.rules.ts'
import { pricedAtom } from '../../till/cart/cart.atoms.ts'
import { changeOf } from '../../till/payment/pay-plan.ts'
import { sheetAtom } from '../../till/till.atoms.ts'

/** What the customer sees now: the sale that has just been saved, else the cart. */
function viewNow(): DisplayView {
  const sheet = store.get(sheetAtom)
  if (sheet?.kind === 'receipt' && sheet.isNew) {
    const sale = store.get(tillAtom)?.shift?.sales.find(({ id }) => id === sheet.saleId)
    if (sale) return displayOfSale(sale, changeOf(sale.tenders))
  }
  const priced = store.get(pricedAtom)
  return priced ? displayOfCart(priced) : { state: 'idle' }
}

function messageNow(): DisplayMessage {
  const settings = store.get(tillAtom)?.settings
  const { school = { en: '', ar: '' }, language = 'en', currency = 'QAR', timeZone = 'UTC' } = settings ?? {}
  return { view: viewNow(), school, language, currency, timeZone }
}

let sender: ReturnType<typeof openDisplaySender> | undefined

/** Feeds the second screen from now on, while this device has one. The till neither waits for it nor hears of it. */
export function followTill(): void {
  const follow = () => {
    const { hasDisplay } = store.get(hardwareAtom)
    if (hasDisplay) sender ??= openDisplaySender(messageNow)
    else {
      sender?.close()
      sender = undefined
    }
    sender?.send()
  }
  for (const each of [hardwareAtom, pricedAtom, sheetAtom]) store.sub(each, follow)
  follow()
}
