import { useAtomValue } from 'jotai'
import { type ComponentType, lazy, Suspense } from 'react'
import { type OpenSheet, sheetAtom } from '../till.atoms.ts'

/** What is not needed to ring something up comes with the first idle moment, and so is there when it is opened. */
const loaders = {
  selling: () => import('./selling-sheets.tsx'),
  shift: () => import('../shift/shift-sheets.tsx'),
  hardware: async () => (await import('../../hardware/start-hardware.ts')).startHardware(),
}

const SellingSheet = lazy(async () => ({ default: (await loaders.selling()).SellingSheet }))
const ShiftSheet = lazy(async () => ({ default: (await loaders.shift()).ShiftSheet }))

const sheetOf: Record<OpenSheet['kind'], ComponentType<{ sheet: OpenSheet }>> = {
  item: SellingSheet,
  clash: SellingSheet,
  customer: SellingSheet,
  discount: SellingSheet,
  pay: SellingSheet,
  topUp: SellingSheet,
  topUpReceipt: SellingSheet,
  refund: ShiftSheet,
  refundReceipt: ShiftSheet,
  receipt: SellingSheet,
  menu: ShiftSheet,
  keys: ShiftSheet,
  device: ShiftSheet,
  hardware: ShiftSheet,
  cash: ShiftSheet,
  x: ShiftSheet,
  z: ShiftSheet,
  sales: ShiftSheet,
  void: ShiftSheet,
  close: ShiftSheet,
}

/** Quietly: what cannot be fetched now is fetched when it is opened. */
export const fetchSheets = (): void => {
  for (const load of Object.values(loaders)) load().catch(() => undefined)
}

/** The one sheet that may lie over the till. */
export function Sheets() {
  const sheet = useAtomValue(sheetAtom)
  if (!sheet) return null
  const Open = sheetOf[sheet.kind]
  return (
    <Suspense fallback={null}>
      <Open key={JSON.stringify(sheet)} sheet={sheet} />
    </Suspense>
  )
}
