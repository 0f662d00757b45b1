// chunk: hardware
import i18next from 'i18next'
import { atom } from 'jotai'
import type { Printing } from '#local/pos/printing/open-printing.ts'
import {
  type DrawerCause,
  type DrawerLog,
  type DrawerState,
  noteBrowserPrint,
  noteCopy,
  openDrawer,
} from '#local/pos/printing/drawer.ts'
import { stackPictures } from '#shared/pos/printing/bit-picture.rules.ts'
import { bytePrinter } from '#shared/pos/printing/byte-printer.ts'
import type { PrintCause, Printer, PrintProblem } from '#shared/pos/printing/print-job.types.ts'
import css from '#client/ui/print/paper.module.css'
import { store } from '../store.ts'
import { drawBanner, drawPaper } from './draw-paper.ts'
import { type HardwareSettings, hardwareAtom, openHardware } from './hardware-settings.ts'
import { eposPrinter } from './ports/epos-printer.ts'
import { SerialPrinterPort } from './ports/serial-port.ts'
import { serverPrinter } from './ports/server-printer.ts'
import { UsbPort } from './ports/usb-port.ts'

/** A paper of the till that is to be printed. */
export interface PaperOrder {
  /** Number of the document as people call it. */
  doc: string
  cause: PrintCause
  /** Its papers as they are laid out on the page, printed below each other: an exchange has two. */
  papers: readonly HTMLElement[]
  /** Id of the document, where it is known. */
  ref?: string | undefined
}

/** What became of the last command to the drawer, and the id of the document it was for; null before the first. */
export const drawerAtom = atom<{ state: DrawerState; cause: DrawerCause; ref: string | undefined } | null>(null)
/** Why a paper that was meant for the printer went to the browser's print dialog instead; null where none did. */
export const fallbackAtom = atom<PrintProblem | null>(null)

let line: { of: string; printer: Printer } | undefined

/** The name of a printer's queue, and of the lock that keeps its jobs apart. */
export const queueOf = ({ path, address, cable }: HardwareSettings): string =>
  path === 'network' || path === 'server'
    ? `${path} ${address}`
    : `${path} ${cable?.vendorId ?? ''}:${cable?.productId ?? ''}:${cable?.serialNumber ?? ''}`

function openLine({ path, address, cable, baudRate }: HardwareSettings): Printer | undefined {
  if (path === 'usb') return bytePrinter(new UsbPort(cable))
  // At 9600 baud a receipt takes a minute, and its end is waited for.
  if (path === 'serial') return bytePrinter(new SerialPrinterPort(cable, baudRate), { askMs: 400, doneMs: 60_000 })
  if (path === 'network') return eposPrinter(address)
  if (path === 'server') return serverPrinter(address)
  return undefined
}

/** The printer of the settings, whose line stays open between jobs; undefined for the browser's own print. */
export function printerHere(): { name: string; printer: Printer } | undefined {
  const settings = store.get(hardwareAtom)
  const name = queueOf(settings)
  const of = `${name} ${settings.baudRate}`
  if (line?.of !== of) {
    const printer = openLine(settings)
    line = printer && { of, printer }
  }
  return line && { name, printer: line.printer }
}

/** "COPY 2" in both languages. */
const copyText = (copyNo: number): string => {
  const word = (lng: string) => i18next.getFixedT(lng, 'pos.hardware')('copy', { no: copyNo })
  return `${word('en')} · ${word('ar')}`
}

/** Prints with the browser's dialog. A copy says so at its head. */
async function printByBrowser(printing: Printing, { doc, cause, ref }: PaperOrder, log: DrawerLog): Promise<void> {
  const opensDrawer = store.get(hardwareAtom).doesDriverOpenDrawer
  const copyNo = await noteBrowserPrint(printing.queue, log, { doc, cause, opensDrawer, ref })
  // The papers that the browser prints, which are not those that were drawn.
  const papers = copyNo > 0 ? [...document.querySelectorAll('[data-printout] article')] : []
  const marks = papers.map((paper) => {
    const mark = Object.assign(document.createElement('p'), { className: css.void, textContent: copyText(copyNo) })
    paper.prepend(mark)
    return mark
  })
  try {
    print()
  } finally {
    for (const mark of marks) mark.remove()
  }
}

