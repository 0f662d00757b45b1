import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatReference, makeReference, parseReference, referenceBytes } from './reference-number.rules.ts'

const bytes = fc.uint8Array({ minLength: referenceBytes, maxLength: referenceBytes })
const reference = bytes.map(makeReference)
const place = fc.nat(7)
const letters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']

describe('a reference number', () => {
  it('is eight characters that look and sound like no other', () => {
    fc.assert(
      fc.property(reference, (made) => {
        expect(made).toMatch(/^[2-9FKMRW]{8}$/)
        expect(formatReference(made)).toBe(`${made.slice(0, 4)}-${made.slice(4)}`)
      }),
    )
  })

  it('comes out the same for the same bytes, and wants them all', () => {
    expect(makeReference(new Uint8Array(referenceBytes))).toBe('22222222')
    expect(makeReference(Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]))).toBe(
      makeReference(Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9])),
    )
    expect(() => makeReference(new Uint8Array(referenceBytes - 1))).toThrow(RangeError)
  })

  it('differs for different bytes, with no character favoured at any place', () => {
    const made = fc.sample(reference, { numRuns: 13_000, seed: 7 })
    expect(new Set(made).size).toBeGreaterThan(12_950)
    // About 1,000 of each; the ends are five standard deviations away. fast-check favours the edges, so they are dropped.
    const even = made.slice(3_000)
    for (let at = 0; at < 8; at += 1) {
      const counts = new Map<string, number>()
      for (const one of even) counts.set(one[at] ?? '', (counts.get(one[at] ?? '') ?? 0) + 1)
      expect(counts.size).toBe(13)
    }
  })

  it('is read however it is typed', () => {
    const made = makeReference(Uint8Array.from([9, 8, 7, 6, 5, 4, 3, 2]))
    const arabic = made.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
    const persian = made.replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)))
    const wide = made.replace(/[\dA-Z]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))
    for (const typed of [
      made.toLowerCase(),
      formatReference(made),
      ` ${made.slice(0, 4)} ${made.slice(4)}\n`,
      [...made].join(' '),
      `\u2068${formatReference(made)}\u2069`,
      formatReference(made).replace('-', '–'),
      arabic,
      persian,
      wide,
    ]) {
      expect(parseReference(typed), typed).toBe(made)
    }
  })

  it('takes what looks or sounds like one of its characters for it', () => {
    const lookalikes = { 2: 'Z', 5: 'S', 6: 'G', 8: 'B', M: 'n' }
    fc.assert(
      fc.property(reference, (made) => {
        const typed = made.replace(/[2568M]/g, (one) => lookalikes[one as keyof typeof lookalikes])
        expect(parseReference(typed)).toBe(made)
      }),
    )
  })

  it('finds every single wrong character', () => {
    fc.assert(
      fc.property(reference, place, fc.constantFrom(...letters), (made, at, wrong) => {
        const read = parseReference(made.slice(0, at) + wrong + made.slice(at + 1))
        expect(read === undefined || read === made).toBe(true)
        if ('23456789FKMRW'.includes(wrong) && wrong !== made[at]) expect(read).toBeUndefined()
      }),
      { numRuns: 5_000 },
    )
  })

  it('finds every swap of two characters, neighbours or not', () => {
    fc.assert(
      fc.property(reference, place, place, (made, one, other) => {
        fc.pre(made[one] !== made[other])
        const swapped = [...made]
        swapped[one] = made[other] ?? ''
        swapped[other] = made[one] ?? ''
        expect(parseReference(swapped.join(''))).toBeUndefined()
      }),
      { numRuns: 5_000 },
    )
  })

  it('finds a character left out or typed twice, and anything that is no reference', () => {
    fc.assert(
      fc.property(reference, place, (made, at) => {
        expect(parseReference(made.slice(0, at) + made.slice(at + 1))).toBeUndefined()
        expect(parseReference(made.slice(0, at) + made[at] + made.slice(at))).toBeUndefined()
      }),
    )
    for (const text of ['', '-', '00000000', 'ABCDEFGH', '<script>', 'محمد علي', '2222-222O', '💚💚💚💚']) {
      expect(parseReference(text), text).toBeUndefined()
    }
  })
})
