// chunk: hardware
import type { PrintCause, PrintResult } from '#shared/pos/printing/print-job.types.ts'
import type { PrintQueue } from './print-queue.ts'

/** Why a drawer was opened; `print` where the printer's driver opens it with every paper. `copy`: a copy was printed, and nothing opened. */
export type DrawerCause =
  | 'sale'
  | 'refund'
  | 'top-up'
  | 'paid-in'
  | 'paid-out'
  | 'drop'
  | 'no-sale'
  | 'print'
  | 'copy'
  | 'test'

/** Where openings of the drawer and copies of papers are written: one durable row each. */
export interface DrawerLog {
  record(cause: DrawerCause, ref?: string): Promise<unknown>
}

/** `opened`: the command has left · `unknown`: nobody knows, or it could not be sent · `none`: no drawer hangs at this device. */
export type DrawerState = 'opened' | 'unknown' | 'none'

/**
 * Opens the drawer: the row first, so that no opening is without one, then the command. A printer that is dead leaves the row.
 * @throws what `record` throws; the drawer stays closed then
 */
export async function openDrawer(
  log: DrawerLog,
  kick: (() => Promise<PrintResult>) | undefined,
  cause: DrawerCause,
  ref?: string,
): Promise<DrawerState> {
  await log.record(cause, ref)
  if (!kick) return 'none'
  const { state } = await kick()
  return state === 'sent' || state === 'confirmed' ? 'opened' : 'unknown'
}

const originals: Readonly<Partial<Record<PrintCause, DrawerCause>>> = {
  sale: 'sale',
  refund: 'refund',
  topUp: 'top-up',
}
const causeOf = (cause: PrintCause): DrawerCause => originals[cause] ?? 'print'

/** Writes that a copy of a document is about to be printed; nothing for an original, or for a paper of no document. */
export async function noteCopy(log: DrawerLog, copyNo: number, ref: string | undefined): Promise<void> {
  if (copyNo > 0 && ref !== undefined) await log.record('copy', ref)
}

/**
 * Notes a print that the browser makes, before it makes it, and returns which copy it is; 0 for the original. Where the printer's driver
 * opens the drawer with every paper, this one is an opening like any other: the original belongs to what it is of, a copy is a print. Where it
 * does not, only a copy is written, of a document that is known.
 * `ref`: the document's id, where it is known.
 */
export async function noteBrowserPrint(
  queue: Pick<PrintQueue, 'note'>,
  log: DrawerLog,
  { doc, cause, opensDrawer, ref }: { doc: string; cause: PrintCause; opensDrawer: boolean; ref?: string | undefined },
): Promise<number> {
  const copyNo = await queue.note({ doc, cause })
  if (opensDrawer) await log.record(copyNo === 0 ? causeOf(cause) : 'print', ref)
  else await noteCopy(log, copyNo, ref)
  return copyNo
}
