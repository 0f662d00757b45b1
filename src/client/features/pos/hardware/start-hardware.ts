// chunk: hardware
import { hardwareAtom, openHardware } from '#client/platform/hardware/hardware-settings.ts'
import { hasNfc, listenToNfc } from '#client/platform/hardware/nfc.ts'
import { runQueue } from '#client/platform/hardware/printing.ts'
import { startConditionReports } from '#client/platform/hardware/report-condition.ts'
import { tillAtom } from '#client/platform/offline/device.ts'
import { store } from '#client/platform/store.ts'
import { firstOf } from '#local/pos/first-of.ts'
import { handleScan } from '../till/cart/scan.actions.ts'
import { followTill } from './display/follow-till.ts'

let started: Promise<void> | undefined
let nfc: AbortController | undefined

/** Whether the browser lets this page hear cards without asking. */
async function mayHearCards(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'nfc' as PermissionName })).state === 'granted'
  } catch {
    return false
  }
}

/** A card held to the tablet does what a scanned one does. */
function hearCard(cardNo: string): void {
  globalThis.dispatchEvent(new CustomEvent(nfcEvent, { detail: cardNo }))
  handleScan(cardNo)
}

/** Sent to the window with the number of a card that was held to the tablet. */
export const nfcEvent = 'nfc-card'

/** Begins to hear cards; from a tap the first time. Returns whether it does. */
export async function startNfc(): Promise<boolean> {
  if (nfc) return true
  nfc = new AbortController()
  const isOn = await listenToNfc(hearCard, nfc.signal)
  if (!isOn) nfc = undefined
  return isOn
}

export function stopNfc(): void {
  nfc?.abort()
  nfc = undefined
}

/** Whose card or barcode this is, here; undefined where nobody and nothing has it. */
export function whoseCode(codes: readonly string[]) {
  const till = store.get(tillAtom)
  if (!till) return undefined
  const customer = firstOf(codes, till.customerByCard)
  if (customer) return { kind: 'customer' as const, name: customer.name }
  const item = firstOf(codes, till.catalogue.byBarcode)
  return item && { kind: 'item' as const, name: item.name }
}

/** Wakes the hardware of this device: prints what waits, feeds the second screen, hears cards, tells the server how they stand. Once for each page. */
export function startHardware(): Promise<void> {
  started ??= start().catch(() => {
    started = undefined
  })
  return started
}

async function start(): Promise<void> {
  await openHardware()
  followTill()
  void runQueue().catch(() => undefined)
  void startConditionReports().catch(() => undefined)
  const { readsNfc } = store.get(hardwareAtom)
  if (readsNfc && hasNfc() && (await mayHearCards())) await startNfc()
}
