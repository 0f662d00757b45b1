// chunk: hardware
import { loadWordsForPaper } from '#client/i18n/i18n.ts'
import { hardwareAtom, openHardware } from '#client/platform/hardware/hardware-settings.ts'
import { hasDrawer, openDrawerHere, printPaper } from '#client/platform/hardware/printing.ts'
import { store } from '#client/platform/store.ts'
import type { CashMovementKind } from '#shared/pos/shift.contract.ts'
import type { PrintCause } from '#shared/pos/printing/print-job.types.ts'
import { noticeAtom } from '../till/till.atoms.ts'
import { drawerLog, idOfDocument } from './drawer-log.ts'

/** A document of the till that has just been saved. */
export interface SavedDocument {
  /** Its number, as people call it. */
  doc: string
  cause: 'sale' | 'refund' | 'topUp'
  /** Its id. */
  ref: string
  /** Whether cash went into the drawer for it, or out of it. */
  hasCash: boolean
}

/** Documents of this page's life whose drawer and paper have been seen to. */
const seenTo = new Set<string>()

/**
 * A copy of the papers that the page prints (two for an exchange), laid out beside the screen, so that they can be drawn when their
 * sheet is gone already. Undefined where there is none.
 */
function takePaper(): { papers: readonly HTMLElement[]; remove(): void } | undefined {
  const shown = document.querySelector<HTMLElement>('[data-printout]')
  if (!shown) return undefined
  const copy = shown.cloneNode(true) as HTMLElement
  delete copy.dataset.printout
  document.body.append(copy)
  const papers = [...copy.querySelectorAll('article')]
  return { papers: papers.length > 0 ? papers : [copy], remove: () => copy.remove() }
}

/** Prints the papers that the page shows, as they are now. @throws Error where this browser does not print */
export async function printShown(doc: string, cause: PrintCause): Promise<void> {
  const taken = takePaper()
  try {
    await Promise.all([openHardware(), loadWordsForPaper('pos.hardware')])
    if (taken) await printPaper({ doc, cause, papers: taken.papers, ref: idOfDocument(doc) }, drawerLog)
    else print()
  } finally {
    taken?.remove()
  }
}

const drawerCause = { sale: 'sale', refund: 'refund', topUp: 'top-up' } as const

/**
 * What follows a saved document: the drawer, where cash is taken or given, and the paper, where this device prints by itself. Neither
 * holds anything up, and neither can undo what is saved. Once for each document.
 */
export async function afterSaved({ doc, cause, ref, hasCash }: SavedDocument): Promise<void> {
  if (seenTo.has(ref)) return
  seenTo.add(ref)
  const taken = takePaper()
  try {
    await Promise.all([openHardware(), loadWordsForPaper('pos.hardware')])
    const settings = store.get(hardwareAtom)
    // The drawer first: the change waits for it, and nobody waits for the paper.
    if (hasCash && hasDrawer(settings)) await openDrawerHere(drawerLog, drawerCause[cause], ref)
    if (settings.path !== 'browser' && settings.isAutomatic && taken)
      await printPaper({ doc, cause, papers: taken.papers }, drawerLog)
  } finally {
    taken?.remove()
  }
}

/** Opens the drawer for cash that was moved without a sale, once the movement is saved; says when it does not answer. */
export async function openForMovement(kind: CashMovementKind, ref: string): Promise<void> {
  await openHardware()
  if (!hasDrawer(store.get(hardwareAtom))) return
  const state = await openDrawerHere(drawerLog, kind, ref)
  if (state === 'unknown') store.set(noticeAtom, { tone: 'warn', key: 'drawerUnknown', subject: '' })
}
