import type { OpenSheet } from '../till.atoms.ts'
import { ClashSheet } from './clash-sheet.tsx'
import { CustomerSheet } from './customer-sheet.tsx'
import { DiscountSheet } from './discount-sheet.tsx'
import { ItemSheet } from './item-sheet.tsx'
import { PaySheet } from './pay-sheet.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'

/** The sheets of a sale, in one chunk. */
export function SellingSheet({ sheet }: { sheet: OpenSheet }) {
  switch (sheet.kind) {
    case 'item':
      return <ItemSheet itemId={sheet.itemId} lineId={sheet.lineId} />
    case 'clash':
      return <ClashSheet lineId={sheet.lineId} />
    case 'customer':
      return <CustomerSheet backTo={sheet.backTo} />
    case 'discount':
      return <DiscountSheet />
    case 'pay':
      return <PaySheet />
    case 'receipt':
      return <ReceiptSheet saleId={sheet.saleId} isNew={sheet.isNew} />
    default:
      return null
  }
}
