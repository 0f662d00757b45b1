import { KeysSheet } from '../board/keys-sheet.tsx'
import { MenuSheet } from '../board/menu-sheet.tsx'
import { SalesSheet } from '../receipts/sales-sheet.tsx'
import { VoidSheet } from '../receipts/void-sheet.tsx'
import type { OpenSheet } from '../till.atoms.ts'
import { CashSheet } from './cash-sheet.tsx'
import { CloseSheet } from './close-sheet.tsx'
import { ReportSheet } from './report-sheet.tsx'

/** The sheets around selling, in one chunk. */
export function ShiftSheet({ sheet }: { sheet: OpenSheet }) {
  switch (sheet.kind) {
    case 'menu':
      return <MenuSheet />
    case 'keys':
      return <KeysSheet />
    case 'cash':
      return <CashSheet corrects={sheet.corrects} />
    case 'x':
    case 'z':
      return <ReportSheet kind={sheet.kind} />
    case 'sales':
      return <SalesSheet />
    case 'void':
      return <VoidSheet saleId={sheet.saleId} />
    case 'close':
      return <CloseSheet />
    default:
      return null
  }
}
