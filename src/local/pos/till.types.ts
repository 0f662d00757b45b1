import type { CustomerId, OpId, SaleId } from '#shared/kernel/ids.ts'
import type { Minor } from '#shared/kernel/money.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { Cart, PricedCart } from '#shared/pos/cart.rules.ts'
import type { Allergen, Category, Item, ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import type { Person } from '#shared/pos/discount.rules.ts'
import type { CustomerProof, Sale, Tender, VoidSale } from '#shared/pos/sale.contract.ts'
import type { CashMovement, CashMovementKind, CloseShift, OpenShift, ShiftReport } from '#shared/pos/shift.contract.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'

/** The catalogue in memory, inactive rows left out, in display order. */
export interface Catalogue {
  categories: readonly Category[]
  items: readonly Item[]
  itemsOf(categoryId: string): readonly Item[]
  item(itemId: string): Item | undefined
  byBarcode(barcode: string): Item | undefined
  groupsOf(item: Item): readonly ModifierGroup[]
  /** Items whose name (either language) or barcode matches, best first; forgiving of diacritics and letter variants. */
  search(text: string, limit: number): Item[]
}

/** An account as this till may show it: the snapshot with every operation applied that the snapshot does not hold yet. */
export interface AccountView {
  /** With what the school still pays today, which nothing here tells apart. */
  balance: Minor
  /** What may be spent on account here and now: funds, daily limit and (without contact) the offline allowance. */
  spendable: Minor
  /** What bounds `spendable`. */
  boundBy: 'funds' | 'daily-limit' | 'offline-allowance'
  spentToday: Minor
  /** Part of the balance that is not confirmed by the server yet. */
  pending: Minor
}

/** The open shift with everything that happened in it, folded from the device's own operations. */
export interface ShiftState {
  open: OpenShift
  sales: readonly Sale[]
  voids: readonly VoidSale[]
  movements: readonly CashMovement[]
}

/** Who does it, with the roles that the server last named for them. */
export type Actor = Person

export interface SaleInput {
  /** Minted when the cart was opened: pressing Pay twice saves once. */
  saleId: SaleId
  cart: Cart
  customerId: CustomerId | null
  customerProof: CustomerProof
  tenders: readonly Tender[]
  /** Who gave the cart's discount, when that is not whoever sells. */
  discountGiver?: Actor | undefined
  /** The set-aside sale that this one is entered in place of: it is closed in the same step. */
  corrects?: OpId
  /** The decision about a face that this sale rests on. */
  face?: Sale['face']
}

export type SetAsideEntry =
  | { opId: OpId; kind: 'pos.sale'; body: Sale }
  | { opId: OpId; kind: 'pos.moveCash'; body: CashMovement }

/** A saved sale: resolves only after the strict transaction has completed. */
export interface Till {
  readonly settings: TillSettings
  readonly catalogue: Catalogue
  /** When prices and accounts were last fresh; null before the first pull. */
  readonly snapshotAt: Instant | null
  /** Whether the server answered lately. A hint for words on screen, never a gate. */
  readonly inContact: boolean
  readonly shift: ShiftState | null
  /** The last shift that was closed on this device, for a reprint of its Z. */
  readonly lastClosed: { shift: ShiftState; close: CloseShift } | null

  /** A fresh id for a cart, a tender, a line: call when it opens. */
  newId(): string
  priceCart(cart: Cart): PricedCart
  customer(customerId: string): Customer | undefined
  customerByCard(cardNo: string): Customer | undefined
  /** By the digits of an admission number; undefined where they fit nobody, or several. */
  customerByNumber(digits: string): Customer | undefined
  /** The classes of those who can buy here, in order, and who is in one. */
  readonly classes: readonly string[]
  customersInClass(className: string): readonly Customer[]
  /** By name in either script or admission number. */
  findCustomers(text: string, limit: number): Customer[]
  /** `without` leaves out a set-aside operation that is just being entered anew. */
  account(customerId: string, without?: string): AccountView
  /** What waits for a person and can be entered anew: a sale that nobody has cancelled, or a cash movement. */
  setAside(opId: string): SetAsideEntry | undefined
  /** Allergens of a choice that this customer must not have. */
  allergenClash(customerId: string, allergens: readonly Allergen[]): Allergen[]

  openShift(input: { floatAmount: Minor }, actor: Actor): Promise<OpenShift>
  /**
   * @throws AppError pos.shift-required, pos.tenders-do-not-settle, pos.over-limit, pos.discount-not-allowed,
   *   outbox.not-set-aside; StorageFull or StorageBroken when the
   *   device cannot keep it: then nothing is saved and no number is used.
   */
  completeSale(input: SaleInput, actor: Actor): Promise<Sale>
  voidSale(input: { saleId: SaleId; reason: string }, actor: Actor): Promise<VoidSale>
  moveCash(
    input: { id: string; kind: CashMovementKind; amount: Minor; reason: string; corrects?: OpId },
    actor: Actor,
  ): Promise<CashMovement>
  /** The X of the open shift, now. */
  report(): ShiftReport
  closeShift(input: { countedCash: Minor; differenceReason?: string }, actor: Actor): Promise<CloseShift>

  /** Number of the operation that opened the open shift; null without one. */
  openShiftSeq(): number | null
  /** Called after every change of anything above; returns the way to stop. */
  subscribe(listener: () => void): () => void
  close(): void
}
