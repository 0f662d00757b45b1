// chunk: till-later
import type { Surroundings } from '#local/kernel/ports.ts'
import type { Vault } from '#local/kernel/vault.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { Sealed } from '#local/storage/forms-db.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { type KeptCart, openCartVault } from '../kept-cart.ts'

/** Carts that may wait at once. */
export const mostParked = 20

/** A cart that waits on this device, with the name that it was given and who put it aside. */
export interface ParkedCart extends KeptCart {
  name: string
  parkedBy: Bilingual
  parkedAt: Instant
}

/** A parked cart as it lies on the device: sealed, since it tells what a pupil eats and must not eat. */
interface Row {
  saleId: string
  sealed: Sealed
}

export interface ParkedCarts {
  list(): Promise<ParkedCart[]>
  /** @returns false where too many wait already */
  add(parked: ParkedCart): Promise<boolean>
  remove(saleId: string): Promise<void>
}

const rowName = 'parkedCarts'

/** Opens the carts that wait on this device. */
export function openParkedCarts(store: OutboxStore, { random }: Pick<Surroundings, 'random'>): ParkedCarts {
  let vault: Promise<Vault> | undefined
  const opened = () => {
    vault ??= openCartVault(store, random)
    return vault
  }
  const change = (step: (rows: Row[]) => Row[]) => store.changeMeta<Row[]>(rowName, (rows = []) => step(rows))
  return {
    list: async () => {
      const rows = (await store.getMeta<Row[]>(rowName)) ?? []
      const key = await opened()
      const carts = await Promise.all(rows.map(({ sealed }) => key.open(sealed).catch(() => undefined)))
      return carts.flatMap((cart) => (cart ? [cart as ParkedCart] : []))
    },
    add: async (parked) => {
      const { saleId } = parked.cart
      const sealed = await (await opened()).seal(parked)
      let isThere = false
      await change((rows) => {
        const others = rows.filter((row) => row.saleId !== saleId)
        isThere = others.length < mostParked
        return isThere ? [...others, { saleId, sealed }] : rows
      })
      return isThere
    },
    remove: (saleId) => change((rows) => rows.filter((row) => row.saleId !== saleId)),
  }
}

export const newDropId = ({ clock, random }: Pick<Surroundings, 'clock' | 'random'>): string =>
  uuidv7(clock.nowMs(), random)
