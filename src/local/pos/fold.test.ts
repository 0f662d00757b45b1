import { describe, expect, it } from 'vitest'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import { emptyHistory, foldHistory } from './fold.ts'

const op = (seq: number, kind: string, body: object): StoredOp => ({ seq, kind, body }) as StoredOp
const open = (seq: number, id: string) => op(seq, 'pos.openShift', { id })
const sale = (seq: number, id: string) => op(seq, 'pos.sale', { id })
const close = (seq: number, shiftId: string) => op(seq, 'pos.closeShift', { shiftId })

const foldAll = (...parts: StoredOp[][]) => {
  const history = emptyHistory()
  for (const part of parts) foldHistory(history, part)
  return history
}

describe('what a device knows of its shifts', () => {
  it('is the open shift with its rows, and from which operation on', () => {
    const ops = [
      open(1, 'a'),
      sale(2, 's1'),
      op(3, 'pos.moveCash', { id: 'm' }),
      op(4, 'pos.voidSale', { id: 'v', saleId: 's1' }),
    ]
    const { shift, openedAtSeq, upToSeq, lastClosed } = foldAll(ops)
    expect(shift).toEqual({
      open: { id: 'a' },
      sales: [{ id: 's1' }],
      voids: [{ id: 'v', saleId: 's1' }],
      movements: [{ id: 'm' }],
      topUps: [],
      refunds: [],
      drawer: [],
    })
    expect([openedAtSeq, upToSeq, lastClosed]).toEqual([1, 4, null])
  })

  it('keeps the shift that was closed last, and starts the next empty', () => {
    const { shift, lastClosed, openedAtSeq } = foldAll([open(1, 'a'), sale(2, 's1'), close(3, 'a'), open(4, 'b')])
    expect(lastClosed).toMatchObject({ close: { shiftId: 'a' }, shift: { sales: [{ id: 's1' }] } })
    expect([shift?.sales, openedAtSeq]).toEqual([[], 4])
  })

  it('is the same however the operations come in, and however often', () => {
    const ops = [open(1, 'a'), sale(2, 's1'), sale(3, 's2'), close(4, 'a'), open(5, 'b'), sale(6, 's3')]
    const whole = foldAll(ops)
    for (let cut = 0; cut <= ops.length; cut += 1) {
      expect(foldAll(ops.slice(0, cut), ops.slice(Math.max(0, cut - 2)), ops)).toEqual(whole)
    }
  })

  it('shows a change of the open shift as another object, for the person who compares', () => {
    const history = foldAll([open(1, 'a')])
    const before = history.shift
    foldHistory(history, [sale(2, 's1')])
    expect(history.shift).not.toBe(before)
  })

  it('passes over operations of a later version of the app', () => {
    expect(foldAll([open(1, 'a'), op(2, 'pos.fromTheFuture', {}), sale(3, 's1')]).shift?.sales).toHaveLength(1)
  })

  it('does not stumble over the rest of a shift whose beginning was pruned', () => {
    expect(foldAll([sale(7, 's1'), close(8, 'a')])).toMatchObject({ shift: null, lastClosed: null, upToSeq: 8 })
  })
})
