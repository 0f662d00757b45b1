import { expect, it } from 'vitest'
import { cleanPicture } from './clean-picture.service.ts'

const ascii = (text: string) => [...text].map((sign) => sign.charCodeAt(0))
const four = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24]
const chunk = (name: string, content: number[]) => [
  ...ascii(name),
  ...four(content.length),
  ...content,
  ...(content.length % 2 ? [0] : []),
]
const webp = (...chunks: number[][]) => {
  const body = chunks.flat()
  return Uint8Array.from([...ascii('RIFF'), ...four(body.length + 4), ...ascii('WEBP'), ...body])
}
/** The header of a lossy frame of this size, its pixels left out. */
const frame = (side: number) => chunk('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, side & 255, side >> 8, side & 255, side >> 8])
const extended = (flags: number, side: number) =>
  chunk('VP8X', [flags, 0, 0, 0, ...four(side - 1).slice(0, 3), ...four(side - 1).slice(0, 3)])

const scan = [0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]
const jpeg = (...notes: number[][]) =>
  Uint8Array.from([[0xff, 0xd8], ...notes, [0xff, 0xc0, 0, 11, 8, 0, 100, 0, 90, 1, 1, 17, 0], scan].flat())
const note = (marker: number, text: string) => [0xff, marker, 0, text.length + 2, ...ascii(text)]

it('keeps what draws of a WebP, and nothing of where it was taken', () => {
  const noted = webp(extended(0x1c, 200), frame(200), chunk('EXIF', ascii('Doha!')), chunk('XMP ', ascii('Hind')))
  expect(cleanPicture(noted, 256)).toEqual({ kind: 'webp', data: webp(extended(0x10, 200), frame(200)) })
  expect(cleanPicture(webp(frame(256)), 256)?.data).toEqual(webp(frame(256)))
})

it('keeps what draws of a JPEG', () => {
  const noted = jpeg(note(0xe0, 'JFIF'), note(0xe1, 'Exif Doha'), note(0xfe, 'Hind'))
  expect(cleanPicture(noted, 256)).toEqual({ kind: 'jpeg', data: jpeg(note(0xe0, 'JFIF')) })
})

it.each([
  ['nothing', new Uint8Array()],
  ['a text', Uint8Array.from(ascii('<svg onload="alert(1)"/>'))],
  ['a large one', webp(frame(257))],
  ['a moving one', webp(extended(2, 20), chunk('ANIM', [0, 0]), frame(20))],
  ['one that is cut off', webp(frame(20)).subarray(0, 20)],
  ['one without a frame', webp(chunk('EXIF', [1, 2]))],
  ['a JPEG that is cut off', jpeg().subarray(0, 10)],
])('refuses %s', (_, bytes) => {
  expect(cleanPicture(bytes, 256)).toBeUndefined()
})
