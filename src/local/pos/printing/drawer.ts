// chunk: hardware
import type { PrintResult } from '#shared/pos/printing/print-job.types.ts'

/** Why a drawer was opened; `print` where the printer's driver opens it with every paper. */
export type DrawerCause = 'sale' | 'refund' | 'top-up' | 'paid-in' | 'paid-out' | 'drop' | 'no-sale' | 'print' | 'test'

/** Where openings of the drawer are written: one durable row each. */
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
