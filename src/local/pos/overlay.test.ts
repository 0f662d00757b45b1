import { describe, expect, it } from 'vitest'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import { type Contained, isReflected, overlayOf } from './overlay.ts'

interface Delivery {
  state?: StoredOp['state']
  serverVersion?: number | null
}
let seqs = 0
const op = (kind: string, body: object, { state = 'pending', serverVersion = null }: Delivery = {}): StoredOp =>
  ({ kind, body, state, serverVersion, stream: 'till/x', seq: (seqs += 1) }) as StoredOp
const sale = (id: string, amount: number, delivery?: Delivery, businessDay = '2030-03-03', customerId = 'c') =>
  op(
    'pos.sale',
    {
      id,
      businessDay,
      tenders: [
        { kind: 'cash', amount: 7 },
        { kind: 'account', customerId, amount },
      ],
    },
    delivery,
  )
const voiding = (saleId: string, delivery?: Delivery) => op('pos.voidSale', { saleId }, delivery)
const acked = (serverVersion: number): Delivery => ({ state: 'acked', serverVersion })

/** Snapshot of this version, with this device's operations up to a number. */
const upTo = (serverVersion: number, seq = 0): Contained => ({ serverVersion, received: { 'till/x': seq } })

describe('what the snapshot does not show yet', () => {
  it('is what was spent on account, in all and by day; cash is nothing of it', () => {
    const overlay = overlayOf(
      [sale('a', 300), sale('b', 50, {}, '2030-03-02'), sale('x', 5, {}, '2030-03-03', 'd')],
      upTo(0),
    )
    expect(overlay.get('c')).toEqual({ total: 350, byDay: { '2030-03-03': 300, '2030-03-02': 50 } })
    expect(overlay.get('d')?.total).toBe(5)
  })

  it.each([
    ['pending', { state: 'pending' }, 300],
    ['waiting for a person', { state: 'attention' }, 300],
    ['acknowledged, but not in the snapshot', acked(9), 300],
    ['in the snapshot', acked(8), undefined],
    ['acknowledged without any effect', acked(0), undefined],
    ['acknowledged without a version', { state: 'acked', serverVersion: null }, 300],
  ] as [string, Delivery, number | undefined][])('holds an operation that is %s', (_, delivery, total) => {
    expect(overlayOf([sale('a', 300, delivery)], upTo(8)).get('c')?.total).toBe(total)
  })

  it.each([
    ['before both are in the snapshot', {}, {}, 0],
    ['when the snapshot has the sale', acked(5), {}, -300],
    ['when the snapshot has both', acked(5), acked(6), undefined],
    // The server applies in order, but rows may be read in any.
    ['when only the void is acknowledged', {}, acked(6), 300],
  ] as [string, Delivery, Delivery, number | undefined][])('gives a void back %s', (_, sold, voided, total) => {
    const ops = [sale('a', 300, sold), voiding('a', voided)]
    expect(overlayOf(ops, upTo(8)).get('c')?.total).toBe(total)
    expect(overlayOf(ops.toReversed(), upTo(8)).get('c')?.total).toBe(total)
  })

  it('knows no void of a sale that another device made', () => {
    expect(overlayOf([voiding('unknown')], upTo(0)).size).toBe(0)
  })
})

it('calls reflected what is acknowledged up to the version, or received by its number', () => {
  const known = (change: Partial<StoredOp>) =>
    ({ state: 'acked', serverVersion: 3, stream: 'till/x', seq: 7, ...change }) as StoredOp
  expect(isReflected(known({}), upTo(3))).toBe(true)
  expect(isReflected(known({ serverVersion: 4 }), upTo(3))).toBe(false)
  expect(isReflected(known({ state: 'pending' }), upTo(3))).toBe(false)
  // The answer got lost, but the server has it.
  expect(isReflected(known({ state: 'pending', serverVersion: null }), upTo(3, 7))).toBe(true)
  expect(isReflected(known({ state: 'pending', serverVersion: null }), upTo(3, 6))).toBe(false)
  expect(isReflected(known({ state: 'attention', serverVersion: null }), upTo(3, 7))).toBe(false)
  expect(isReflected(known({ state: 'pending', stream: 'till/y' }), upTo(3, 7))).toBe(false)
})
