import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toInstant } from '#shared/kernel/time.ts'
import { type ClaimKind, claimKinds, orderWaiting, type WaitingChild } from './waiting-list.rules.ts'

const day = '2030-03-03'
const claim = fc.constantFrom(...claimKinds)
const order = fc.shuffledSubarray([...claimKinds])
const child = fc.record({
  id: fc.uuid(),
  appliedAt: fc.integer({ min: 0, max: 3 }).map((no) => toInstant(no * 1000)),
  since: fc.constant(day),
  verified: fc.uniqueArray(claim, { maxLength: 3 }).map((kinds) => kinds.map((kind) => ({ kind, on: day }))),
})
const children = fc.uniqueArray(child, { selector: ({ id }) => id, maxLength: 12 })
const idsOf = (list: readonly WaitingChild[], by: readonly ClaimKind[]) => orderWaiting(list, by).map(({ id }) => id)

it('is one order of all of them, whatever order they are read in', () => {
  fc.assert(
    fc.property(children, fc.infiniteStream(fc.nat()), order, (list, noise, by) => {
      const placed = orderWaiting(list, by)
      expect(placed.map(({ position }) => position)).toEqual(list.map((_child, no) => no + 1))
      expect(new Set(placed.map(({ id }) => id)).size).toBe(list.length)
      const mixed = list.map((each) => ({ each, key: noise.next().value })).toSorted((a, b) => a.key - b.key)
      expect(
        idsOf(
          mixed.map(({ each }) => each),
          by,
        ),
      ).toEqual(idsOf(list, by))
    }),
  )
})

it('a claim never moves a child down, and moves nobody else past one another', () => {
  fc.assert(
    fc.property(
      children.filter(({ length }) => length > 0),
      fc.nat(),
      claim,
      order,
      (list, which, kind, by) => {
        const one = list[which % list.length]
        if (!one || one.verified.some((each) => each.kind === kind)) return
        const more = list.map((each) =>
          each === one ? { ...each, verified: [...each.verified, { kind, on: day }] } : each,
        )
        const [before, after] = [idsOf(list, by), idsOf(more, by)]
        expect(after.indexOf(one.id)).toBeLessThanOrEqual(before.indexOf(one.id))
        expect(after.filter((id) => id !== one.id)).toEqual(before.filter((id) => id !== one.id))
      },
    ),
  )
})

it('anyone who leaves or comes changes the order of no others', () => {
  fc.assert(
    fc.property(
      children.filter(({ length }) => length > 0),
      fc.nat(),
      order,
      (list, which, by) => {
        const one = list[which % list.length]
        const rest = list.filter((each) => each !== one)
        expect(idsOf(rest, by)).toEqual(idsOf(list, by).filter((id) => id !== one?.id))
      },
    ),
  )
})

it('says the best claim that counts, and where none does, the day', () => {
  const at = (id: string, ms: number, ...kinds: ClaimKind[]): WaitingChild => ({
    id,
    appliedAt: toInstant(ms),
    since: day,
    verified: kinds.map((kind) => ({ kind, on: '2030-05-03' })),
  })
  const list = [at('a', 5), at('b', 9, 'alumni', 'sibling'), at('c', 1, 'national'), at('d', 5)]
  expect(orderWaiting(list, ['sibling', 'alumni'])).toEqual([
    { id: 'b', position: 1, total: 4, reason: { id: 'claim', claim: 'sibling', verifiedOn: '2030-05-03', since: day } },
    { id: 'c', position: 2, total: 4, reason: { id: 'date', claim: null, verifiedOn: null, since: day } },
    { id: 'a', position: 3, total: 4, reason: { id: 'date', claim: null, verifiedOn: null, since: day } },
    { id: 'd', position: 4, total: 4, reason: { id: 'date', claim: null, verifiedOn: null, since: day } },
  ])
  expect(idsOf(list, [])).toEqual(['c', 'a', 'd', 'b'])
})
