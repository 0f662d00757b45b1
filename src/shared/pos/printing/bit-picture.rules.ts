/** Black and white picture: a bit per dot, the leftmost in the highest bit, rows of whole bytes, 1 for black. */
export interface BitPicture {
  /** In dots, a multiple of 8. */
  width: number
  height: number
  rows: Uint8Array<ArrayBuffer>
}

/** Width of the paper in dots: 72 mm at 203 dots per inch. */
export const paperDots = 576

/** A dot darker than this, of 255, is printed. */
const darkBelow = 150

/** Returns a picture of one bit per dot from colours; `width` is a multiple of 8. Transparent is white. */
export function toBitPicture(rgba: Uint8ClampedArray, width: number, height: number): BitPicture {
  const rows = new Uint8Array((width / 8) * height)
  for (let dot = 0; dot < width * height; dot += 1) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(dot * 4, dot * 4 + 4)
    const grey = 0.299 * red + 0.587 * green + 0.114 * blue
    const onWhite = 255 - ((255 - grey) * alpha) / 255
    if (onWhite < darkBelow) rows[dot >> 3] = (rows[dot >> 3] ?? 0) | (0x80 >> (dot & 7))
  }
  return { width, height, rows }
}

/** Puts pictures of the same width below each other. @throws RangeError for different widths */
export function stackPictures(pictures: readonly BitPicture[]): BitPicture {
  const width = pictures[0]?.width ?? paperDots
  if (pictures.some((each) => each.width !== width)) throw new RangeError('pictures of different widths')
  const height = pictures.reduce((sum, each) => sum + each.height, 0)
  const rows = new Uint8Array((width / 8) * height)
  let at = 0
  for (const picture of pictures) {
    rows.set(picture.rows, at)
    at += picture.rows.length
  }
  return { width, height, rows }
}

/** Whether a dot is black; false beside the picture. */
export const isBlack = ({ width, height, rows }: BitPicture, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < width && y < height && (((rows[(y * width + x) >> 3] ?? 0) >> (7 - (x & 7))) & 1) === 1
