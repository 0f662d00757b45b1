import { expect, it } from 'vitest'
import { UserId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { customerOf, itemOf } from '#tests/support/devices/snapshot-kit.ts'
import { actor, openRig, saleOf } from '#tests/support/pos/till-kit.ts'
import { emptyCart, type OpenCart } from './cart-edit.ts'
import { begunAt, openCartStore, resumeCart } from './kept-cart.ts'

async function openCart() {
  const rig = await openRig({ items: [itemOf(1), itemOf(2)] })
  const { till, device, tab } = await rig.openTab()
  const shift = await till.openShift({ floatAmount: minor(0) }, actor)
  const lines = till.catalogue.items.map((item) => ({ id: till.newId(), item, qtyMilli: 2000, modifiers: [] }))
  const cart: OpenCart = {
    ...emptyCart(till.newId()),
    lines,
    customerId: customerOf(1).id,
    proof: 'card',
    discount: { id: till.newId(), kind: 'amount', value: 100, reason: 'staff', by: UserId.parse(actor.userId) },
    begun: { by: UserId.parse(actor.userId), name: { en: 'Mona', ar: 'منى' } },
  }
  const kept = { shiftId: shift.id, cart, payment: null }
  const cartStore = openCartStore(device.store, tab.surroundings.random)
  return { rig, till, device, cart, kept, cartStore, random: tab.surroundings.random }
}

it('outlives the page with its customer and discount, sealed, and says whose it is', async () => {
  const { rig, device, cart, kept, cartStore, random } = await openCart()
  await cartStore.write(kept)
  const row = await device.store.getMeta<{ data: ArrayBuffer }>('openCart')
  expect(new TextDecoder().decode(row?.data)).not.toContain(cart.customerId)
  const next = await rig.openTab()
  const read = await openCartStore(next.device.store, random).read()
  if (!read) throw new Error('nothing was kept')
  const again = resumeCart(read, next.till)
  expect(again).toEqual({ ...cart, begun: { ...cart.begun, isRestored: true, gone: [] } })
  expect(begunAt(cart)).toMatch(/^\d{4}-\d\d-\d\dT/)
  await cartStore.write(null)
  expect(await openCartStore(next.device.store, random).read()).toBeUndefined()
})

it('comes back with the discount, the price and the note that its lines were given', async () => {
  const { till, kept } = await openCart()
  const by = UserId.parse(actor.userId)
  const terms = {
    discount: { kind: 'ppm' as const, value: 100_000, reason: 'crushed', by },
    price: { amount: minor(400), reason: 'last one', by },
    note: 'no onions',
  }
  const lines = kept.cart.lines.map((line) => ({ ...line, ...terms }))
  expect(resumeCart({ ...kept, cart: { ...kept.cart, lines } }, till)?.lines).toEqual(lines)
})

it('comes back at what is on sale now, and names what is not', async () => {
  const { rig, kept } = await openCart()
  const [, gone] = kept.cart.lines
  await rig.putPage({ items: [itemOf(1, { price: minor(700) }), itemOf(2, { active: false })] })
  const { till } = await rig.openTab()
  const again = resumeCart(kept, till)
  expect(again?.lines.map(({ item }) => item.price)).toEqual([700])
  expect(again?.begun?.gone).toEqual([gone?.item.name])
})

it('ends with its sale, with its shift, and with what it was to replace', async () => {
  const { till, kept } = await openCart()
  const corrects = { opId: till.newId() as never, receiptNo: '', currency: 'QAR' as const, tenders: [], gone: [] }
  expect(resumeCart({ ...kept, cart: { ...kept.cart, corrects } }, till)).toBeUndefined()
  expect(resumeCart(kept, till)).toBeDefined()
  await till.completeSale(saleOf(till, { saleId: kept.cart.saleId }), actor)
  expect(resumeCart(kept, till)).toBeUndefined()
  const next = { ...kept, cart: { ...kept.cart, saleId: emptyCart(till.newId()).saleId } }
  expect(resumeCart(next, till)).toBeDefined()
  await till.closeShift({ countedCash: minor(500) }, actor)
  expect(resumeCart(next, till)).toBeUndefined()
})
