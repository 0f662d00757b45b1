import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SchoolCode, Uuid } from './fields.ts'
import { type Random, randomToken, uuidv7 } from './ids.ts'

/** Randomness that says what it is told, over and over. */
const matchingText = (bytes: readonly number[]): Random => ({
  bytes: (count) => Uint8Array.from({ length: count }, (_, i) => bytes[i % bytes.length] ?? 0),
  float: () => 0,
})

const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 16, maxLength: 16 })
const lastMs = 2 ** 48 - 1
const ms = fc.oneof(fc.integer({ min: 0, max: lastMs }), fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }))

describe('uuidv7', () => {
  it('is laid out like the example of RFC 9562, appendix A.6', () => {
    const random = matchingText([0, 0, 0, 0, 0, 0, 0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f])
    expect(uuidv7(0x017f22e279b0, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
  })

  it('carries the time in front, version 7, variant 10 and the randomness untouched', () => {
    fc.assert(
      fc.property(ms, bytes, (nowMs, given) => {
        const id = uuidv7(nowMs, matchingText(given))
        const digits = id.replaceAll('-', '')
        expect(Uuid.safeParse(id).success).toBe(true)
        expect(Number.parseInt(digits.slice(0, 12), 16)).toBe(nowMs)
        expect(digits[12]).toBe('7')
        expect('89ab').toContain(digits[16])
        const kept = BigInt(`0x${digits.slice(12)}`)
        const random = BigInt(`0x${given.map((b) => b.toString(16).padStart(2, '0')).join('')}`)
        const free = 0x0fff_3fff_ffff_ffff_ffffn
        expect(kept & free).toBe(random & free)
      }),
      { numRuns: 500 },
    )
  })

  it('sorts by time as text, whatever the randomness', () => {
    fc.assert(
      fc.property(ms, ms, bytes, bytes, (a, b, randomA, randomB) => {
        fc.pre(a < b)
        expect(uuidv7(a, matchingText(randomA)) < uuidv7(b, matchingText(randomB))).toBe(true)
      }),
    )
  })

  it.each([
    [-5, '00000000-0000-7000-8000-000000000000'],
    [1.9, '00000000-0001-7000-8000-000000000000'],
    [lastMs, 'ffffffff-ffff-7000-8000-000000000000'],
  ])('at %d ms with no randomness is %s', (nowMs, id) => {
    expect(uuidv7(nowMs, matchingText([0]))).toBe(id)
  })
})

describe('randomToken', () => {
  it.each([
    [[0xff, 0xef, 0xfe], 3, '_-_-'],
    [[0xfb, 0xff], 2, '-_8'],
    [[0], 1, 'AA'],
  ])('%j, %i bytes: %s', (given, count, token) => {
    expect(randomToken(matchingText(given), count)).toBe(token)
  })

  it('fits an address and holds 32 bytes unless told otherwise', () => {
    fc.assert(fc.property(bytes, (given) => /^[\w-]{43}$/.test(randomToken(matchingText(given)))))
  })

  it('never gives two histories of randomness the same token', () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(randomToken(matchingText(a), 16) === randomToken(matchingText(b), 16)).toBe(a.join() === b.join())
      }),
    )
  })
})

describe('SchoolCode', () => {
  it.each(['al', 'alnoor', 'al-noor-2', `a${'b'.repeat(30)}`])('takes %s', (code) => {
    expect(SchoolCode.safeParse(code).success).toBe(true)
  })

  it.each(['', 'a', 'AlNoor', '2nd', '-al', 'al.noor', 'al_noor', 'نور', `a${'b'.repeat(31)}`, 'al\n'])(
    'refuses %j',
    (code) => {
      expect(SchoolCode.safeParse(code).success).toBe(false)
    },
  )
})
