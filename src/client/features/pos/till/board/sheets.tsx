import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { type OpenSheet, sheetAtom } from '../till.atoms.ts'

/** What is not needed to ring something up comes with the first idle moment, and so is there when it is opened. */
const loaders = {
  selling: () => import('./selling-sheets.tsx'),
  shift: () => import('../shift/shift-sheets.tsx'),
  hardware: async () => (await import('../../hardware/start-hardware.ts')).startHardware(),
}

const SellingSheet = lazy(async () => ({ default: (await loaders.selling()).SellingSheet }))
const ShiftSheet = lazy(async () => ({ default: (await loaders.shift()).ShiftSheet }))

const selling: readonly OpenSheet['kind'][] = [
  'item',
  'line',
  'clash',
  'customer',
  'discount',
  'pay',
  'topUp',
  'topUpReceipt',
  'receipt',
  'park',
  'parked',
]

/** Quietly: what cannot be fetched now is fetched when it is opened. */
export const fetchSheets = (): void => {
  for (const load of Object.values(loaders)) load().catch(() => undefined)
}

/** The one sheet that may lie over the till. */
export function Sheets() {
  const sheet = useAtomValue(sheetAtom)
  if (!sheet) return null
  const Open = selling.includes(sheet.kind) ? SellingSheet : ShiftSheet
  return (
    <Suspense fallback={null}>
      <Open key={JSON.stringify(sheet)} sheet={sheet} />
    </Suspense>
  )
}
