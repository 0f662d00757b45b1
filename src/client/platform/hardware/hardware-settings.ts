// chunk: hardware
import { atom } from 'jotai'
import { browserSurroundings } from '#local/kernel/surroundings.ts'
import { openPrinting, type Printing } from '#local/pos/printing/open-printing.ts'
import type { PrintJobRow } from '#local/storage/printing-db.ts'
import { cardNoOf, cardNosOf, type ScannerProfile, usualScanner } from '#shared/pos/printing/scanner.rules.ts'
import type { printerPaths } from '#shared/sync/device-condition.contract.ts'
import { tenantAtom } from '../session/school.atoms.ts'
import { store } from '../store.ts'

export type PrinterPath = (typeof printerPaths)[number]

/** Which cable a permission was given for, so that it is found again after a restart. */
export interface CableId {
  vendorId: number | undefined
  productId: number | undefined
  serialNumber: string | undefined
}

/** Hardware at this device, as its people have set it up. */
export interface HardwareSettings {
  path: PrinterPath
  /** Of a printer of the network: `host:port` behind the server, an origin for the browser. */
  address: string
  cable: CableId | null
  baudRate: number
  /** True to print each receipt by itself, once its sale is saved. */
  isAutomatic: boolean
  /** Connector of the drawer at the printer; null without one. */
  drawerPin: 0 | 1 | null
  /** True where the printer's own driver opens the drawer with every paper that the browser prints. */
  doesDriverOpenDrawer: boolean
  scanner: ScannerProfile
  readsNfc: boolean
  hasDisplay: boolean
}

export const usualHardware: HardwareSettings = {
  path: 'browser',
  address: '',
  cable: null,
  baudRate: 115_200,
  isAutomatic: true,
  drawerPin: null,
  doesDriverOpenDrawer: false,
  scanner: usualScanner,
  readsNfc: false,
  hasDisplay: false,
}

export const hardwareAtom = atom<HardwareSettings>(usualHardware)
/** Whether the people of this device have ever chosen its hardware. */
export const isHardwareChosenAtom = atom(false)
/** The latest prints of this device, newest first. */
export const printJobsAtom = atom<readonly PrintJobRow[]>([])

const shownJobs = 20
let opened: { printing: Printing; isRead: Promise<void> } | undefined

function open(): { printing: Printing; isRead: Promise<void> } {
  if (opened) return opened
  const { code } = store.get(tenantAtom)
  if (!code) throw new Error('no school is settled')
  const { clock, locks, channel } = browserSurroundings(code)
  channel.close()
  const showJobs = () => void printing.queue.latest(shownJobs).then((jobs) => store.set(printJobsAtom, jobs))
  const printing = openPrinting({ schoolCode: code, clock, locks, onChange: showJobs })
  const read = async () => {
    const kept = (await printing.readSettings()) as Partial<HardwareSettings> | undefined
    store.set(hardwareAtom, { ...usualHardware, ...kept })
    store.set(isHardwareChosenAtom, kept !== undefined)
    showJobs()
  }
  opened = { printing, isRead: read() }
  return opened
}

/** The prints of this device, once its settings have been read. */
export async function openHardware(): Promise<Printing> {
  const { printing, isRead } = open()
  await isRead
  return printing
}

/** Changes the settings of this device and keeps them. */
export async function changeHardware(change: Partial<HardwareSettings>): Promise<void> {
  const printing = await openHardware()
  const next = { ...store.get(hardwareAtom), ...change }
  store.set(hardwareAtom, next)
  store.set(isHardwareChosenAtom, true)
  await printing.writeSettings(next)
}

/** The number of a scanned card as every reader of the school has it; as it was scanned where the settings cannot be read. */
export async function cardNoHere(code: string): Promise<string> {
  await openHardware()
  return cardNoOf(code, store.get(hardwareAtom).scanner)
}

/** The numbers under which a scanned card may be known, as this device's reader types them. */
export async function cardNosHere(code: string): Promise<string[]> {
  await openHardware()
  return cardNosOf(code, store.get(hardwareAtom).scanner)
}
