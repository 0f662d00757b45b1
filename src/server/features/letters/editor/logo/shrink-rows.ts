import type { PixelSize } from '#shared/letters/letter-logo.rules.ts'

/** Pixels of four bytes each, row by row. */
export interface Pixels extends PixelSize {
  rgba: Uint8Array
}

/** Reduces a picture row by row, each pixel the mean of those it covers. Colours are weighted by opacity. Never enlarges. */
export class RowShrinker {
  readonly pixels: Pixels
  readonly #from: PixelSize
  /** Sums of red, green, blue and alpha with their count, for each pixel of the current row. */
  readonly #sums: Float64Array
  #row = 0

  constructor(from: PixelSize, to: PixelSize) {
    this.#from = from
    this.pixels = { ...to, rgba: new Uint8Array(to.width * to.height * 4) }
    this.#sums = new Float64Array(to.width * 5)
  }

  /** Adds the next row from the top. */
  add(rgba: Uint8Array): void {
    const { width, height } = this.pixels
    const sums = this.#sums
    for (let x = 0; x < this.#from.width; x += 1) {
      const at = Math.floor((x * width) / this.#from.width) * 5
      const alpha = rgba[x * 4 + 3] ?? 0
      for (let no = 0; no < 3; no += 1) sums[at + no] = (sums[at + no] ?? 0) + (rgba[x * 4 + no] ?? 0) * alpha
      sums[at + 3] = (sums[at + 3] ?? 0) + alpha
      sums[at + 4] = (sums[at + 4] ?? 0) + 1
    }
    const to = Math.floor((this.#row * height) / this.#from.height)
    this.#row += 1
    if (Math.floor((this.#row * height) / this.#from.height) > to) this.#finish(to)
  }

  #finish(row: number): void {
    const { width, rgba } = this.pixels
    for (let x = 0; x < width; x += 1) {
      const [red = 0, green = 0, blue = 0, alpha = 0, count = 1] = this.#sums.subarray(x * 5, x * 5 + 5)
      if (alpha === 0) continue
      const mean = [red / alpha, green / alpha, blue / alpha, alpha / count].map(Math.round)
      rgba.set(mean, (row * width + x) * 4)
    }
    this.#sums.fill(0)
  }
}

/** Reduces a whole picture. */
export function shrunk({ width, height, rgba }: Pixels, to: PixelSize): Pixels {
  const shrinker = new RowShrinker({ width, height }, to)
  for (let row = 0; row < height; row += 1) shrinker.add(rgba.subarray(row * width * 4, (row + 1) * width * 4))
  return shrinker.pixels
}
