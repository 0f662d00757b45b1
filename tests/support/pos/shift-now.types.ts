import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import type { Sale, VoidSale } from '#shared/pos/sale.contract.ts'
import type { CashMovement, DrawerEvent, OpenShift } from '#shared/pos/shift.contract.ts'
import type { TopUp } from '#shared/pos/top-ups/top-up.contract.ts'

/** What happened in the open shift of a till. */
export interface ShiftNow {
  open: OpenShift
  sales: Sale[]
  voids: VoidSale[]
  movements: CashMovement[]
  topUps: TopUp[]
  refunds: Refund[]
  drawer: DrawerEvent[]
}
