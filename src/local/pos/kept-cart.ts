import { makeVaultKey, type Vault, vaultWith } from '#local/kernel/vault.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { Sealed } from '#local/storage/forms-db.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Random, ShiftId } from '#shared/kernel/ids.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import type { CartLine } from '#shared/pos/cart.rules.ts'
import type { SaleLine, Tender, TenderKind } from '#shared/pos/sale.contract.ts'
import type { OpenCart } from './cart-edit.ts'
import type { Till } from './till.types.ts'

/** Open cart as this device keeps it until it is completed or cleared. It is not a sale, and never leaves the device. */
export interface KeptCart {
  /** Shift in which it was begun: with the shift ends the cart. */
  shiftId: ShiftId
  cart: OpenCart
  /** Parts already taken: a card that was charged must not be forgotten. */
  payment: { tenders: readonly Tender[]; method: TenderKind } | null
}

export interface CartStore {
  read(): Promise<KeptCart | undefined>
  write(kept: KeptCart | null): Promise<void>
}

const rowName = 'openCart'
const keyName = 'openCartKey'

/** Keeps the cart sealed, since it tells what a pupil eats and must not eat. */
export function openCartStore(store: OutboxStore, random: Random): CartStore {
  let vault: Promise<Vault> | undefined
  const opened = () => {
    vault ??= openCartVault(store, random)
    return vault
  }
  return {
    read: async () => {
      const sealed = await store.getMeta<Sealed | null>(rowName)
      return sealed ? ((await (await opened()).open(sealed)) as KeptCart) : undefined
    },
    write: async (kept) => store.putMeta(rowName, kept && (await (await opened()).seal(kept))),
  }
}

/** Opens the vault of carts on this device; its key is made once. */
export async function openCartVault(store: OutboxStore, random: Random): Promise<Vault> {
  const made = await makeVaultKey()
  await store.changeMeta<CryptoKey>(keyName, (there) => there ?? made)
  return vaultWith((await store.getMeta<CryptoKey>(keyName)) ?? made, random)
}

/** When a cart was begun: its id is minted with it. */
export const begunAt = ({ saleId }: Pick<OpenCart, 'saleId'>): Instant =>
  toInstant(Number.parseInt(saleId.slice(0, 8) + saleId.slice(9, 13), 16))

type Shelf = Pick<Till, 'catalogue' | 'customer'>

/**
 * The kept cart at today's prices, as far as it is still on sale. Undefined when its shift is over, when it was completed in
 * the moment before the page died, or when what it was to replace is settled.
 */
export function resumeCart(
  { shiftId, cart }: KeptCart,
  till: Shelf & Pick<Till, 'shift' | 'setAside'>,
): OpenCart | undefined {
  const { shift } = till
  if (shift?.open.id !== shiftId || shift.sales.some(({ id }) => id === cart.saleId)) return undefined
  if (cart.corrects && !till.setAside(cart.corrects.opId)) return undefined
  const lines = cart.lines.map(({ item, ...line }) => onSaleAgain({ ...line, itemId: item.id, name: item.name }, till))
  const kept = lines.flatMap(({ line }) => line ?? [])
  const customer = cart.customerId ? till.customer(cart.customerId) : undefined
  return {
    ...cart,
    lines: kept,
    discount: kept.length > 0 ? cart.discount : null,
    customerId: customer?.id ?? null,
    proof: customer ? cart.proof : 'none',
    ...(cart.begun && { begun: { ...cart.begun, isRestored: true, gone: lines.flatMap(({ gone }) => gone) } }),
  }
}

type Ordered = Pick<SaleLine, 'id' | 'itemId' | 'name' | 'qtyMilli' | 'overrideReason' | 'note'> &
  Pick<CartLine, 'discount' | 'price'> & {
    modifiers: readonly { id: string; name: Bilingual }[]
  }

/** A line as it is on sale now, and the names of what is not any more. */
export function onSaleAgain(
  { id, itemId, name, qtyMilli, modifiers, overrideReason, discount, price, note }: Ordered,
  { catalogue }: Pick<Till, 'catalogue'>,
): { line?: CartLine; gone: Bilingual[] } {
  const item = catalogue.item(itemId)
  if (!item) return { gone: [name] }
  const onSale = new Map(catalogue.groupsOf(item).flatMap((group) => group.modifiers.map((m) => [m.id, m])))
  const line: CartLine = {
    id,
    item,
    qtyMilli,
    modifiers: modifiers.flatMap((each) => onSale.get(each.id) ?? []),
    ...(overrideReason !== undefined && { overrideReason }),
    ...(discount && { discount }),
    ...(price && { price }),
    ...(note && { note }),
  }
  return {
    line,
    gone: modifiers.filter((each) => !onSale.has(each.id)).map((each) => each.name),
  }
}
