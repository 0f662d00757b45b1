// chunk: hardware

/** What a printer has said and nobody has read yet. */
export class ByteInbox {
  #bytes: number[] = []
  #wake: () => void = () => undefined

  put(bytes: Iterable<number>): void {
    this.#bytes.push(...bytes)
    this.#wake()
  }

  /** Resolves with the next byte, or undefined when none comes within `ms`. */
  async take(ms: number): Promise<number | undefined> {
    if (this.#bytes.length === 0 && ms > 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    return this.#bytes.shift()
  }

  clear(): void {
    this.#bytes = []
  }
}
