import { expect, it } from 'vitest'
import { logoBox, pixelsOf, withinBox } from './logo.rules.ts'

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const headers = {
  png: bytes('89504e470d0a1a0a0000000d494844520000012c000000c8'),
  // With a block of its camera's, and fill bytes, before the frame.
  jpeg: bytes('ffd8ffe100040000ffffc2001108 00c8 012c03'.replaceAll(' ', '')),
  extended: bytes('524946460000000057454250565038580a000000100000002b0100c70000'),
  lossless: bytes('524946460000000057454250565038 4c000000002f2bc13100'.replaceAll(' ', '')),
  lossy: bytes('5249464600000000574542505650382000000000000000 9d012a2c01c800'.replaceAll(' ', '')),
}

it.each([
  ['png', headers.png],
  ['jpeg', headers.jpeg],
  ['webp', headers.extended],
  ['webp', headers.lossless],
  ['webp', headers.lossy],
] as const)('the pixels of a %s are told by its header, and by none that is cut off', (kind, header) => {
  expect(pixelsOf(kind, header)).toEqual({ width: 300, height: 200 })
  expect(pixelsOf(kind, header.subarray(0, 15))).toBeUndefined()
})

it('a logo keeps its shape within the box and is never enlarged', () => {
  for (let no = 1; no < 4000; no += 37) {
    const [width, height] = [no, 4001 - no]
    const fit = withinBox({ width, height }, logoBox)
    expect(fit.width).toBeLessThanOrEqual(Math.min(width, logoBox.width))
    expect(fit.height).toBeLessThanOrEqual(Math.min(height, logoBox.height))
    expect(Math.abs(fit.width / width - fit.height / height) * Math.min(width, height)).toBeLessThan(2)
  }
})
