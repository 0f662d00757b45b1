/** A canvas that is drawn to and read from over and over: told so, the browser keeps it in memory instead of on a GPU. */
export function canvasOf(
  width: number,
  height: number,
): { canvas: OffscreenCanvas; pen: OffscreenCanvasRenderingContext2D } {
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('no canvas to draw on')
  return { canvas, pen }
}

/** The frame that is looked at; one canvas for all frames of a size. */
export class Frame {
  #surface = canvasOf(1, 1)

  get width(): number {
    return this.#surface.canvas.width
  }

  get height(): number {
    return this.#surface.canvas.height
  }

  get picture(): OffscreenCanvas {
    return this.#surface.canvas
  }

  /** Draws the bitmap and closes it. */
  take(bitmap: ImageBitmap): void {
    try {
      if (this.width !== bitmap.width || this.height !== bitmap.height) {
        this.#surface = canvasOf(bitmap.width, bitmap.height)
      }
      this.#surface.pen.drawImage(bitmap, 0, 0)
    } finally {
      bitmap.close()
    }
  }

  clear(): void {
    this.#surface.pen.clearRect(0, 0, this.width, this.height)
  }
}
