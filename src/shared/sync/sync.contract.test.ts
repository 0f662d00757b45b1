import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chainStart, operationHash } from '#shared/kernel/chain.ts'
import { OpId, UserId } from '#shared/kernel/fields.ts'
import { Operation, Stream } from './sync.contract.ts'

const id = (last: number) => `01990000-0000-7000-8000-${String(last).padStart(12, '0')}`

type Unsigned = Omit<Operation, 'hash'>

const op: Unsigned = {
  opId: OpId.parse(id(1)),
  stream: `till/${id(2)}`,
  seq: 7,
  prevHash: chainStart,
  kind: 'pos.sale',
  v: 1,
  body: { total: 7_000, name: { ar: 'شاي', en: 'Tea' }, tenders: [{ kind: 'cash', given: 10_000 }], note: null },
  actorId: UserId.parse(id(3)),
  wallAt: '2026-09-01T06:30:00.000Z',
  monoMs: 123_456,
  bootId: id(4),
  clockOffsetMs: -250,
}

/** Another value for every field; a field added to the contract fails to compile until it stands here too. */
const otherwise: Record<keyof Unsigned, readonly unknown[]> = {
  opId: [id(9)],
  stream: [`kiosk/${id(2)}`, `till/${id(9)}`],
  seq: [8, 1],
  prevHash: ['f'.repeat(64), `1${'0'.repeat(63)}`],
  kind: ['pos.voidSale', 'pos.sale '],
  v: [2],
  body: [null, {}, [], 'pos.sale', 7_000, undefined],
  actorId: [null, id(9)],
  wallAt: ['2026-09-01T06:30:00.001Z', '2026-09-01T06:30:00Z'],
  monoMs: [0, -123_456],
  bootId: [id(9)],
  clockOffsetMs: [null, 0, 250],
}

describe('operationHash', () => {
  it('never changes for operations already made: devices hold them for weeks', () => {
    expect(operationHash(op)).toBe('a3485ee1f15adeae290f06d3c2cc3fb4b8d81f71354e41f9bf4ac35ad426b934')
    expect(Operation.safeParse({ ...op, hash: operationHash(op) }).success).toBe(true)
  })

  it.each(Object.entries(otherwise).flatMap(([field, values]) => values.map((value) => [field, value] as const)))(
    'changes when %s becomes %j',
    (field, value) => {
      expect(operationHash({ ...op, [field]: value })).not.toBe(operationHash(op))
    },
  )

  it('covers every field of the contract', () => {
    const { hash: _, ...signed } = Operation.shape
    expect(Object.keys(otherwise).toSorted()).toEqual(Object.keys(signed).toSorted())
  })

  it.each([
    ['an amount', { ...(op.body as object), total: 7_001 }],
    ['a name deep inside', { ...(op.body as object), name: { ar: 'شاى', en: 'Tea' } }],
    ['the order of a list', { ...(op.body as object), tenders: [{ given: 10_000, kind: 'cash' }, 1] }],
    ['null instead of nothing', { ...(op.body as object), extra: null }],
  ])('changes with %s in the body', (_, body) => {
    expect(operationHash({ ...op, body })).not.toBe(operationHash(op))
  })

  it('does not swap neighbours: what one field says, the next one does not', () => {
    expect(operationHash({ ...op, seq: 1, v: 2 })).not.toBe(operationHash({ ...op, seq: 2, v: 1 }))
    expect(operationHash({ ...op, seq: 11, v: 1 })).not.toBe(operationHash({ ...op, seq: 1, v: 11 }))
  })

  it('ignores its own earlier result and members nobody declared', () => {
    const more = { ...op, hash: 'a'.repeat(64), attempts: 3 }
    expect(operationHash(more)).toBe(operationHash(op))
  })

  it('is the same after the wire and after storage, for any body a command can have', () => {
    // No key ends in a backslash: having read one, the JSON.parse of Node 24 takes a quotation mark as a key for it.
    const key = fc.string().filter((text) => !text.endsWith('\\'))
    const body = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, undefined),
        fc.maxSafeInteger(),
        fc.string({ unit: 'grapheme' }),
        fc.array(tie('any').map((x) => x ?? null)),
        fc.dictionary(key, tie('any'), { noNullPrototype: true }),
      ),
    })).any
    fc.assert(
      fc.property(body, (given) => {
        const made = { ...op, body: given }
        const received = JSON.parse(JSON.stringify(made)) as Unsigned
        expect(operationHash(received)).toBe(operationHash(made))
        const parsed = Operation.parse({ ...received, body: received.body ?? null, hash: chainStart })
        expect(operationHash(parsed)).toBe(operationHash({ ...made, body: given ?? null }))
      }),
      { numRuns: 300 },
    )
  })

  it('refuses a body with a fraction, so that no amount can enter as one', () => {
    expect(() => operationHash({ ...op, body: { total: 7.5 } })).toThrow(RangeError)
  })
})

describe('the chain', () => {
  it('shows a changed, dropped or swapped operation to everyone after it', () => {
    const chain = (bodies: readonly unknown[]) =>
      bodies.reduce<string>((prevHash, body, i) => operationHash({ ...op, seq: i + 1, prevHash, body }), chainStart)
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 2, maxLength: 6 }),
        fc.nat(),
        fc.integer({ min: 1 }),
        (bodies, at, by) => {
          const i = at % bodies.length
          const end = chain(bodies)
          expect(chain(bodies.with(i, (bodies[i] ?? 0) + by))).not.toBe(end)
          expect(chain(bodies.toSpliced(i, 1))).not.toBe(end)
          if (bodies[0] !== bodies.at(-1)) expect(chain(bodies.with(0, bodies.at(-1) ?? 0))).not.toBe(end)
        },
      ),
    )
  })
})

describe('Stream', () => {
  it.each([`till/${id(1)}`, `form/${id(1)}`, 'edit/applicant/7'])('takes %s', (stream) => {
    expect(Stream.safeParse(stream).success).toBe(true)
  })

  it.each(['', 'till', 'till/', 'other/1', 'till/a b', 'xtill/1', 'till/أ', `till/${'a'.repeat(101)}`])(
    'refuses %j',
    (stream) => {
      expect(Stream.safeParse(stream).success).toBe(false)
    },
  )
})
