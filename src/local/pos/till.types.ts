// chunk: device
import type { OpId } from '#shared/kernel/ids.ts'
import type { Minor } from '#shared/kernel/money.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { Cart, PricedCart } from '#shared/pos/cart.rules.ts'
import type { Allergen, Category, Item, ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { Balance, Customer } from '#shared/pos/customer.contract.ts'
import type { DroppedCart } from '#shared/pos/carts/dropped-cart.contract.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import type { RefundableSale as RefundedSale } from '#shared/pos/refunds/refundable-sale.contract.ts'
import type { Sale, VoidSale } from '#shared/pos/sale.contract.ts'
import type { CashMovement, CloseShift, DrawerEvent, OpenShift, ShiftReport } from '#shared/pos/shift.contract.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'
import type { TopUp } from '#shared/pos/top-ups/top-up.contract.ts'
import type {
  Actor,
  SaleInput,
  OpenInput,
  CloseInput,
  DrawerInput,
  TopUpInput,
  RefundInput,
  ExchangeInput,
  WithoutReceiptInput,
  DropCartInput,
  VoidInput,
  MovementInput,
} from './till-inputs.types.ts'

/**
 * Catalogue in memory as of this business day: without what is not sold on it, at its prices, in display order. `soldOutOn` is there
 * only for what is sold out now.
 */
export interface Catalogue {
  categories: readonly Category[]
  items: readonly Item[]
  itemsOf(categoryId: string): readonly Item[]
  item(itemId: string): Item | undefined
  byBarcode(barcode: string): Item | undefined
  groupsOf(item: Item): readonly ModifierGroup[]
  /** Returns items whose name (either language) or barcode matches, best first; ignores diacritics and letter variants. */
  search(text: string, limit: number): Item[]
}

/** Account as this till may show it: the snapshot with every operation it does not hold yet. */
export interface AccountView {
  /** Balance including today's remaining school allowance, which nothing here tells apart. */
  balance: Minor
  /** Amount that may be charged here and now: funds, daily limit and (without contact) the offline allowance. */
  spendable: Minor
  /** Limit that bounds `spendable`. */
  boundBy: 'funds' | 'daily-limit' | 'offline-allowance'
  spentToday: Minor
  /** Part of the balance not confirmed by the server yet. */
  pending: Minor
}

/** Open shift with everything that happened in it, folded from the device's own operations. */
export interface ShiftState {
  open: OpenShift
  sales: readonly Sale[]
  voids: readonly VoidSale[]
  movements: readonly CashMovement[]
  topUps: readonly TopUp[]
  refunds: readonly Refund[]
  drawer: readonly DrawerEvent[]
}

export type SetAsideEntry =
  | { opId: OpId; kind: 'pos.sale'; body: Sale }
  | { opId: OpId; kind: 'pos.moveCash'; body: CashMovement }
  | { opId: OpId; kind: 'pos.topUp'; body: TopUp }
  | { opId: OpId; kind: 'pos.refund'; body: Refund }

/** The till. A saved action resolves only after the strict transaction has completed. */
export interface Till {
  readonly settings: TillSettings
  readonly catalogue: Catalogue
  /** Time when prices and accounts were last fresh; null before the first pull. */
  readonly snapshotAt: Instant | null
  /** True if the server answered recently. A hint for screens, never a gate. */
  readonly inContact: boolean
  /** Server time − device time in milliseconds as last measured; null before the first contact. */
  readonly clockOffsetMs: number | null
  readonly shift: ShiftState | null
  /** Last shift closed on this device, for reprinting its Z report. */
  readonly lastClosed: { shift: ShiftState; close: CloseShift } | null

  /** Returns a new id for a cart, a tender or a line: call when it opens. */
  newId(): string
  priceCart(cart: Cart): PricedCart
  customer(customerId: string): Customer | undefined
  customerByCard(cardNo: string): Customer | undefined
  /** Finds by the digits of a pupil number; undefined where they match no one or several. */
  customerByNumber(digits: string): Customer | undefined
  /** Classes of those who can buy here, in order, and their members. */
  readonly classes: readonly string[]
  customersInClass(className: string): readonly Customer[]
  /** Finds by name in either script or by pupil number. */
  findCustomers(text: string, limit: number): Customer[]
  /** `without` leaves out a set-aside operation being entered again. */
  account(customerId: string, without?: string): AccountView
  /** Returns a set-aside operation that can be entered again: a sale that was not voided, or a cash movement. */
  setAside(opId: string): SetAsideEntry | undefined
  /** Returns what an account spent in this week by the snapshot, and the operations that it does not hold yet. */
  recentSpending(customerId: string): { known: NonNullable<Balance['week']>; ops: readonly StoredOp[] }
  /** Returns the allergens of a choice that this customer must not have. */
  allergenClash(customerId: string, allergens: readonly Allergen[]): Allergen[]

  /** Opens a shift with the counted float. @throws AppError pos.shift-open; StorageFull or StorageBroken */
  openShift(input: OpenInput, actor: Actor): Promise<OpenShift>
  /**
   * Saves a sale.
   * @throws AppError pos.shift-required, pos.tenders-do-not-settle, pos.over-limit, pos.discount-not-allowed,
   * outbox.not-set-aside; StorageFull or StorageBroken when the device cannot store it: then nothing is saved and no number is
   * used
   */
  completeSale(input: SaleInput, actor: Actor): Promise<Sale>
  /**
   * Saves the void of a sale or a cash top-up of the open shift.
   * @throws AppError pos.shift-required, request.not-found, pos.approval-needed, pos.act-forbidden; StorageFull or StorageBroken
   */
  voidSale(input: VoidInput, actor: Actor): Promise<VoidSale>
  /** Returns the milliseconds since a sale was saved by a clock that nobody sets; undefined where this page did not save it. */
  sinceSaleMs(saleId: string): number | undefined
  /**
   * Saves cash that moves without a sale, or a drawer opened for none.
   * @throws AppError pos.shift-required, pos.approval-needed, pos.act-forbidden, outbox.not-set-aside; StorageFull or StorageBroken
   */
  moveCash(input: MovementInput, actor: Actor): Promise<CashMovement>
  /**
   * Saves an opening of the drawer, with or without an open shift. Call it before the drawer is opened, and open it only once
   * this has resolved. @throws StorageFull or StorageBroken
   */
  recordDrawer(input: DrawerInput, actor: Actor): Promise<DrawerEvent>
  /**
   * Saves cash taken for an account, which may spend it on this device at once.
   * @throws AppError pos.shift-required, access.denied, request.invalid with the field, outbox.not-set-aside;
   * StorageFull or StorageBroken
   */
  topUp(input: TopUpInput, actor: Actor): Promise<TopUp>
  /**
   * Returns a sale of this device by its id or the number on its receipt, of this or an earlier shift, with the refunds known
   * here; undefined for one that it does not hold.
   */
  refundable(saleIdOrReceipt: string): RefundedSale | undefined
  /**
   * Saves a refund with the next receipt number of the till.
   * @throws AppError pos.shift-required, pos.refund-more-than-sold, pos.approval-needed, request.invalid with the field,
   * outbox.not-set-aside; StorageFull or StorageBroken
   */
  refund(input: RefundInput, actor: Actor): Promise<Refund>
  /**
   * Saves a refund and the sale in its place in one step, with two receipt numbers.
   * @throws AppError as `refund` and `completeSale` do; StorageFull or StorageBroken
   */
  exchange(input: ExchangeInput, actor: Actor): Promise<Sale>
  /**
   * Saves money given back to an account for goods without a receipt: always with another person's approval, never in cash.
   * @throws AppError pos.shift-required, pos.approval-needed, access.denied, request.invalid or request.not-found with the field;
   * StorageFull or StorageBroken
   */
  refundWithoutReceipt(input: WithoutReceiptInput, actor: Actor): Promise<Refund>
  /** Saves that a cart was begun and never paid. @throws StorageFull or StorageBroken */
  dropCart(input: DropCartInput, actor: Actor): Promise<DroppedCart>
  /** Returns the X report of the open shift. */
  report(): ShiftReport
  /** Returns the Z report of the shift closed last on this device, from its rows. */
  closedReport(): ShiftReport | undefined
  closeShift(input: CloseInput, actor: Actor): Promise<CloseShift>

  /** Number of the operation that opened the open shift; null without one. */
  openShiftSeq(): number | null
  /** Calls the listener after every change of the above. @returns an unsubscribe function */
  subscribe(listener: () => void): () => void
  close(): void
}
