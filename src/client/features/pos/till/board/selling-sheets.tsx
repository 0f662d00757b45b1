// chunk: till-sheets
import { DiscountSheet } from '../cart/discount-sheet.tsx'
import { LineSheet } from '../cart/line-sheet.tsx'
import { ParkSheet, ParkedSheet } from '../cart/parked-sheets.tsx'
import { ItemSheet } from '../catalogue/item-sheet.tsx'
import { CustomerSheet } from '../customer/customer-sheet.tsx'
import { TopUpSheet } from '../customer/top-up-sheet.tsx'
import { PaySheet } from '../payment/pay-sheet.tsx'
import { ReceiptSheet } from '../receipts/receipt-sheet.tsx'
import { TopUpReceiptSheet } from '../receipts/top-up-receipt.tsx'
import { ClashSheet } from '../shift/conflict-sheet.tsx'
import type { OpenSheet } from '../till.atoms.ts'

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
    case 'line':
      return <LineSheet lineId={sheet.lineId} />
    case 'park':
      return <ParkSheet />
    case 'parked':
      return <ParkedSheet />
    case 'pay':
      return <PaySheet />
    case 'receipt':
      return <ReceiptSheet saleId={sheet.saleId} isNew={sheet.isNew} />
    case 'topUp':
      return <TopUpSheet customerId={sheet.customerId} corrects={sheet.corrects} />
    case 'topUpReceipt':
      return <TopUpReceiptSheet topUpId={sheet.topUpId} isNew={sheet.isNew} />
    default:
      return null
  }
}