const retryMs = 10_000
let retry: ReturnType<typeof setTimeout> | undefined

/** Prints what waits, in order; what cannot be begun is tried again until it can. */
export async function runQueue(): Promise<void> {
  clearTimeout(retry)
  const printing = await openHardware()
  const here = printerHere()
  if (!here) return
  await printing.queue.run(here.name, here.printer)
  const jobs = await printing.queue.latest(50)
  const waits = jobs.some(({ printer, state, why }) => printer === here.name && state === 'queued' && why !== 'denied')
  if (waits) retry = setTimeout(() => void runQueue(), retryMs)
}

/** Problems that no waiting mends: the browser prints instead, and the till says why. */
const isHopeless = (why: PrintProblem | null): boolean => why === 'denied' || why === 'not-allowed'

/**
 * Prints a paper, by the way that this device is set up for. Where the browser or the server forbids that way, the browser prints, and
 * `fallbackAtom` says why. Resolves when the job is done or waits; what was sold is saved already, whatever becomes of the paper.
 */
export async function printPaper(order: PaperOrder, log: DrawerLog): Promise<void> {
  const printing = await openHardware()
  const here = printerHere()
  store.set(fallbackAtom, null)
  if (!here) return printByBrowser(printing, order, log)
  const picture = stackPictures(await Promise.all(order.papers.map((paper) => drawPaper(paper))))
  const { id, copyNo } = await printing.queue.add({
    printer: here.name,
    doc: order.doc,
    cause: order.cause,
    draw: async (copyNo) => (copyNo === 0 ? picture : stackPictures([await drawBanner(copyText(copyNo)), picture])),
  })
  await noteCopy(log, copyNo, order.ref)
  await runQueue()
  const job = await printing.queue.job(id)
  if (job?.state !== 'queued' || !isHopeless(job.why)) return
  await printing.queue.drop(id)
  store.set(fallbackAtom, job.why)
  // The copy is written already, and opens the drawer at most.
  await printByBrowser(printing, copyNo > 0 ? { ...order, ref: undefined } : order, log)
}

/**
 * Prints a job again, marked as a copy. `refOf` finds the id of its document, by which the copy is written in `log`.
 * @throws Error when its picture is not kept any more
 */
export async function printAgain(
  id: number,
  log: DrawerLog,
  refOf: (doc: string) => string | undefined,
): Promise<void> {
  const printing = await openHardware()
  const job = await printing.queue.job(id)
  const picture = job?.picture
  if (!job || !picture) throw new Error('the picture is not kept')
  const { printer, doc } = job
  const { copyNo } = await printing.queue.add({
    printer,
    doc,
    cause: 'reprint',
    draw: async (no) => stackPictures([await drawBanner(copyText(no)), picture]),
  })
  await noteCopy(log, copyNo, refOf(doc))
  await runQueue()
}

export async function dropJob(id: number): Promise<void> {
  const { queue } = await openHardware()
  await queue.drop(id)
}

/** Whether a drawer hangs at this device's printer. */
export const hasDrawer = ({ path, drawerPin }: HardwareSettings): boolean => path !== 'browser' && drawerPin !== null

/**
 * Opens the drawer, where one hangs at the printer: the row first, then the command. Call it once what it is opened for is saved.
 * @throws what `log` throws
 */
export async function openDrawerHere(log: DrawerLog, cause: DrawerCause, ref?: string): Promise<DrawerState> {
  const { queue } = await openHardware()
  const { drawerPin } = store.get(hardwareAtom)
  const here = printerHere()
  const kick = here && drawerPin !== null ? () => queue.kick(here.name, here.printer, drawerPin) : undefined
  const state = await openDrawer(log, kick, cause, ref)
  store.set(drawerAtom, { state, cause, ref })
  return state
}
