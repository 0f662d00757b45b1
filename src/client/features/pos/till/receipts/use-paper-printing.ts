// chunk: till-sheets
import { lazy, useEffect } from 'react'
import { loadWords } from '#client/i18n/i18n.ts'
import type { CashMovementKind } from '#shared/pos/shift.contract.ts'
import type { PrintCause } from '#shared/pos/printing/print-job.types.ts'
import type { SavedDocument } from '../../hardware/paper-printing.ts'

const load = () => import('../../hardware/paper-printing.ts')

/** Whatever becomes of the paper, what it is about is saved. */
const ignore = () => undefined

/** Says what became of the paper; comes with the hardware's own words. */
export const PaperStatus = lazy(async () => {
  const [{ PaperStatus: Open }] = await Promise.all([
    import('../../hardware/paper-status.tsx'),
    loadWords('pos.hardware'),
  ])
  return { default: Open }
})

/** Opens the drawer and prints the paper of a document that has just been saved; its paper is mounted already. */
export function useAfterSaved(saved: SavedDocument | undefined): void {
  const { doc, cause, ref, hasCash } = saved ?? {}
  useEffect(() => {
    if (doc === undefined || cause === undefined || ref === undefined || hasCash === undefined) return
    load()
      .then((it) => it.afterSaved({ doc, cause, ref, hasCash }))
      .catch(ignore)
  }, [doc, cause, ref, hasCash])
}

/** Prints the paper that the page shows; by the browser where the rest cannot be fetched. @throws where the browser does not print */
export async function printPaperNow(doc: string, cause: PrintCause): Promise<void> {
  const it = await load().catch(ignore)
  if (it) await it.printShown(doc, cause)
  else print()
}

/** Opens the drawer for cash that was moved without a sale, once that is saved. */
export function openDrawerFor(kind: CashMovementKind, movementId: string): void {
  load()
    .then((it) => it.openForMovement(kind, movementId))
    .catch(ignore)
}
