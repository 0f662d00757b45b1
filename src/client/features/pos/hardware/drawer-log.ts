// chunk: hardware
import { tillAtom } from '#client/platform/offline/device.ts'
import { store } from '#client/platform/store.ts'
import type { DrawerCause, DrawerLog } from '#local/pos/printing/drawer.ts'
import type { Actor } from '#local/pos/till-inputs.types.ts'
import { actor } from '../till/receipts/sale.actions.ts'

/** A till that writes openings of its drawer. */
interface DrawerKeeper {
  recordDrawer?(input: { cause: DrawerCause; ref?: string }, actor: Actor): Promise<unknown>
}

/** Id of a sale of this device, or of a refund or top-up of its open shift, by the number of its receipt. */
export function idOfDocument(doc: string): string | undefined {
  const till = store.get(tillAtom)
  const own = [...(till?.shift?.refunds ?? []), ...(till?.shift?.topUps ?? [])]
  return own.find(({ receiptNo }) => receiptNo === doc)?.id ?? till?.refundable(doc)?.sale.id
}

/** Writes each opening of the drawer, and each copy of a paper, as an operation of this till, in the name of the person who is signed in. */
export const drawerLog: DrawerLog = {
  record: async (cause, ref) => {
    const till = store.get(tillAtom) as DrawerKeeper | null
    await till?.recordDrawer?.(ref === undefined ? { cause } : { cause, ref }, actor())
  },
}
