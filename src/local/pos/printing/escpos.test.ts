import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeEscPos } from '#tests/support/pos/simulated-printer.ts'
import { type BitPicture, stackPictures, toBitPicture } from '#shared/pos/printing/bit-picture.rules.ts'
import { encodePicture, kickDrawer } from '#shared/pos/printing/byte-printer.ts'

const pictures: fc.Arbitrary<BitPicture> = fc
  .record({ across: fc.integer({ min: 1, max: 72 }), height: fc.integer({ min: 1, max: 400 }) })
  .chain(({ across, height }) =>
    fc
      .uint8Array({ minLength: across * height, maxLength: across * height })
      .map((rows) => ({ width: across * 8, height, rows: Uint8Array.from(rows) })),
  )

describe('POS-71: a picture on its way to the printer', () => {
  it('is on paper what it was, dot by dot, whatever it shows', () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const acts = decodeEscPos(encodePicture(picture))
        expect(acts.map(({ act }) => act)).toEqual(['picture', 'feed', 'cut'])
        expect(acts[0]).toEqual({ act: 'picture', picture })
      }),
      { numRuns: 60 },
    )
  })

  it('has a bit for each dark dot, in its place', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 32, maxLength: 32 }), (dark) => {
        const rgba = Uint8ClampedArray.from(dark.flatMap((is) => (is ? [10, 10, 10, 255] : [240, 240, 240, 255])))
        const { rows } = toBitPicture(rgba, 16, 2)
        const read = dark.map((_, dot) => (((rows[dot >> 3] ?? 0) >> (7 - (dot & 7))) & 1) === 1)
        expect(read).toEqual(dark)
      }),
    )
  })

  it('is white where nothing was drawn', () => {
    expect([...toBitPicture(new Uint8ClampedArray(8 * 4), 8, 1).rows]).toEqual([0])
  })

  it('stands below another of the same width, and below no other', () => {
    const above = { width: 8, height: 1, rows: Uint8Array.of(1) }
    const below = { width: 8, height: 2, rows: Uint8Array.of(2, 3) }
    expect(stackPictures([above, below])).toEqual({ width: 8, height: 3, rows: Uint8Array.of(1, 2, 3) })
    expect(() => stackPictures([above, { width: 16, height: 1, rows: new Uint8Array(2) }])).toThrow(RangeError)
  })
})

it('a drawer opens by a pulse of 100 ms on its pin', () => {
  expect(decodeEscPos(kickDrawer(1))).toEqual([{ act: 'kick', pin: 1, onMs: 100, offMs: 500 }])
  expect([...kickDrawer(0)]).toEqual([0x1b, 0x70, 0, 0x32, 0xfa])
})
